//! Programs that keep a game and can be asked about it: what counting nodes cannot see.

use passant_query::{EngineError, Subject};

use super::calibration::{Calibration, Protocol};
use super::starter::Starter;

mod line;
mod uci;
mod xboard;

use line::LineGame;
use uci::UciGame;
use xboard::XboardGame;

/// Something about an engine that is found out when it is needed first.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Probed<T> {
    NotYet,
    Absent,
    Found(T),
}

impl<T> From<Option<T>> for Probed<T> {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Absent, Self::Found)
    }
}

impl<T: Clone> Probed<T> {
    /// What was found. Without it the engine cannot be asked what needs it.
    fn of(&self, what: &str) -> Result<T, EngineError> {
        match self {
            Self::Found(found) => Ok(found.clone()),
            Self::NotYet | Self::Absent => Err(EngineError::unsupported(what)),
        }
    }
}

impl Calibration {
    /// Opens what can be asked about a game; `None` if nothing can.
    #[must_use]
    pub fn open_game(&self, starter: &Starter) -> Option<Box<dyn Subject>> {
        let starter = self.speaking(starter);
        match self.protocol {
            Protocol::Line => Some(Box::new(LineGame::new(starter))),
            Protocol::Uci => Some(Box::new(UciGame::new(starter))),
            Protocol::Xboard => Some(Box::new(XboardGame::new(starter))),
            Protocol::Script => None,
        }
    }
}
