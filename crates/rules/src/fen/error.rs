//! Errors in a FEN, with their places.

use core::fmt;
use core::ops::Range;

use super::field::{FenField, MAX_CLOCK, fields};
use crate::bounded::BoundedList;
use crate::{Rank, Repair, SetupFault, SetupFaults, Square};

/// The kinds of errors in the text of a FEN.
///
/// ```
/// use passant_rules::{Setup, SyntaxErrorKind};
///
/// let error = Setup::from_fen("4k3/44/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
/// assert_eq!(error.kind, SyntaxErrorKind::Digits);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SyntaxErrorKind {
    /// The field is missing.
    Missing,
    /// Text follows after the sixth field.
    TrailingText,
    /// A character that has no meaning in this field.
    Character(char),
    /// A rank of the placement holds more or fewer than eight squares.
    RankLength(Rank),
    /// Two digits stand side by side in a rank.
    Digits,
    /// The placement has more or fewer than eight ranks.
    Ranks,
    /// A castling right is claimed twice, or two rooks are claimed for one side.
    RepeatedRight(char),
    /// Neither `w` nor `b`.
    NotASide,
    /// Neither `-` nor the name of a square in lower case.
    NotASquare,
    /// Not a number from 0 to [`MAX_CLOCK`].
    NotANumber,
}

/// An error in the text of a FEN: what is wrong, in which field, at which bytes of the text.
///
/// ```
/// use passant_rules::{FenField, Setup};
///
/// let error = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 white - - 0 1").unwrap_err();
/// assert_eq!(error.field, FenField::SideToMove);
/// assert_eq!(error.span(), 20..25);
/// assert_eq!(error.to_string(), "not a side; expected w or b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SyntaxError {
    /// The kind of error.
    pub kind: SyntaxErrorKind,
    /// The field in which it is wrong.
    pub field: FenField,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The first sixteen errors that keep a text from being read as a FEN, in the order of the text.
///
/// ```
/// use passant_rules::{Setup, SyntaxErrors};
///
/// let errors: SyntaxErrors = Setup::syntax_errors("4k3/8/8/8/8/8/8/4K3 white - e9 0 1");
/// assert_eq!(errors.len(), 2);
/// ```
pub type SyntaxErrors = BoundedList<SyntaxError, 16>;

/// The reason why a FEN is not a position: its text cannot be read, or what it describes is not a position of a game.
///
/// ```
/// use passant_rules::{FenError, Position};
///
/// assert!(matches!(Position::from_fen("8/8"), Err(FenError::Syntax(_))));
/// let Err(FenError::Invalid(faults)) = Position::from_fen("8/8/8/8/8/8/8/8 w - - 0 1") else { panic!() };
/// assert_eq!(faults.len(), 2); // Neither side has a king.
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FenError {
    /// The text cannot be read.
    Syntax(SyntaxError),
    /// The text can be read, but does not describe a position of a game, for all of these reasons.
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
    /// The field of a FEN that is to blame.
    ///
    /// ```
    /// use passant_rules::{FenField, SetupFault, Square};
    ///
    /// assert_eq!(SetupFault::EnPassantRank(Square::E4).field(), FenField::EnPassant);
    /// ```
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

    /// The bytes of a FEN that are to blame: one piece where one piece is to blame, otherwise the whole field.
    ///
    /// ```
    /// use passant_rules::{Bitboard, SetupFault, Square};
    ///
    /// let fen = "P3k3/8/8/8/8/8/8/4K3 w - - 0 1";
    /// let fault = SetupFault::BackRankPawns(Bitboard::of(Square::A8));
    /// assert_eq!(&fen[fault.span(fen)], "P");
    /// ```
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
        // `get`, because the compiler cannot tell that these are places where a character starts.
        let text = fen.get(field.clone()).unwrap_or_default();
        let piece = blamed.and_then(|square| placement_offset(text, square));
        piece.map_or(field.clone(), |offset| {
            let start = field.start + offset;
            let rest = text.get(offset..).unwrap_or_default();
            let width = rest.chars().next().map_or(0, char::len_utf8);
            start..start + width
        })
    }
}

/// Returns the offset at which the placement names the piece on a square.
fn placement_offset(placement: &str, square: Square) -> Option<usize> {
    let mut offset = 0;
    // Bytes, because splitting at a `char` has a test that some compilers leave in, and behind it a panic.
    let ranks = placement.as_bytes().split(|byte| *byte == b'/');
    for (rank, text) in Rank::ALL.into_iter().rev().zip(ranks) {
        if rank == square.rank() {
            let mut file = 0;
            for (at, byte) in text.iter().enumerate() {
                if file == u32::from(square.file().index()) && !byte.is_ascii_digit() {
                    return Some(offset + at);
                }
                file += char::from(*byte).to_digit(10).unwrap_or(1);
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
    /// Writes what is wrong, and what would be correct.
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
                f.write_str("two digits side by side; write their sum as one digit")
            }
            SyntaxErrorKind::Ranks => {
                f.write_str("the placement does not have exactly eight ranks")
            }
            SyntaxErrorKind::RepeatedRight(letter) => {
                write!(
                    f,
                    "{letter:?} repeats a castling right; expected one letter for each side"
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
                [] => f.write_str("not a position of a game"),
                [only] => only.fmt(f),
                [first, rest @ ..] => write!(f, "{first} (and {} more)", rest.len()),
            },
        }
    }
}

impl core::error::Error for SyntaxError {}
impl core::error::Error for FenError {}
impl core::error::Error for SetupFault {}
