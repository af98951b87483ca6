//! Errors in the text of a question.

use std::fmt;

use passant_rules::SyntaxError;

/// The reason why a text is not a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionError {
    /// A FEN cannot be read.
    Fen(SyntaxError),
    /// A step or the move of a query is not in UCI notation.
    Move(String),
    /// The text after the line is not a query.
    Query(String),
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "the FEN of the question cannot be read: {error}"),
            Self::Move(text) => {
                write!(
                    f,
                    "{text:?} is not a move; expected UCI notation such as e2e4 or e7e8q"
                )
            }
            Self::Query(text) => write!(
                f,
                "{text:?} is not a query; expected moves, count N, legal MOVE, bestmove N, fen, replay MOVE, key, \
                 key like LINE, same as LINE, occurrences, san MOVE, parse SAN, victim MOVE, capture MOVE, ep MOVE \
                 or check MOVE after FEN [moves …]:"
            ),
        }
    }
}

impl std::error::Error for QuestionError {}
