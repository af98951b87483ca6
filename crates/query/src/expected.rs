//! The answers that are correct.

use std::ops::RangeInclusive;

use passant_rules::{FenText, Square, UciMove};

use crate::{Answer, EngineMove, ParsedMove, plain_san};

/// The answers that are correct.
///
/// ```
/// use passant_query::{Answer, Expected, Occurrences};
///
/// let expected = Expected::Occurrences(2..=2);
/// assert!(expected.allows(&Answer::Occurrences(Occurrences::FewerThan(3))));
/// assert!(!expected.allows(&Answer::Occurrences(Occurrences::AtLeast(3))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The FEN under each convention, in the order of [`EnPassantMode::ALL`](passant_rules::EnPassantMode::ALL): an answer
    /// to [`Query::Fen`](crate::Query::Fen).
    Fen([FenText; 3]),
    /// Tells whether two keys are equal: an answer to [`Query::SameKey`](crate::Query::SameKey).
    SameKey {
        /// Tells whether they are.
        is_same: bool,
        /// The keys of the Polyglot book format, of this game and the other, where the case has them.
        polyglot: Option<[u64; 2]>,
    },
    /// The number of times that the position has occurred: an answer to [`Query::Occurrences`](crate::Query::Occurrences).
    Occurrences(RangeInclusive<usize>),
    /// A move in SAN: an answer to [`MoveQuery::San`](crate::MoveQuery::San).
    San(String),
    /// The move that a text means: an answer to [`Query::Parse`](crate::Query::Parse).
    Parsed {
        /// The move, and whether it is an en passant capture; `None` if the text means no legal move.
        mv: Option<(UciMove, bool)>,
        /// Tells whether a program may also refuse the text.
        may_be_refused: bool,
    },
    /// A square, or none: an answer to the question for the captured piece.
    Square(Option<Square>),
    /// Yes or no: an answer to every other query.
    Is(bool),
}

impl Expected {
    /// Tells whether an answer is correct. A FEN may follow any convention, and the suffix `e.p.` and spaces in SAN are not
    /// compared.
    #[must_use]
    pub fn allows(&self, answer: &Answer) -> bool {
        match (self, answer) {
            (Self::Fen(fens), Answer::Fen(fen)) => fens.iter().any(|right| *right == fen.as_str()),
            (Self::SameKey { is_same: is_so, .. } | Self::Is(is_so), Answer::Is(answer)) => {
                is_so == answer
            }
            (Self::Occurrences(times), Answer::Occurrences(occurrences)) => {
                // In answers, larger numbers are indistinguishable.
                let mut times = times.clone().take(16);
                times.any(|times| occurrences.allows(times))
            }
            (Self::San(san), Answer::San(answer)) => *san == plain_san(answer),
            (Self::Parsed { mv, may_be_refused }, Answer::Parsed(None)) => {
                mv.is_none() || *may_be_refused
            }
            (Self::Parsed { mv: Some(mv), .. }, Answer::Parsed(Some(read))) => {
                let (mv, is_en_passant) = *mv;
                read.may_be(&ParsedMove {
                    mv: EngineMove::Uci(mv),
                    is_en_passant: Some(is_en_passant),
                })
            }
            (Self::Square(square), Answer::Square(answer)) => square == answer,
            _ => false,
        }
    }
}
