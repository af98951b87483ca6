//! Forsyth–Edwards Notation: reading and writing.
//!
//! A FEN has six fields ([FEN](https://www.chessprogramming.org/Forsyth-Edwards_Notation)); the reader accepts it
//! without the two clocks. It understands the castling letters of FEN (`KQkq`), X-FEN (`K` is the outermost rook of
//! that side) and Shredder-FEN (`HAha`, the file of the rook). The writer uses the letters of FEN if all rights are
//! those of standard chess, and file letters for all of them otherwise.

mod error;
mod field;
mod read;

pub use error::{FenError, SyntaxError, SyntaxErrorKind, SyntaxErrors};
pub use field::{FenField, FenText, MAX_CLOCK, MAX_FEN};

use core::fmt;
use core::str::FromStr;

use crate::{
    CastlingSide, Color, EnPassantMode, File, Piece, PieceType, Position, Rank, Setup, SetupFaults,
    Square,
};
use read::{outermost_rook, side_of};

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

impl Setup {
    /// Writes the FEN, six fields.
    ///
    /// ```
    /// use passant_rules::Setup;
    ///
    /// // Read from the letters of Shredder-FEN, written in those of FEN.
    /// let setup = Setup::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")?;
    /// assert_eq!(setup.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn fen(&self) -> FenText {
        let mut text = FenText::new();
        // The longest FEN fits, so that writing cannot fail.
        let _ = self.write_fen(&mut text);
        text
    }

    fn write_fen(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0_u8;
            for file in File::ALL {
                match self.board.get(Square::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        write_gap(out, &mut gap)?;
                        out.write_char(piece.letter())?;
                    }
                }
            }
            write_gap(out, &mut gap)?;
            out.write_char(if rank == Rank::First { ' ' } else { '/' })?;
        }
        out.write_char(self.side_to_move.letter())?;
        out.write_char(' ')?;
        self.write_castling(out)?;
        match self.en_passant {
            Some(target) => write!(out, " {target}")?,
            None => out.write_str(" -")?,
        }
        write!(out, " {} {}", self.halfmove_clock, self.fullmove_number)
    }

    fn write_castling(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.castling.is_empty() {
            return out.write_char('-');
        }
        let all_standard = self
            .castling
            .iter()
            .all(|(color, side, file)| self.is_standard(color, side, file));
        for (color, side, file) in self.castling.iter() {
            let letter = match side {
                _ if !all_standard && self.is_on_side(color, side, file) => {
                    file.letter().to_ascii_uppercase()
                }
                CastlingSide::King => 'K',
                CastlingSide::Queen => 'Q',
            };
            out.write_char(if color == Color::White {
                letter
            } else {
                letter.to_ascii_lowercase()
            })?;
        }
        Ok(())
    }

    /// Tells whether a right is one of standard chess: the king on the e-file, the rook in its corner.
    ///
    /// Without a rook in the corner, the letter would be read back as another rook of that side.
    fn is_standard(&self, color: Color, side: CastlingSide, file: File) -> bool {
        let king = Square::new(File::E, color.home_rank());
        file == side.standard_rook_file()
            && self.board.get(king) == Some(Piece::new(color, PieceType::King))
            && outermost_rook(&self.board, color, side) == file
    }

    /// Tells whether a file letter would be read back as a rook of this side. It is not if the king is not on its home
    /// rank, in a setup that is not a position.
    fn is_on_side(&self, color: Color, side: CastlingSide, file: File) -> bool {
        side_of(&self.board, color, file) == side
    }
}

fn write_gap(out: &mut impl fmt::Write, gap: &mut u8) -> fmt::Result {
    if 0 < *gap {
        out.write_char((b'0' + *gap) as char)?;
    }
    *gap = 0;
    Ok(())
}
