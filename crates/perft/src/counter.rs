//! What counts the leaves: a choice of the caller, the same for the whole of a run.

use core::fmt;

use passant_rules::Position;

use crate::Count;

/// What counts the leaves of a run. All of them count the same; they differ in speed and in how they do it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counter {
    /// The generator of `passant-rules`: [`bulk`](crate::bulk) and [`tally`](crate::tally).
    #[default]
    Rules,
}

/// There is no counter of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CounterError {
    name: String,
}

/// How deep the trees are that are counted in one go.
#[derive(Clone, Copy)]
pub(crate) struct Depths {
    /// No tree of a run is smaller, if the run is deep enough: below, starting costs more than counting.
    pub(crate) job: u32,
    /// Trees up to here are counted without looking whether to stop.
    pub(crate) leaf: u32,
    /// Trees up to here are counted without looking into the table, but at this depth the table is asked first.
    pub(crate) hashed: u32,
}

impl Counter {
    /// The counter of a name.
    pub fn by_name(name: &str) -> Result<Self, CounterError> {
        match name {
            "rules" => Ok(Self::Rules),
            _ => Err(CounterError {
                name: name.to_owned(),
            }),
        }
    }

    /// How it is called: on the command line, in outputs and in checkpoints.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
        }
    }

    /// How it goes about counting, where there is a choice.
    #[must_use]
    pub fn mode(self) -> Option<&'static str> {
        match self {
            Self::Rules => None,
        }
    }

    /// Counts the tree below a position. The position is the same afterwards.
    pub(crate) fn count<C: Count>(self, position: &mut Position, depth: u32) -> C {
        match self {
            Self::Rules => C::count(position, depth),
        }
    }

    pub(crate) fn depths(self) -> Depths {
        match self {
            Self::Rules => Depths {
                job: 2,
                leaf: 3,
                hashed: 2,
            },
        }
    }
}

impl fmt::Display for Counter {
    /// The name, and the mode if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode() {
            None => f.pad(self.name()),
            Some(mode) => write!(f, "{} ({mode})", self.name()),
        }
    }
}

impl fmt::Display for CounterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no kernel {}; there is: rules", self.name)
    }
}

impl std::error::Error for CounterError {}
