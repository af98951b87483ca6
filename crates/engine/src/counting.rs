//! Making an engine count: one way to read its answer, whatever the protocol.

use std::time::Duration;

use passant_query::{Counts, EngineError, Line};

use super::dialect::notation::engine_move_in;
use super::dialect::{PerftOutput, Shapes};
use super::process::{Deadline, Process};
use super::starter::Starter;

/// How long lines may come after the engine has said that it is ready: some say so while they still count.
const AFTERTHOUGHT: Duration = Duration::from_millis(500);

/// How long an engine may take to become ready again after something that it did not know.
const RECOVERY: Duration = Duration::from_secs(3);

/// How long an engine may be silent before it is asked whether it is ready, to find out whether that makes it speak.
const SILENCE: Duration = Duration::from_secs(1);

/// When an engine that counts is asked whether it is ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AskReady {
    /// When it has counted. Some do not bear to hear anything before.
    WhenDone,
    /// The same, or when it has been silent: it may have counted, and keep what it prints to itself.
    AfterSilence,
    /// With the command: it is known to print nothing before.
    AtOnce,
}

/// A conversation in which an engine can be told to count.
pub(super) trait Counter: Send + Sized {
    /// Starts an engine; [`EngineError::Unsupported`] if it does not speak so.
    fn start(starter: &Starter) -> Result<Self, EngineError>;
    /// Tells the engine a position.
    fn position(&mut self, line: &Line) -> Result<(), EngineError>;
    fn process(&mut self) -> &mut Process;
    /// Asks the engine to say when it has done everything it was told.
    fn ask_ready(&mut self) -> Result<(), EngineError>;
    /// Whether a line is the answer to that, or the last line of it.
    fn is_ready(&mut self, line: &str) -> bool;
    /// What the engine prints when it is asked to show its position.
    fn show(&mut self) -> Result<Vec<String>, EngineError>;

    /// Waits until the engine has done everything it was told; the lines until then.
    fn ready(&mut self, deadline: Deadline) -> Result<Vec<String>, EngineError> {
        self.ask_ready()?;
        let mut lines = Vec::new();
        loop {
            let line = self.process().line(deadline)?;
            if self.is_ready(&line) {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Whether a command could make an engine of this protocol count; some would make any engine do something else.
    fn may_count(_command: &str) -> bool {
        true
    }

    /// Ends a search that nobody wanted, unless it has ended.
    fn stop(&mut self, _answer: &mut PerftOutput) -> Result<(), EngineError> {
        Ok(())
    }
}

/// The counts that an engine has printed for a line, if they do not contradict themselves.
pub(super) fn counts(output: &PerftOutput, line: &Line) -> Result<Counts, EngineError> {
    let printed = output.counts().map_err(|why| match output.printed() {
        Some((moves, total)) => EngineError::Contradicted {
            moves: moves.to_vec(),
            total,
        },
        None => EngineError::Garbled(why),
    })?;
    let position = line.position();
    let moves = printed.moves.iter();
    Ok(Counts {
        moves: moves
            .map(|(text, nodes)| (engine_move_in(position.as_ref(), text), *nodes))
            .collect(),
        total: printed.total,
    })
}

/// What an engine is told, and how its answer is read.
pub(super) struct Request<'a> {
    pub(super) command: &'a str,
    pub(super) depth: u32,
    pub(super) shapes: &'a Shapes,
    pub(super) ask: AskReady,
}

impl Request<'_> {
    /// Gives the command, and reads until the total has come and the engine is ready, a search comes, or the time is up.
    ///
    /// An engine may say that it is ready before the total, and complain of the position before it counts: whoever has
    /// complained and is ready is given a moment more.
    pub(super) fn count(
        &mut self,
        engine: &mut impl Counter,
        deadline: Deadline,
    ) -> Result<PerftOutput, EngineError> {
        engine.process().send(self.command)?;
        let mut answer = PerftOutput::to_depth(self.depth);
        let (mut is_asked, mut is_ready, mut was_silent) = (false, false, false);
        loop {
            if is_ready && answer.has_total() {
                return Ok(answer);
            }
            let is_refusal = answer.complaint.is_some() && !answer.has_moves();
            let is_end = answer.has_total() || is_refusal;
            if !is_asked && (is_end || was_silent || self.ask == AskReady::AtOnce) {
                engine.ask_ready()?;
                is_asked = true;
            }
            let patience = match self.ask {
                _ if is_ready && is_refusal => Some(AFTERTHOUGHT),
                AskReady::AfterSilence if !is_asked => Some(SILENCE),
                _ => None,
            };
            let until = patience.map_or(deadline, |patience| deadline.within(patience));
            match engine.process().line(until) {
                Ok(line) if is_asked && !is_ready && engine.is_ready(&line) => is_ready = true,
                Ok(line) => self.read(&line, &mut answer)?,
                Err(EngineError::TimedOut(_)) if is_ready && is_refusal => return Ok(answer),
                Err(EngineError::TimedOut(_)) if until != deadline => was_silent = true,
                Err(trouble) => return Err(trouble),
            }
            if answer.is_search {
                engine.stop(&mut answer)?;
                return Ok(answer);
            }
            if was_silent && !is_ready && answer.has_total() {
                self.ask = AskReady::AtOnce;
            }
        }
    }

    /// Tries a command that the engine may not know: it gets no more time than an engine that knows it needs.
    pub(super) fn attempt(&self, engine: &mut impl Counter) -> Result<PerftOutput, EngineError> {
        engine.process().send(self.command)?;
        engine.ask_ready()?;
        let mut answer = PerftOutput::to_depth(self.depth);
        let mut deadline = Deadline::after(engine.process().limits().start);
        let mut is_ready = false;
        while !(is_ready && (answer.has_total() || answer.complaint.is_some())) {
            match engine.process().line(deadline) {
                Ok(line) if engine.is_ready(&line) => {
                    is_ready = true;
                    deadline = Deadline::after(AFTERTHOUGHT);
                }
                Ok(line) => self.read(&line, &mut answer)?,
                Err(EngineError::TimedOut(_)) if is_ready => break,
                Err(trouble) => return Err(trouble),
            }
            if answer.is_search {
                engine.stop(&mut answer)?;
                break;
            }
        }
        engine.ready(Deadline::after(RECOVERY))?;
        Ok(answer)
    }

    fn read(&self, line: &str, answer: &mut PerftOutput) -> Result<(), EngineError> {
        answer.add_reading(self.shapes.read(line));
        answer.bounded().map_err(EngineError::Flooded)
    }
}
