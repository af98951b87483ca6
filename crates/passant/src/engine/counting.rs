//! Making an engine count: one way to read its answer, whatever the protocol.

use std::time::Duration;

use super::dialect::{Answer, Shapes};
use super::process::{Deadline, Process};
use super::starter::Starter;
use super::{Place, Trouble};

/// How long lines may come after the engine has said that it is ready: some say so while they still count.
const AFTERTHOUGHT: Duration = Duration::from_millis(500);

/// How long an engine may take to become ready again after something that it did not know.
const RECOVERY: Duration = Duration::from_secs(3);

/// A conversation in which an engine can be told to count.
pub(super) trait Counter: Send + Sized {
    /// Starts an engine; [`Trouble::Unsupported`] if it does not speak so.
    fn start(starter: &Starter) -> Result<Self, Trouble>;
    /// Tells the engine a position.
    fn position(&mut self, place: &Place) -> Result<(), Trouble>;
    fn process(&mut self) -> &mut Process;
    /// Asks the engine to say when it has done everything it was told.
    fn ask_ready(&mut self) -> Result<(), Trouble>;
    /// Whether a line is the answer to that, or the last line of it.
    fn is_ready(&mut self, line: &str) -> bool;
    /// What the engine prints when it is asked to show its position.
    fn show(&mut self) -> Result<Vec<String>, Trouble>;

    /// Waits until the engine has done everything it was told; the lines until then.
    fn ready(&mut self, deadline: Deadline) -> Result<Vec<String>, Trouble> {
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
    fn stop(&mut self, _answer: &mut Answer) -> Result<(), Trouble> {
        Ok(())
    }
}

/// What an engine is told, and how its answer is read.
pub(super) struct Request<'a> {
    pub(super) command: &'a str,
    pub(super) depth: u32,
    pub(super) shapes: &'a Shapes,
}

impl Request<'_> {
    /// Gives the command, and reads until a total, a complaint or a search comes, or the time is up.
    ///
    /// Waits for the total first: an engine may say that it is ready before that.
    pub(super) fn count(
        &self,
        engine: &mut impl Counter,
        deadline: Deadline,
    ) -> Result<Answer, Trouble> {
        engine.process().send(self.command)?;
        let mut answer = Answer::to_depth(self.depth);
        while !answer.has_total() {
            self.read(&engine.process().line(deadline)?, &mut answer)?;
            if answer.is_search {
                engine.stop(&mut answer)?;
                return Ok(answer);
            }
            if answer.complaint.is_some() && !answer.has_moves() {
                break;
            }
        }
        for line in engine.ready(deadline)? {
            self.read(&line, &mut answer)?;
        }
        Ok(answer)
    }

    /// Tries a command that the engine may not know: it gets no more time than an engine that knows it needs.
    pub(super) fn attempt(&self, engine: &mut impl Counter) -> Result<Answer, Trouble> {
        engine.process().send(self.command)?;
        engine.ask_ready()?;
        let mut answer = Answer::to_depth(self.depth);
        let mut deadline = Deadline::after(engine.process().limits().start);
        let mut is_ready = false;
        while !(is_ready && (answer.has_total() || answer.complaint.is_some())) {
            match engine.process().line(deadline) {
                Ok(line) if engine.is_ready(&line) => {
                    is_ready = true;
                    deadline = Deadline::after(AFTERTHOUGHT);
                }
                Ok(line) => self.read(&line, &mut answer)?,
                Err(Trouble::TimedOut(_)) if is_ready => break,
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

    fn read(&self, line: &str, answer: &mut Answer) -> Result<(), Trouble> {
        answer.add_reading(self.shapes.read(line));
        answer.bounded().map_err(Trouble::Flooded)
    }
}
