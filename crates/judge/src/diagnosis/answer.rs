//! The answer of an engine, in a form that can be compared with the answer of each fault.

use std::fmt;

use passant_query::{EngineMove, Occurrences};

/// The answer of an engine, in the words of the oracle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObservedAnswer {
    /// The whole answer.
    Text(String),
    /// The engine plays this move. It may have other moves.
    Plays(EngineMove),
    /// A text means this move. The position after the move is not known.
    Reads(EngineMove),
    /// How many times the position has occurred, exactly or within bounds.
    Occurs(Occurrences),
}

impl ObservedAnswer {
    /// Whether an engine whose full answer is the predicted one can have given this answer.
    #[must_use]
    pub fn fits(&self, predicted: &str) -> bool {
        match self {
            Self::Text(text) => text == predicted,
            Self::Plays(mv) if mv.is_move() => {
                let mv = mv.to_string();
                predicted.split(' ').any(|legal| legal == mv)
            }
            // There are several ways to say that there is no move.
            Self::Plays(_) => predicted.is_empty(),
            Self::Occurs(times) => predicted.parse().is_ok_and(|number| times.allows(number)),
            Self::Reads(_) => !predicted.starts_with("illegal "),
        }
    }
}

impl fmt::Display for ObservedAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Plays(mv) => write!(f, "it plays {mv}"),
            Self::Reads(mv) => write!(f, "it reads {mv}"),
            Self::Occurs(number) => write!(f, "{number}"),
        }
    }
}
