//! Moves as programs name them.

use std::fmt;

use passant_rules::UciMove;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A move as a program names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineMove {
    /// A move, whatever notation the program writes.
    Uci(UciMove),
    /// Any other text in place of a move.
    Unreadable(String),
}

impl EngineMove {
    /// Reads a text in UCI notation. Any other text is unreadable.
    #[must_use]
    pub fn from_uci(text: &str) -> Self {
        text.parse()
            .map_or_else(|_| Self::Unreadable(text.to_owned()), Self::Uci)
    }

    /// Whether this is a move. Engines without a legal move print `(none)`, `0000` or `a1a1`.
    #[must_use]
    pub fn is_move(&self) -> bool {
        match self {
            Self::Uci(mv) => mv.from() != mv.to(),
            Self::Unreadable(text) => !["(none)", "none", "NULL"].contains(&text.as_str()),
        }
    }

    /// The move, if it can be read.
    #[must_use]
    pub fn uci(&self) -> Option<UciMove> {
        match self {
            Self::Uci(mv) => Some(*mv),
            Self::Unreadable(_) => None,
        }
    }
}

impl From<UciMove> for EngineMove {
    fn from(mv: UciMove) -> Self {
        Self::Uci(mv)
    }
}

impl Serialize for EngineMove {
    /// The text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EngineMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from_uci(&text))
    }
}

impl fmt::Display for EngineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci(mv) => write!(f, "{mv}"),
            Self::Unreadable(text) => f.write_str(text),
        }
    }
}
