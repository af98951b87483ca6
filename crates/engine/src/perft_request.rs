//! A perft command, and the reader of its answer in any protocol.

use std::time::Duration;

use passant_query::EngineError;

use crate::connection::Connection;
use crate::dialect::{CustomPatterns, PerftOutput};
use crate::process::Deadline;

/// The time for lines after the engine says that it is ready. Some engines say so while they still count.
const LATE_LINES: Duration = Duration::from_millis(500);

/// The time for an engine to become ready again after an unknown command.
const RECOVERY: Duration = Duration::from_secs(3);

/// The silence after which an engine is asked whether it is ready, in case that makes it flush its output.
const SILENCE: Duration = Duration::from_secs(1);

/// The moments at which an engine that counts is asked whether it is ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AskReady {
    /// After the count, because some engines cannot handle a command before.
    WhenDone,
    /// After the count or a silence: the engine may have counted without flushing its output.
    AfterSilence,
    /// Together with the command: the engine is known to flush its output only then.
    AtOnce,
}

/// Returns a perft command with its depth, from a template with `{depth}`.
pub(crate) fn command_to(template: &str, depth: u32) -> String {
    template.replace("{depth}", &depth.to_string())
}

/// The order in which an engine that is sent commands ahead prints its totals and says that it is ready.
#[derive(Debug)]
pub(crate) struct AnswerOrder {
    /// True if each answer has moves.
    lists_moves: bool,
    readiness: Readiness,
    /// The number of times that the engine was ready, less the number of totals.
    lead: i8,
}

/// The moment at which an engine says that it is ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Readiness {
    /// After the total, so that an answer ends there.
    AfterTotal,
    /// Perhaps before the total, unless the engine has lost a command.
    Unproved,
    /// Perhaps before the total, because the engine counts in a thread of its own. An answer ends at its total.
    Early,
}

impl AnswerOrder {
    pub(crate) fn new(lists_moves: bool) -> Self {
        Self {
            lists_moves,
            readiness: Readiness::AfterTotal,
            lead: 0,
        }
    }

    /// Begins again with an engine that was ended.
    pub(crate) fn restart(&mut self) {
        self.lead = 0;
        if self.is_unproved() {
            self.readiness = Readiness::AfterTotal;
        }
    }

    /// Tells whether the engine was ready before it had printed a total. Until every total has come, the answers may be
    /// those to other commands.
    pub(crate) fn is_unproved(&self) -> bool {
        self.readiness == Readiness::Unproved
    }

    /// Waits until the engine is ready after its last total. As many totals have come as commands were sent.
    pub(crate) fn settle(
        &mut self,
        engine: &mut impl Connection,
        deadline: Deadline,
    ) -> Result<(), EngineError> {
        while self.lead != 0 {
            let line = engine.process().line(deadline)?;
            if engine.is_ready(&line) {
                self.step(1)?;
            }
        }
        if self.is_unproved() {
            self.readiness = Readiness::Early;
        }
        Ok(())
    }

    /// Adds that the engine is ready. Returns whether the answer ends.
    fn add_ready(&mut self, output: &PerftOutput) -> Result<bool, EngineError> {
        if !output.has_total() {
            if let Some(message) = &output.error_message {
                return Err(EngineError::Refused(message.clone()));
            }
            if self.readiness == Readiness::AfterTotal {
                self.readiness = Readiness::Unproved;
            }
        }
        if self.readiness == Readiness::AfterTotal {
            return Ok(true);
        }
        self.step(1)?;
        Ok(false)
    }

    /// Adds a line of the answer. Returns whether the answer ends.
    fn add_line(&mut self, output: &PerftOutput) -> Result<bool, EngineError> {
        let has_all = || output.has_moves() || !self.lists_moves || output.is_zero();
        let is_end = self.readiness != Readiness::AfterTotal && output.has_total() && has_all();
        if is_end {
            self.step(-1)?;
        }
        Ok(is_end)
    }

    /// Fails if a total is missing, or there is one too many: the engine counts one position at a time.
    fn step(&mut self, lead: i8) -> Result<(), EngineError> {
        self.lead += lead;
        if self.lead.abs() <= 1 {
            return Ok(());
        }
        let what = "totals that are out of step with the commands";
        Err(EngineError::Garbled(what.to_owned()))
    }
}

/// A perft command, and the reader of its answer.
pub(crate) struct PerftRequest<'a> {
    pub(crate) command: &'a str,
    pub(crate) depth: u32,
    pub(crate) patterns: &'a CustomPatterns,
    pub(crate) ask: AskReady,
}

impl PerftRequest<'_> {
    /// Sends the command, and reads until the engine has printed the total and is ready, starts a search, or the time
    /// is up.
    ///
    /// An engine may say that it is ready before it prints the total, and it may print an error about the position
    /// before it counts. After an error and the answer that it is ready, it has a moment more to print a total.
    pub(crate) fn count(
        &mut self,
        engine: &mut impl Connection,
        deadline: Deadline,
    ) -> Result<PerftOutput, EngineError> {
        self.send(engine)?;
        let mut output = PerftOutput::to_depth(self.depth);
        let (mut is_asked, mut is_ready, mut was_silent) = (false, false, false);
        loop {
            if is_ready && output.has_total() {
                return Ok(output);
            }
            let is_refusal = output.error_message.is_some() && !output.has_moves();
            let is_end = output.has_total() || is_refusal;
            if !is_asked && (is_end || was_silent || self.ask == AskReady::AtOnce) {
                engine.ask_ready()?;
                is_asked = true;
            }
            let pause = match self.ask {
                _ if is_ready && is_refusal => Some(LATE_LINES),
                AskReady::AfterSilence if !is_asked => Some(SILENCE),
                _ => None,
            };
            let until = pause.map_or(deadline, |pause| deadline.within(pause));
            match engine.process().line(until) {
                Ok(line) if is_asked && !is_ready && engine.is_ready(&line) => is_ready = true,
                Ok(line) => self.read(&line, &mut output)?,
                Err(EngineError::TimedOut(_)) if is_ready && is_refusal => return Ok(output),
                Err(EngineError::TimedOut(_)) if until != deadline => was_silent = true,
                Err(error) => return Err(error),
            }
            if output.is_search {
                engine.stop(&mut output)?;
                return Ok(output);
            }
            if was_silent && !is_ready && output.has_total() {
                self.ask = AskReady::AtOnce;
            }
        }
    }

    /// Sends the command, and asks at once whether the engine is ready, before earlier answers have come.
    pub(crate) fn send_ahead(&self, engine: &mut impl Connection) -> Result<(), EngineError> {
        self.send(engine)?;
        engine.ask_ready()
    }

    /// Reads the answer to the first of the commands that were [sent ahead](Self::send_ahead). Fails if an answer is missing.
    pub(crate) fn read_ahead(
        &self,
        engine: &mut impl Connection,
        order: &mut AnswerOrder,
        deadline: Deadline,
    ) -> Result<PerftOutput, EngineError> {
        let mut output = PerftOutput::to_depth(self.depth);
        loop {
            let line = engine.process().line(deadline)?;
            let is_end = if engine.is_ready(&line) {
                order.add_ready(&output)?
            } else {
                self.read(&line, &mut output)?;
                order.add_line(&output)?
            };
            if is_end {
                return Ok(output);
            }
        }
    }

    /// Tries a command that the engine may not know. The time limit is that of the start, because the depth is small.
    ///
    /// The engine is asked at once whether it is ready, unless it may only be asked when it is done.
    pub(crate) fn attempt(&self, engine: &mut impl Connection) -> Result<PerftOutput, EngineError> {
        self.send(engine)?;
        let mut output = PerftOutput::to_depth(self.depth);
        let mut deadline = Deadline::after(engine.process().limits().start);
        let mut is_ready = self.ask == AskReady::WhenDone;
        if is_ready {
            deadline = deadline.within(LATE_LINES);
        } else {
            engine.ask_ready()?;
        }
        while !(is_ready && (output.has_total() || output.error_message.is_some())) {
            match engine.process().line(deadline) {
                Ok(line) if !is_ready && engine.is_ready(&line) => {
                    is_ready = true;
                    deadline = Deadline::after(LATE_LINES);
                }
                Ok(line) => self.read(&line, &mut output)?,
                Err(EngineError::TimedOut(_)) if is_ready => break,
                Err(error) => return Err(error),
            }
            if output.is_search {
                engine.stop(&mut output)?;
                break;
            }
        }
        engine.ready(Deadline::after(RECOVERY))?;
        Ok(output)
    }

    /// Tells whether the engine prints nothing about commands that it may not know: no counts, no search and no error.
    pub(crate) fn is_ignored(&self, engine: &mut impl Connection) -> bool {
        self.is_silent_about(engine).unwrap_or(false)
    }

    fn is_silent_about(&self, engine: &mut impl Connection) -> Result<bool, EngineError> {
        self.send(engine)?;
        let mut output = PerftOutput::to_depth(self.depth);
        let start = engine.process().limits().start;
        for line in engine.ready(Deadline::after(start))? {
            self.read(&line, &mut output)?;
        }
        let late = Deadline::after(LATE_LINES);
        while output.is_empty() {
            match engine.process().line(late) {
                Ok(line) => self.read(&line, &mut output)?,
                Err(EngineError::TimedOut(_)) => return Ok(true),
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Sends the command, which may have several lines.
    fn send(&self, engine: &mut impl Connection) -> Result<(), EngineError> {
        let mut lines = self.command.lines();
        lines.try_for_each(|line| engine.process().send(line))
    }

    fn read(&self, line: &str, output: &mut PerftOutput) -> Result<(), EngineError> {
        output.add_reading(self.patterns.read(line));
        output.check_size().map_err(EngineError::Flooded)
    }
}
