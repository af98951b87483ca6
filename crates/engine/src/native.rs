//! The engine's own perft, over UCI or xboard.

use super::calibration::Calibration;
use super::channel::{Channel, Rung};
use super::counting::{AskReady, Counter, Request};
use super::dialect::{Answer, Counts, Shapes};
use super::keeper::Keeper;
use super::process::Deadline;
use super::starter::Starter;
use super::{Place, Trouble, held};

/// The mark for the depth in a command.
const DEPTH: &str = "{depth}";

/// An engine that counts when it is told to.
pub(super) struct Native<S> {
    keeper: Keeper<S>,
    command: String,
    shapes: Shapes,
    rung: Rung,
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
            rung: calibration.rung,
            least_depth: calibration.least_depth,
            ask: if calibration.is_buffered {
                AskReady::AtOnce
            } else {
                AskReady::WhenDone
            },
        }
    }
}

impl<S: Counter> Channel for Native<S> {
    fn rung(&self) -> Rung {
        self.rung
    }

    fn least_depth(&self) -> u32 {
        self.least_depth
    }

    fn count(&mut self, place: &Place, depth: u32) -> Result<Counts, Trouble> {
        let mut request = Request {
            command: &command(&self.command, depth),
            depth,
            shapes: &self.shapes,
            ask: self.ask,
        };
        let reply = self.reply;
        self.keeper.ask(|session| {
            let deadline = Deadline::after(reply);
            session.position(place)?;
            let answer = request.count(session, deadline)?;
            if !answer.has_total()
                && let Some(complaint) = &answer.complaint
            {
                return Err(Trouble::Refused(complaint.clone()));
            }
            answer.counts().map_err(|what| doubt(&answer, what))
        })
    }

    fn held(&mut self, place: &Place) -> Result<Option<String>, Trouble> {
        self.keeper.ask(|session| {
            session.position(place)?;
            Ok(held::fen(&session.show()?, place))
        })
    }

    fn start(&mut self) -> Result<(), Trouble> {
        self.keeper.start()
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// Why the counts of an answer are not believed.
pub(super) fn doubt(answer: &Answer, what: String) -> Trouble {
    match answer.printed() {
        Some((moves, total)) => Trouble::Contradicted {
            moves: moves.to_vec(),
            total,
        },
        None => Trouble::Garbled(what),
    }
}

/// A command with its depth.
pub(super) fn command(template: &str, depth: u32) -> String {
    template.replace(DEPTH, &depth.to_string())
}
