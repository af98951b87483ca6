//! The engine's own perft, over UCI or xboard.

use passant_query::{Abilities, Answer, Channel, Counts, EngineError, Line, Query, Subject};

use super::calibration::Calibration;
use super::counting::{AskReady, Counter, Request, counts};
use super::dialect::Shapes;
use super::held;
use super::keeper::Keeper;
use super::process::Deadline;
use super::starter::Starter;

/// An engine that counts when it is told to.
pub(super) struct Native<S> {
    keeper: Keeper<S>,
    command: String,
    shapes: Shapes,
    channel: Channel,
    least_depth: u32,
    ask: AskReady,
    reply: std::time::Duration,
}

impl<S: Counter> Native<S> {
    pub(super) fn new(starter: Starter, calibration: &Calibration) -> Self {
        Self {
            reply: starter.limits.reply,
            shapes: starter.shapes(),
            keeper: Keeper::new(starter, S::start),
            command: calibration.command.clone().unwrap_or_default(),
            channel: calibration.channel,
            least_depth: calibration.least_depth,
            ask: if calibration.is_buffered {
                AskReady::AtOnce
            } else {
                AskReady::WhenDone
            },
        }
    }

    fn counts(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        let mut request = Request {
            command: &command(&self.command, depth),
            depth,
            shapes: &self.shapes,
            ask: self.ask,
        };
        let reply = self.reply;
        self.keeper.ask(|session| {
            let deadline = Deadline::after(reply);
            session.position(line)?;
            let output = request.count(session, deadline)?;
            if !output.has_total()
                && let Some(complaint) = &output.complaint
            {
                return Err(EngineError::Refused(complaint.clone()));
            }
            counts(&output, line)
        })
    }

    fn held(&mut self, line: &Line) -> Result<String, EngineError> {
        self.keeper.ask(|session| {
            session.position(line)?;
            held::fen(&session.show()?, line).ok_or_else(|| EngineError::unsupported("fen"))
        })
    }
}

impl<S: Counter> Subject for Native<S> {
    fn can(&self) -> Abilities {
        Abilities {
            least_depth: self.least_depth,
            ..Abilities::of(self.channel)
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Count(depth) => self.counts(line, *depth).map(Answer::Counts),
            Query::Fen => self.held(line).map(Answer::Fen),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.keeper.start()
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// The mark for the depth in a command.
const DEPTH: &str = "{depth}";

/// A command with its depth.
pub(super) fn command(template: &str, depth: u32) -> String {
    template.replace(DEPTH, &depth.to_string())
}
