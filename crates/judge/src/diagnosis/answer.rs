//! The answer of an engine, in a form that can be compared with the answer of each fault.

use std::fmt;

use passant_query::{EngineMove, Occurrences, Step};

use super::predictions::Predictions;

/// The answer of an engine, in the words of the oracle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObservedAnswer {
    /// The whole answer.
    Text(String),
    /// The engine plays this move. It may have other moves.
    Plays {
        /// The move.
        mv: EngineMove,
        /// The steps of the line before which the move is legal too, so that the engine may not have taken one of them.
        legal_before: Vec<Step>,
    },
    /// The engine has not taken this step of the line, or says that it is illegal.
    NotTaken(String),
    /// A text means this move. The position after the move is not known.
    Reads(EngineMove),
    /// How many times the position has occurred, exactly or within bounds.
    Occurs(Occurrences),
}

impl ObservedAnswer {
    /// Whether the answer to a question is correct.
    #[must_use]
    pub fn is_correct(&self, question: &Predictions) -> bool {
        match self {
            Self::Text(text) => question.is_correct(text),
            _ => self.fits(&question.expected),
        }
    }

    /// Whether an engine whose full answer is the predicted one can have given this answer.
    #[must_use]
    pub fn fits(&self, predicted: &str) -> bool {
        match self {
            // Some engines list nothing after a move that they do not take.
            Self::Text(text) => text == predicted || text.is_empty() && is_refusal(predicted),
            Self::Plays { mv, legal_before } if mv.is_move() => {
                let mv = mv.to_string();
                predicted.split(' ').any(|legal| legal == mv)
                    || legal_before.iter().any(|step| refusal(step) == predicted)
            }
            // There are several ways to say that there is no move.
            Self::Plays { .. } => predicted.is_empty(),
            Self::NotTaken(step) => refusal(step) == predicted,
            Self::Occurs(times) => predicted.parse().is_ok_and(|number| times.allows(number)),
            Self::Reads(_) => !is_refusal(predicted),
        }
    }
}

/// How the answer of the oracle begins if it does not take a step, or does not understand a text.
const REFUSAL: &str = "illegal ";

/// What the oracle answers if it does not take a step, or does not understand a text.
pub(super) fn refusal(step: impl fmt::Display) -> String {
    format!("{REFUSAL}{step}")
}

/// Whether the oracle has not taken a step, or has not understood a text.
pub(super) fn is_refusal(answer: &str) -> bool {
    answer.starts_with(REFUSAL)
}

impl fmt::Display for ObservedAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Plays { mv, .. } => write!(f, "it plays {mv}"),
            Self::NotTaken(step) => f.write_str(&refusal(step)),
            Self::Reads(mv) => write!(f, "it reads {mv}"),
            Self::Occurs(number) => write!(f, "{number}"),
        }
    }
}
