//! xboard engines without perft: they say `Illegal move`.

use super::channel::{Channel, Rung};
use super::keeper::Keeper;
use super::starter::Starter;
use super::xboard::Xboard;
use super::{Place, Trouble};

/// An engine that is shown moves.
pub(super) struct IllegalMove {
    keeper: Keeper<Xboard>,
}

impl IllegalMove {
    /// Starts the engine when it is asked first.
    pub(super) fn new(starter: Starter) -> Self {
        Self {
            keeper: Keeper::new(starter, Xboard::start),
        }
    }
}

impl Channel for IllegalMove {
    fn rung(&self) -> Rung {
        Rung::IllegalMove
    }

    fn accepts(&mut self, place: &Place, mv: &str) -> Result<bool, Trouble> {
        let (is_accepted, has_ended) = self.keeper.ask(|xboard| {
            xboard.position(place)?;
            let is_accepted = xboard.accepts(mv)?;
            Ok((is_accepted, xboard.has_ended()))
        })?;
        if has_ended {
            self.keeper.restart();
        }
        Ok(is_accepted)
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}
