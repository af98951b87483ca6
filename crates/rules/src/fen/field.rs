//! The fields of a FEN.

use core::fmt;

use crate::bounded::BoundedText;

/// The length of the longest FEN, in bytes, rounded up: 71 characters of placement, 1 of side, 4 of castling, 2 of en passant, 5 for each
/// clock, and 5 spaces.
///
/// ```
/// use passant_rules::{EnPassantMode, MAX_FEN, Position};
///
/// assert!(Position::initial().fen(EnPassantMode::Always).len() < MAX_FEN);
/// ```
pub const MAX_FEN: usize = 96;

/// The text of a FEN.
///
/// ```
/// use passant_rules::{EnPassantMode, FenText, Position};
///
/// let fen: FenText = Position::initial().fen(EnPassantMode::Always);
/// assert_eq!(fen.split(' ').count(), 6);
/// ```
pub type FenText = BoundedText<MAX_FEN>;

/// The highest clock or move number that is read. No game comes near it: under the seventy-five-move rule, no game has
/// more than 8849 moves.
pub const MAX_CLOCK: u16 = u16::MAX;

/// A field of a FEN.
///
/// ```
/// use passant_rules::{FenField, Setup};
///
/// let error = Setup::from_fen("4k3/8/8/8/8/8/8/4K3").unwrap_err();
/// assert_eq!(error.field, FenField::SideToMove);
/// assert_eq!(error.field.to_string(), "side to move");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FenField {
    /// The pieces, rank by rank from the eighth.
    Placement = 0,
    /// `w` or `b`.
    SideToMove = 1,
    /// Letters of castling rights, or `-`.
    Castling = 2,
    /// A square, or `-`.
    EnPassant = 3,
    /// Plies since the last capture or pawn move.
    HalfmoveClock = 4,
    /// The number of the move.
    FullmoveNumber = 5,
}

impl FenField {
    /// All six, in their order.
    pub(crate) const ALL: [Self; 6] = [
        Self::Placement,
        Self::SideToMove,
        Self::Castling,
        Self::EnPassant,
        Self::HalfmoveClock,
        Self::FullmoveNumber,
    ];
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Placement => "placement",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "fullmove number",
        })
    }
}

/// Returns the start and the end of each field of a text, which white space separates.
pub(super) fn fields(text: &str) -> Fields<'_> {
    Fields { text, at: 0 }
}

pub(super) struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Fields<'_> {
    type Item = (usize, usize);

    #[inline(never)]
    fn next(&mut self) -> Option<(usize, usize)> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let mut bytes = rest.iter();
        let spaces = bytes.position(|byte| !byte.is_ascii_whitespace())?;
        let more = bytes.take_while(|byte| !byte.is_ascii_whitespace());
        let start = self.at + spaces;
        self.at = start + 1 + more.count();
        Some((start, self.at))
    }
}
