//! What an engine has said, so that it can be compared with what every fault answers.

use std::fmt;

use passant_query::{EngineMove, Occurrences};

/// What an engine has said, in the words of the oracle's engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The whole answer.
    Is(String),
    /// One of the moves that it takes for legal, the one it plays.
    Plays(EngineMove),
    /// A text means this move; what playing it comes to is not said.
    Reads(EngineMove),
    /// The position has occurred about so many times.
    Occurs(Occurrences),
}

impl Answer {
    /// Whether an engine that would answer this can have said so.
    #[must_use]
    pub fn fits(&self, predicted: &str) -> bool {
        match self {
            Self::Is(text) => text == predicted,
            Self::Plays(mv) if mv.is_move() => {
                let mv = mv.to_string();
                predicted.split(' ').any(|legal| legal == mv)
            }
            // Who has lost all moves says so in many ways.
            Self::Plays(_) => predicted.is_empty(),
            Self::Occurs(times) => predicted.parse().is_ok_and(|number| times.allows(number)),
            Self::Reads(_) => !predicted.starts_with("illegal "),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(text) => f.write_str(text),
            Self::Plays(mv) => write!(f, "it plays {mv}"),
            Self::Reads(mv) => write!(f, "it reads {mv}"),
            Self::Occurs(number) => write!(f, "{number}"),
        }
    }
}
