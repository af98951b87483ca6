//! What can be wrong with a FEN, and where.

use core::fmt;
use core::ops::Range;

use super::{FenField, MAX_CLOCK, fields};
use crate::bounded::BoundedList;
use crate::{Rank, Repair, SetupFault, SetupFaults, Square};

/// What is wrong with the text of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SyntaxErrorKind {
    /// The field is missing.
    Missing,
    /// Text follows after the last field.
    TrailingText,
    /// A character that has no meaning in this field.
    Character(char),
    /// A rank of the placement holds more or fewer than eight squares.
    RankLength(Rank),
    /// Two digits stand side by side in a rank.
    Digits,
    /// The placement has more or fewer than eight ranks.
    Ranks,
    /// A castling right is claimed twice, or two rooks for one wing.
    RepeatedRight(char),
    /// Neither `w` nor `b`.
    NotASide,
    /// Neither `-` nor the name of a square in small letters.
    NotASquare,
    /// Not a number from 0 to [`MAX_CLOCK`].
    NotANumber,
}

/// The text of a FEN cannot be read: what, in which field, at which bytes of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The field it is wrong in.
    pub field: FenField,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What keeps a text from being read as a FEN, in the order of the text: the first sixteen errors.
pub type SyntaxErrors = BoundedList<SyntaxError, 16>;

/// A FEN is no position: either its text cannot be read, or what it says cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FenError {
    /// The text cannot be read.
    Syntax(SyntaxError),
    /// The text can be read, but is no position of a game, for all of these reasons.
    Invalid(SetupFaults),
}

impl SyntaxError {
    /// The bytes of the text that are wrong; an empty range where something is missing.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl SetupFault {
    /// The field of a FEN that says what cannot be.
    #[must_use]
    pub const fn field(self) -> FenField {
        match self.repair() {
            Repair::DropCastling => FenField::Castling,
            Repair::DropEnPassant => FenField::EnPassant,
            _ => match self {
                Self::EnPassantCheck { .. } => FenField::EnPassant,
                Self::OpponentInCheck { .. } => FenField::SideToMove,
                _ => FenField::Placement,
            },
        }
    }

    /// The bytes of a FEN that say what cannot be: one man where one is to blame, otherwise the whole field.
    #[must_use]
    pub fn span(self, fen: &str) -> Range<usize> {
        let field = fields(fen)
            .nth(self.field() as usize)
            .map_or(fen.len()..fen.len(), |(start, end)| start..end);
        let blamed = match self {
            Self::BackRankPawns(pawns) => pawns.first(),
            Self::ImpossibleCheck { checkers } => checkers.first(),
            _ => None,
        };
        let man = blamed.and_then(|square| placement_offset(&fen[field.clone()], square));
        man.map_or(field.clone(), |offset| {
            let start = field.start + offset;
            let width = fen[start..].chars().next().map_or(0, char::len_utf8);
            start..start + width
        })
    }
}

/// Where in the placement the man on a square is written.
fn placement_offset(placement: &str, square: Square) -> Option<usize> {
    let mut offset = 0;
    for (rank, text) in Rank::ALL.into_iter().rev().zip(placement.split('/')) {
        if rank == square.rank() {
            let mut file = 0;
            for (at, letter) in text.char_indices() {
                if file == u32::from(square.file().index()) && !letter.is_ascii_digit() {
                    return Some(offset + at);
                }
                file += letter.to_digit(10).unwrap_or(1);
            }
            return None;
        }
        offset += text.len() + 1;
    }
    None
}

impl From<SyntaxError> for FenError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<SetupFaults> for FenError {
    fn from(faults: SetupFaults) -> Self {
        Self::Invalid(faults)
    }
}

impl fmt::Display for SyntaxError {
    /// What is wrong, and what would be right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SyntaxErrorKind::Missing => write!(f, "the {} field is missing", self.field),
            SyntaxErrorKind::TrailingText => f.write_str("text after the sixth and last field"),
            SyntaxErrorKind::Character(letter) => {
                write!(
                    f,
                    "{letter:?} means nothing in the {} field; expected ",
                    self.field
                )?;
                f.write_str(match self.field {
                    FenField::Placement => "one of PNBRQKpnbrqk, a digit from 1 to 8, or /",
                    _ => "-, letters of KQkq, or the files of the rooks (A-H, a-h)",
                })
            }
            SyntaxErrorKind::RankLength(rank) => {
                write!(f, "rank {rank} does not have exactly eight squares")
            }
            SyntaxErrorKind::Digits => {
                f.write_str("two digits side by side; their sum is written as one digit")
            }
            SyntaxErrorKind::Ranks => {
                f.write_str("the placement does not have exactly eight ranks")
            }
            SyntaxErrorKind::RepeatedRight(letter) => {
                write!(
                    f,
                    "{letter:?} claims a castling right that is claimed already; one letter for each wing"
                )
            }
            SyntaxErrorKind::NotASide => f.write_str("not a side; expected w or b"),
            SyntaxErrorKind::NotASquare => {
                f.write_str("not a square; expected - or a name like e3 or d6")
            }
            SyntaxErrorKind::NotANumber => {
                write!(f, "not a number; expected 0 to {MAX_CLOCK} in digits")
            }
        }
    }
}

impl fmt::Display for FenError {
    /// The first thing that is wrong, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Invalid(faults) => match faults.as_slice() {
                [] => f.write_str("no position of a game"),
                [only] => only.fmt(f),
                [first, rest @ ..] => write!(f, "{first} (and {} more)", rest.len()),
            },
        }
    }
}

impl core::error::Error for SyntaxError {}
impl core::error::Error for FenError {}
impl core::error::Error for SetupFault {}
