//! Writing a FEN.

use core::fmt;

use super::field::FenText;
use super::read::{outermost_rook, side_of};
use crate::{CastlingSide, Color, File, Piece, PieceType, Rank, Setup, Square};

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
