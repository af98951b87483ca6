//! The engine's own perft, over UCI or xboard.

use super::channel::{Channel, Rung};
use super::dialect::{Answer, Counts};
use super::keeper::Keeper;
use super::process::Deadline;
use super::starter::Starter;
use super::uci::Uci;
use super::xboard::Xboard;
use super::{Place, Trouble, held};

/// The mark for the depth in a command.
const DEPTH: &str = "{depth}";

/// An engine that counts when it is told to.
pub(super) struct Native<S> {
    keeper: Keeper<S>,
    command: String,
    rung: Rung,
    reply: std::time::Duration,
}

/// A conversation in which an engine can be told to count.
pub(super) trait Counter: Send + Sized {
    fn begin(starter: &Starter) -> Result<Self, Trouble>;
    fn set(&mut self, place: &Place) -> Result<(), Trouble>;
    fn perft(&mut self, command: &str, depth: u32, deadline: Deadline) -> Result<Answer, Trouble>;
    /// A command that the engine may not know.
    fn try_perft(&mut self, command: &str, depth: u32) -> Result<Answer, Trouble>;
    /// What the engine prints when it is asked to show its position.
    fn show(&mut self) -> Result<Vec<String>, Trouble>;
}

impl Counter for Uci {
    fn begin(starter: &Starter) -> Result<Self, Trouble> {
        Self::start(starter)
    }

    fn set(&mut self, place: &Place) -> Result<(), Trouble> {
        self.position(place)
    }

    fn perft(&mut self, command: &str, depth: u32, deadline: Deadline) -> Result<Answer, Trouble> {
        self.perft(command, depth, deadline)
    }

    fn try_perft(&mut self, command: &str, depth: u32) -> Result<Answer, Trouble> {
        self.try_perft(command, depth)
    }

    fn show(&mut self) -> Result<Vec<String>, Trouble> {
        self.show()
    }
}

impl Counter for Xboard {
    fn begin(starter: &Starter) -> Result<Self, Trouble> {
        Self::start(starter)
    }

    fn set(&mut self, place: &Place) -> Result<(), Trouble> {
        self.position(place)
    }

    fn perft(&mut self, command: &str, depth: u32, deadline: Deadline) -> Result<Answer, Trouble> {
        self.perft(command, depth, deadline)
    }

    fn try_perft(&mut self, command: &str, depth: u32) -> Result<Answer, Trouble> {
        self.try_perft(command, depth)
    }

    fn show(&mut self) -> Result<Vec<String>, Trouble> {
        Ok(Vec::new())
    }
}

impl<S: Counter> Native<S> {
    pub(super) fn new(starter: Starter, command: &str, rung: Rung) -> Self {
        Self {
            reply: starter.limits.reply,
            keeper: Keeper::new(starter, S::begin),
            command: command.to_owned(),
            rung,
        }
    }
}

impl<S: Counter> Channel for Native<S> {
    fn rung(&self) -> Rung {
        self.rung
    }

    fn count(&mut self, place: &Place, depth: u32) -> Result<Counts, Trouble> {
        let command = command(&self.command, depth);
        let deadline = Deadline::after(self.reply);
        self.keeper.ask(|session| {
            session.set(place)?;
            let answer = session.perft(&command, depth, deadline)?;
            if !answer.has_total()
                && let Some(complaint) = &answer.complaint
            {
                return Err(Trouble::Refused(complaint.clone()));
            }
            answer.counts().map_err(Trouble::Garbled)
        })
    }

    fn held(&mut self, place: &Place) -> Result<Option<String>, Trouble> {
        self.keeper.ask(|session| {
            session.set(place)?;
            Ok(held::fen(&session.show()?))
        })
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// A command with its depth.
pub(super) fn command(template: &str, depth: u32) -> String {
    template.replace(DEPTH, &depth.to_string())
}
