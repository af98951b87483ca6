//! The engine's own perft, over UCI or xboard.

use std::time::Duration;

use passant_query::{Abilities, Answer, Channel, Counts, EngineError, Line, Query, Subject};

use crate::calibration::Calibration;
use crate::connection::{Connection, EngineSpec, Session};
use crate::dialect::{CustomPatterns, PerftOutput, counts};
use crate::process::Deadline;

/// An engine that counts with a command of its own.
pub(super) struct NativePerft<C> {
    session: Session<C>,
    command: String,
    patterns: CustomPatterns,
    channel: Channel,
    least_depth: u32,
    sets_up: bool,
    ask: AskReady,
    reply: Duration,
}

impl<C: Connection> NativePerft<C> {
    pub(super) fn new(spec: EngineSpec, calibration: &Calibration) -> Self {
        Self {
            reply: spec.limits.reply,
            patterns: spec.patterns(),
            session: Session::new(spec, C::start),
            command: calibration.command.clone().unwrap_or_default(),
            channel: calibration.channel,
            least_depth: calibration.least_depth,
            sets_up: calibration.sets_up,
            ask: if calibration.is_buffered {
                AskReady::AtOnce
            } else {
                AskReady::WhenDone
            },
        }
    }

    fn counts(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        let mut request = PerftRequest {
            command: &command_to(&self.command, depth),
            depth,
            patterns: &self.patterns,
            ask: self.ask,
        };
        let reply = self.reply;
        self.session.ask(|engine| {
            let deadline = Deadline::after(reply);
            engine.position(line)?;
            let output = request.count(engine, deadline)?;
            if !output.has_total()
                && let Some(message) = &output.error_message
            {
                return Err(EngineError::Refused(message.clone()));
            }
            counts(&output, line)
        })
    }
}

impl<C: Connection> Subject for NativePerft<C> {
    fn can(&self) -> Abilities {
        Abilities {
            least_depth: self.least_depth,
            sets_up: self.sets_up,
            ..Abilities::of(self.channel)
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Count(depth) => self.counts(line, *depth).map(Answer::Counts),
            Query::Fen => self.session.fen(line).map(Answer::Fen),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.session.start()
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

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
