//! Programs that keep a game and can be asked about it: what counting nodes cannot see.

use passant_rules::Square;

use super::calibration::{Calibration, Protocol};
use super::channel::unsupported;
use super::starter::Starter;
use super::{Place, Trouble};

mod line;
mod subject;
mod uci;
mod xboard;

pub use line::LineWitness;
pub use uci::UciWitness;
pub use xboard::XboardWitness;

/// Whoever keeps a game and can be asked about it. What it cannot be asked is [`Trouble::Unsupported`].
///
/// Every question is about the position that was told last, and a move is in UCI notation. After a [`Trouble`] that
/// [needs a restart](Trouble::needs_restart) the position must be told again.
pub trait Witness: Send {
    /// Whether it takes Chess960 positions.
    fn is_chess960(&mut self) -> Result<bool, Trouble>;

    /// Whether it plays null moves, `0000` in UCI notation.
    fn has_null_moves(&mut self) -> Result<bool, Trouble> {
        Ok(false)
    }

    /// Whether its keys are those of the Polyglot book format.
    fn has_polyglot_keys(&mut self) -> Result<bool, Trouble> {
        Ok(false)
    }

    /// Begins a game and plays its moves.
    fn position(&mut self, place: &Place) -> Result<(), Trouble>;

    /// Takes the last move back.
    fn undo(&mut self) -> Result<(), Trouble> {
        Err(unsupported("undo"))
    }

    /// The FEN as the program prints it.
    fn fen(&mut self) -> Result<String, Trouble> {
        Err(unsupported("fen"))
    }

    /// A word that is equal for positions that the program takes for the same.
    fn key(&mut self) -> Result<String, Trouble> {
        Err(unsupported("key"))
    }

    /// Whether the program takes another position for the same.
    fn same(&mut self, _other: &Place) -> Result<bool, Trouble> {
        Err(unsupported("same"))
    }

    /// How many times the position has occurred.
    fn occurrences(&mut self) -> Result<Times, Trouble> {
        Err(unsupported("occurrences"))
    }

    /// A legal move in SAN.
    fn san(&mut self, _mv: &str) -> Result<String, Trouble> {
        Err(unsupported("san"))
    }

    /// The move that a text means; `None` if the program refuses it.
    fn parse(&mut self, _text: &str) -> Result<Option<Read>, Trouble> {
        Err(unsupported("parse"))
    }

    /// Whether a move is legal.
    fn is_legal(&mut self, _mv: &str) -> Result<bool, Trouble> {
        Err(unsupported("legal"))
    }

    /// Where the man stands that a legal move takes.
    fn victim(&mut self, _mv: &str) -> Result<Option<Square>, Trouble> {
        Err(unsupported("victim"))
    }

    /// Whether the program calls a legal move a capture.
    fn is_capture(&mut self, _mv: &str) -> Result<bool, Trouble> {
        Err(unsupported("captures"))
    }

    /// Whether the program calls a legal move a capture en passant.
    fn is_en_passant(&mut self, _mv: &str) -> Result<bool, Trouble> {
        Err(unsupported("captures en passant"))
    }

    /// Whether a legal move gives check.
    fn gives_check(&mut self, _mv: &str) -> Result<bool, Trouble> {
        Err(unsupported("checks"))
    }

    /// Ends the program; it is started again for the next question.
    fn restart(&mut self);
}

/// How many times a position has occurred, as far as a program tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// The number.
    Exactly(usize),
    /// Fewer times than this.
    FewerThan(usize),
    /// This many times or more.
    AtLeast(usize),
}

/// A move as a program has read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// In UCI notation.
    pub mv: String,
    /// Whether the program says that it captures en passant; `None` if it does not say of which kind it is.
    pub is_en_passant: Option<bool>,
}

impl Times {
    /// Whether this can be said where the number is right.
    #[must_use]
    pub fn allows(self, number: usize) -> bool {
        match self {
            Self::Exactly(told) => told == number,
            Self::FewerThan(bound) => number < bound,
            Self::AtLeast(bound) => bound <= number,
        }
    }
}

/// What an engine does, found out when it is needed first.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Habit<T> {
    NotTried,
    None,
    Found(T),
}

impl<T> From<Option<T>> for Habit<T> {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::None, Self::Found)
    }
}

impl<T: Clone> Habit<T> {
    /// What was found; else it cannot be asked what needs it.
    fn of(&self, what: &str) -> Result<T, Trouble> {
        match self {
            Self::Found(found) => Ok(found.clone()),
            Self::NotTried | Self::None => Err(unsupported(what)),
        }
    }
}

impl Calibration {
    /// Opens what can be asked about a game; `None` if nothing can.
    #[must_use]
    pub fn witness(&self, starter: &Starter) -> Option<Box<dyn Witness>> {
        let starter = self.speaking(starter);
        match self.protocol {
            Protocol::Line => Some(Box::new(LineWitness::new(starter))),
            Protocol::Uci => Some(Box::new(UciWitness::new(starter))),
            Protocol::Xboard => Some(Box::new(XboardWitness::new(starter))),
            Protocol::Script => None,
        }
    }
}
