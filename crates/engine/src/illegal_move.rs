//! xboard engines without perft: they say `Illegal move`.

use super::channel::{Channel, Rung};
use super::counting::Counter;
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
        accepts(&mut self.keeper, place, 0, mv)
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// Whether an engine takes a move in a place from which so many moves are taken back.
pub(super) fn accepts(
    keeper: &mut Keeper<Xboard>,
    place: &Place,
    taken_back: usize,
    mv: &str,
) -> Result<bool, Trouble> {
    keeper.ask(|xboard| {
        xboard.position(place)?;
        if taken_back != 0 {
            xboard.take_back(taken_back)?;
        }
        xboard.accepts(mv)
    })
}
