//! Answers to queries.

use std::fmt;
use std::ops::RangeInclusive;

use passant_rules::{FenText, Square, UciMove};

use crate::engine_move::{EngineMove, plain_san};
use crate::search::Searched;

/// An answer to a [`Query`](crate::Query).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Leaf nodes, the answer to [`Query::Count`](crate::Query::Count).
    Counts(Counts),
    /// Moves in any order, the answer to [`Query::Moves`](crate::Query::Moves).
    Moves(Vec<EngineMove>),
    /// The move that is played, the answer to [`Query::BestMove`](crate::Query::BestMove).
    Played(EngineMove),
    /// The output of a search, the answer to [`Query::Search`](crate::Query::Search).
    Searched(Searched),
    /// A FEN as the program prints it, the answer to [`Query::Fen`](crate::Query::Fen).
    Fen(String),
    /// The FENs after a move and after it is taken back, the answer to [`Query::Replay`](crate::Query::Replay).
    Replayed(Replayed),
    /// A key, which is equal for positions that the program considers equal; the answer to
    /// [`Query::Key`](crate::Query::Key).
    Key(String),
    /// The number of times that the position has occurred, the answer to [`Query::Occurrences`](crate::Query::Occurrences).
    Occurrences(Occurrences),
    /// A move in SAN, the answer to [`MoveQuery::San`](crate::MoveQuery::San).
    San(String),
    /// The move that a text denotes, `None` if the program refuses the text; the answer to
    /// [`Query::Parse`](crate::Query::Parse).
    Parsed(Option<ParsedMove>),
    /// A square, or none: that of the captured piece, `None` if the move is not a capture.
    Square(Option<Square>),
    /// Yes or no, the answer to every other query.
    Is(bool),
}

impl Answer {
    /// The same answer in a form in which equal answers are equal: moves sorted, and counts as their total.
    #[must_use]
    pub fn comparable(self) -> Self {
        match self {
            Self::Moves(mut moves) => {
                moves.sort_unstable();
                Self::Moves(moves)
            }
            Self::Counts(Counts { total, .. }) => Self::Counts(Counts {
                moves: Vec::new(),
                total,
            }),
            other => other,
        }
    }

    /// Tells whether a program whose full answer is another one, [comparable](Self::comparable) as this one, can have given
    /// this answer: a number within bounds, or a move without its type, says less than the full answer.
    #[must_use]
    pub fn may_be(&self, full: &Self) -> bool {
        match (self, full) {
            (Self::Occurrences(found), Self::Occurrences(Occurrences::Exactly(number))) => {
                found.allows(*number)
            }
            (Self::Parsed(Some(read)), Self::Parsed(Some(full))) => read.may_be(full),
            _ => self == full,
        }
    }

    /// The word for what it is.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Counts(_) => "counts",
            Self::Moves(_) => "moves",
            Self::Played(_) => "the move that is played",
            Self::Searched(_) => "what a search has printed",
            Self::Fen(_) => "a FEN",
            Self::Replayed(_) => "the FENs after a move and after it is taken back",
            Self::Key(_) => "a key",
            Self::Occurrences(_) => "how many times a position has occurred",
            Self::San(_) => "a move in SAN",
            Self::Parsed(_) => "the move that a text denotes",
            Self::Square(_) => "the square of a captured piece",
            Self::Is(_) => "yes or no",
        }
    }
}

/// Leaf nodes of a tree.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Each move with the nodes below it; empty if the program prints only a total.
    pub moves: Vec<(EngineMove, u64)>,
    /// All nodes.
    pub total: u64,
}

/// The positions that a program reports after a move, and after the move is taken back.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Replayed {
    /// The FEN after the move; `None` if the program does not report it.
    pub after: Option<String>,
    /// The FEN after the move is taken back; `None` if the program does not report it.
    pub back: Option<String>,
}

/// The number of times that a position has occurred, as precisely as a program reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurrences {
    /// This many times.
    Exactly(usize),
    /// Fewer than this many times.
    FewerThan(usize),
    /// This many times or more.
    AtLeast(usize),
}

/// A move that a program has read from a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedMove {
    /// The move.
    pub mv: EngineMove,
    /// True if the program calls it an en passant capture; `None` if the program does not print the type of the move.
    pub is_en_passant: Option<bool>,
}

impl ParsedMove {
    /// Tells whether a program that prints the types of moves would print the full move where another prints this one.
    #[must_use]
    pub fn may_be(&self, full: &Self) -> bool {
        let has_type = self.is_en_passant.is_some();
        self.mv == full.mv && (!has_type || self.is_en_passant == full.is_en_passant)
    }
}

impl Occurrences {
    /// Tells whether this is a correct answer for a position that has occurred `number` times.
    #[must_use]
    pub fn allows(self, number: usize) -> bool {
        match self {
            Self::Exactly(exact) => exact == number,
            Self::FewerThan(bound) => number < bound,
            Self::AtLeast(bound) => bound <= number,
        }
    }

    /// Returns the answer of a program that detects draws and does not count: three times or more, or fewer.
    #[must_use]
    pub fn only_draw(self) -> Self {
        if self.allows(1) || self.allows(2) {
            Self::FewerThan(3)
        } else {
            Self::AtLeast(3)
        }
    }
}

impl fmt::Display for Answer {
    /// One line: moves sorted and counts as their total, so that equal answers have equal texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts(counts) => write!(f, "{}", counts.total),
            Self::Moves(moves) => f.write_str(&sort_texts(moves)),
            Self::Played(mv) => write!(f, "{mv}"),
            Self::Searched(searched) => write!(f, "{searched}"),
            Self::Fen(text) | Self::Key(text) | Self::San(text) => f.write_str(text),
            Self::Replayed(Replayed { after, back }) => {
                let text = |fen: &Option<String>| fen.clone().unwrap_or_else(|| "-".to_owned());
                write!(f, "{}, then {}", text(after), text(back))
            }
            Self::Occurrences(number) => write!(f, "{number}"),
            Self::Parsed(None) => f.write_str("refused"),
            Self::Parsed(Some(parsed)) => write!(f, "{parsed}"),
            Self::Square(None) => f.write_str("-"),
            Self::Square(Some(at)) => write!(f, "{at}"),
            Self::Is(is_so) => f.write_str(if *is_so { "yes" } else { "no" }),
        }
    }
}

/// Returns moves as sorted text, separated by spaces.
fn sort_texts(moves: &[EngineMove]) -> String {
    let mut texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.join(" ")
}

impl fmt::Display for ParsedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mv)?;
        if self.is_en_passant == Some(true) {
            f.write_str(" en passant")?;
        }
        Ok(())
    }
}

impl fmt::Display for Occurrences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(number) => write!(f, "{number}"),
            Self::FewerThan(bound) => write!(f, "fewer than {bound}"),
            Self::AtLeast(bound) => write!(f, "at least {bound}"),
        }
    }
}

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
    /// The legal moves, sorted: an answer to [`Query::Moves`](crate::Query::Moves).
    Moves(Vec<UciMove>),
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
            (Self::Moves(moves), Answer::Moves(_)) => {
                let moves = moves.iter().copied().map(EngineMove::Uci).collect();
                Answer::Moves(moves).comparable() == answer.clone().comparable()
            }
            (Self::Square(square), Answer::Square(answer)) => square == answer,
            _ => false,
        }
    }
}
