//! Forsyth–Edwards Notation: reading and writing.
//!
//! A FEN has six fields ([FEN](https://www.chessprogramming.org/Forsyth-Edwards_Notation)); the reader accepts it
//! without the two clocks. It understands the castling letters of FEN (`KQkq`), X-FEN (`K` is the outermost rook of
//! that side) and Shredder-FEN (`HAha`, the file of the rook). The writer uses the letters of FEN if all rights are
//! those of standard chess, and file letters for all of them otherwise.

use core::fmt;
use core::str::FromStr;

use crate::bounded::BoundedText;
use crate::{EnPassantMode, Position, Setup, SetupFaults};

mod error;
mod read;
mod write;

pub use error::{FenError, SyntaxError, SyntaxErrorKind, SyntaxErrors};

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

impl Position {
    /// Reads a FEN and validates it, or says what is wrong and where.
    ///
    /// ```
    /// use passant_rules::{FenError, SetupFault, Position};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    /// let Err(FenError::Invalid(faults)) = Position::from_fen(fen) else { panic!() };
    /// assert_eq!(&fen[faults[0].span(fen)], "K");
    /// assert_eq!(faults[0].to_string(), "White may not castle kingside: it has no rook on h1");
    /// ```
    #[inline(never)]
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut result = Ok(Self::nowhere());
        read(fen, &mut result);
        result
    }

    /// Reads a FEN leniently: repairs what can be repaired, and returns the repaired faults with the position
    /// (see [`Setup::repair`]).
    ///
    /// ```
    /// use passant_rules::{Position, SetupFault, Square};
    ///
    /// let (position, repaired) = Position::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 w - e6 0 1")?;
    /// assert_eq!(position.en_passant(), None);
    /// assert_eq!(repaired[..], [SetupFault::EnPassantNoPawn { victim: Square::E5 }]);
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn from_fen_lenient(fen: &str) -> Result<(Self, SetupFaults), FenError> {
        Ok(Setup::from_fen(fen)?.repair()?)
    }

    /// Writes the FEN, with the en passant square under one of the three conventions.
    ///
    /// ```
    /// use passant_rules::{EnPassantMode, Position};
    ///
    /// let position = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
    /// assert_eq!(position.fen(EnPassantMode::PseudoLegal), "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1");
    /// assert_eq!(position.fen(EnPassantMode::Legal), "3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1");
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn fen(&self, mode: EnPassantMode) -> FenText {
        self.setup(mode).fen()
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// See [`Position::from_fen`].
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl FromStr for Setup {
    type Err = SyntaxError;

    /// See [`Setup::from_fen`].
    fn from_str(fen: &str) -> Result<Self, SyntaxError> {
        Self::from_fen(fen)
    }
}

/// Reads and validates, see [`Setup::validate_into`].
#[inline(never)]
fn read(fen: &str, result: &mut Result<Position, FenError>) {
    let mut setup = Setup::EMPTY;
    match setup.read(fen) {
        Ok(()) => setup.validate_into(result),
        Err(error) => *result = Err(error.into()),
    }
}

/// Where the fields of a text, which are separated by white space, start and end.
fn fields(text: &str) -> Fields<'_> {
    Fields { text, at: 0 }
}

struct Fields<'a> {
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

impl fmt::Display for Setup {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
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
