//! Forsyth–Edwards Notation: reading and writing.
//!
//! A FEN has six fields ([FEN](https://www.chessprogramming.org/Forsyth-Edwards_Notation)); the reader accepts it
//! without the two clocks. It understands the castling letters of FEN (`KQkq`), X-FEN (`K` is the outermost rook of
//! that side) and Shredder-FEN (`HAha`, the file of the rook). The writer uses the letters of FEN if all rights are
//! those of standard chess, and file letters for all of them otherwise.

use core::fmt;
use core::str::FromStr;

use crate::{EnPassantMode, Position, Setup, SetupFaults};

mod error;
mod field;
mod read;
mod write;

pub use error::{FenError, SyntaxError, SyntaxErrorKind, SyntaxErrors};
pub use field::{FenField, FenText, MAX_CLOCK, MAX_FEN};

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

impl fmt::Display for Setup {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}
