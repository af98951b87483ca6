//! Replies of an engine, in a form that can be compared with what engines with faults say.

use std::fmt;

use passant_query::{Answer, Counts, EngineError, EngineMove, Step};

use crate::check::search::flaw::FlawKind;

/// A reply of an engine to a question, or of the oracle with some faults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// An answer, in its [comparable](Answer::comparable) form.
    Answer(Answer),
    /// The output of a search, with what is wrong with it; nothing if it is sound.
    Searched(Vec<FlawKind>),
    /// The engine plays this move. It may have other moves.
    Plays {
        /// The move.
        mv: EngineMove,
        /// The steps of the line before which the move is legal too, so that the engine may not have taken one of them.
        legal_before: Vec<Step>,
    },
    /// A step of the line, or the move that the query is about, is not taken or called illegal.
    NotTaken(String),
    /// The position is refused.
    Refused,
}

impl Reply {
    /// Returns a list of moves in any order as a reply.
    pub(super) fn moves(moves: Vec<EngineMove>) -> Self {
        Self::Answer(Answer::Moves(moves).comparable())
    }

    /// Returns a number of leaf nodes as a reply.
    pub(super) fn count(total: u64) -> Self {
        let moves = Vec::new();
        Self::Answer(Answer::Counts(Counts { moves, total }))
    }

    /// Returns the listed moves, sorted; `None` if the reply is no list.
    #[must_use]
    pub fn as_moves(&self) -> Option<&[EngineMove]> {
        match self {
            Self::Answer(Answer::Moves(moves)) => Some(moves),
            _ => None,
        }
    }

    /// Tells whether an engine whose full reply is the predicted one can have given this reply.
    #[must_use]
    pub fn fits(&self, predicted: &Self) -> bool {
        match (self, predicted) {
            (Self::Answer(answer), Self::Answer(full)) => answer.may_be(full),
            // Some engines list nothing after a move that they do not take.
            (Self::Answer(Answer::Moves(moves)), Self::NotTaken(_)) => moves.is_empty(),
            (Self::Plays { mv, .. }, Self::Answer(Answer::Moves(moves))) if mv.is_move() => {
                moves.contains(mv)
            }
            (Self::Plays { mv, legal_before }, Self::NotTaken(step)) if mv.is_move() => {
                legal_before.iter().any(|it| it.to_string() == *step)
            }
            // There are several ways to say that there is no move.
            (Self::Plays { mv, .. }, Self::Answer(Answer::Moves(moves))) => {
                !mv.is_move() && moves.is_empty()
            }
            _ => self == predicted,
        }
    }
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer.comparable())
    }
}

impl From<Result<Answer, EngineError>> for Reply {
    /// Takes what the oracle says. It gives an answer unless it does not take a move, or cannot be asked.
    fn from(answer: Result<Answer, EngineError>) -> Self {
        match answer {
            Ok(answer) => answer.into(),
            Err(EngineError::Illegal { mv, .. }) => Self::NotTaken(mv),
            Err(_) => Self::Refused,
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(answer) => write!(f, "{answer}"),
            Self::Searched(flaws) if flaws.is_empty() => f.write_str("sound"),
            Self::Searched(flaws) => {
                let words: Vec<_> = flaws.iter().map(FlawKind::to_string).collect();
                f.write_str(&words.join(", "))
            }
            Self::Plays { mv, .. } => write!(f, "it plays {mv}"),
            Self::NotTaken(step) => write!(f, "illegal {step}"),
            Self::Refused => f.write_str("refused"),
        }
    }
}
