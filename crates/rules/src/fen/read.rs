//! Reading a FEN, without believing it.
//!
//! Everything is read into a [`Setup`] that is there already, byte by byte, and each field on its own: on a chip, each
//! gives its stack back before the next one is read, and no value is moved.

use super::{FenField, SyntaxError, SyntaxErrorKind, fields};
use crate::{
    Board, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Setup, Square,
};

impl Setup {
    /// Reads a FEN without believing it. Takes time linear in the length of the text.
    ///
    /// ```
    /// use passant_rules::{FenField, Setup};
    ///
    /// let text = "rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// let error = Setup::from_fen(text).unwrap_err();
    /// assert_eq!(error.field, FenField::Placement);
    /// assert_eq!(&text[error.span()], "X");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, SyntaxError> {
        let mut setup = Self::EMPTY;
        setup.read(fen)?;
        Ok(setup)
    }

    /// Reads a FEN into this setup, which was [`Setup::EMPTY`].
    #[inline(never)]
    pub(super) fn read(&mut self, fen: &str) -> Result<(), SyntaxError> {
        let mut rest = fields(fen);
        for field in FenField::ALL {
            let Some((start, end)) = rest.next() else {
                let part = Part::new(fen, field, fen.len(), fen.len());
                return match field {
                    FenField::HalfmoveClock | FenField::FullmoveNumber => Ok(()),
                    _ => Err(part.error(SyntaxErrorKind::Missing)),
                };
            };
            self.read_field(&Part::new(fen, field, start, end))?;
        }
        match rest.next() {
            None => Ok(()),
            Some((start, end)) => {
                let part = Part::new(fen, FenField::FullmoveNumber, start, end);
                Err(part.error(SyntaxErrorKind::TrailingText))
            }
        }
    }

    #[inline]
    fn read_field(&mut self, part: &Part<'_>) -> Result<(), SyntaxError> {
        match part.field {
            FenField::Placement => read_board(part, &mut self.board)?,
            FenField::SideToMove => {
                self.side_to_move = match part.bytes() {
                    b"w" => Color::White,
                    b"b" => Color::Black,
                    _ => return Err(part.error(SyntaxErrorKind::NotASide)),
                }
            }
            FenField::Castling => read_castling(part, &self.board, &mut self.castling)?,
            FenField::EnPassant if part.bytes() == b"-" => {}
            FenField::EnPassant => match Square::from_bytes(part.bytes()) {
                None => return Err(part.error(SyntaxErrorKind::NotASquare)),
                target => self.en_passant = target,
            },
            FenField::HalfmoveClock => self.halfmove_clock = read_number(part)?,
            FenField::FullmoveNumber => self.fullmove_number = read_number(part)?,
        }
        Ok(())
    }
}

/// One field on its way to becoming a value.
struct Part<'a> {
    fen: &'a str,
    field: FenField,
    start: usize,
    end: usize,
}

impl<'a> Part<'a> {
    #[inline]
    fn new(fen: &'a str, field: FenField, start: usize, end: usize) -> Self {
        Self {
            fen,
            field,
            start,
            end,
        }
    }

    #[inline]
    fn bytes(&self) -> &'a [u8] {
        self.fen
            .as_bytes()
            .get(self.start..self.end)
            .unwrap_or_default()
    }

    fn error(&self, kind: SyntaxErrorKind) -> SyntaxError {
        self.error_in(self.start, self.end, kind)
    }

    /// An error about some bytes of the text.
    fn error_in(&self, start: usize, end: usize, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError {
            kind,
            field: self.field,
            start,
            end,
        }
    }

    /// An error about the character that begins at a byte of this field.
    #[inline(never)]
    fn error_at(&self, at: usize, kind: fn(char) -> SyntaxErrorKind) -> SyntaxError {
        let start = self.start + at;
        let rest = self.fen.get(start..).unwrap_or_default();
        let letter = rest.chars().next().unwrap_or_default();
        self.error_in(start, start + letter.len_utf8(), kind(letter))
    }
}

#[inline(never)]
fn read_board(part: &Part<'_>, board: &mut Board) -> Result<(), SyntaxError> {
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut start = part.start;
    loop {
        let rest = part.fen.as_bytes().get(start..part.end).unwrap_or_default();
        let length = rest.iter().take_while(|&&byte| byte != b'/').count();
        let Some(rank) = ranks.next() else {
            return Err(part.error_in(start, start + length, SyntaxErrorKind::Ranks));
        };
        let text = Part::new(part.fen, part.field, start, start + length);
        read_rank(&text, rank, board)?;
        start += length + 1;
        // Behind the last rank there is no slash.
        if part.end < start {
            break;
        }
    }
    match ranks.next() {
        None => Ok(()),
        Some(_) => Err(part.error_in(part.end, part.end, SyntaxErrorKind::Ranks)),
    }
}

#[inline(never)]
fn read_rank(part: &Part<'_>, rank: Rank, board: &mut Board) -> Result<(), SyntaxError> {
    let mut file = 0;
    let mut after_digit = false;
    for (at, &byte) in part.bytes().iter().enumerate() {
        let is_digit = matches!(byte, b'1'..=b'8');
        if is_digit && after_digit {
            let at = part.start + at;
            return Err(part.error_in(at, at + 1, SyntaxErrorKind::Digits));
        } else if is_digit {
            file += byte - b'0';
        } else if let Some(man) = Piece::from_letter(char::from(byte)) {
            if let Some(file) = File::from_index(file) {
                board.set(Square::new(file, rank), Some(man));
            }
            file += 1;
        } else {
            return Err(part.error_at(at, SyntaxErrorKind::Character));
        }
        if 8 < file {
            break;
        }
        after_digit = is_digit;
    }
    if file == 8 {
        Ok(())
    } else {
        Err(part.error(SyntaxErrorKind::RankLength(rank)))
    }
}

#[inline(never)]
fn read_castling(
    part: &Part<'_>,
    board: &Board,
    rights: &mut CastlingRights,
) -> Result<(), SyntaxError> {
    if part.bytes() == b"-" {
        return Ok(());
    }
    for (at, &byte) in part.bytes().iter().enumerate() {
        let color = if byte.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let (side, file) = match byte.to_ascii_uppercase() {
            b'K' => (CastlingSide::King, None),
            b'Q' => (CastlingSide::Queen, None),
            _ => match File::from_letter(char::from(byte)) {
                Some(file) => (wing_of(board, color, file), Some(file)),
                None => return Err(part.error_at(at, SyntaxErrorKind::Character)),
            },
        };
        if rights.rook_file(color, side).is_some() {
            return Err(part.error_at(at, SyntaxErrorKind::RepeatedRight));
        }
        let file = file.unwrap_or_else(|| outermost_rook(board, color, side));
        rights.set(color, side, Some(file));
    }
    Ok(())
}

/// The file of a side's king on its home rank, or the e-file.
#[inline(never)]
fn king_file(board: &Board, color: Color) -> File {
    let king = Piece::new(color, PieceType::King);
    let is_king = |file: &File| board.get(Square::new(*file, color.home_rank())) == Some(king);
    File::ALL.into_iter().find(is_king).unwrap_or(File::E)
}

/// The file of the rook that X-FEN means by `K` or `Q`: the outermost on that wing of the king. The corner, if there
/// is none, so that validation can say what is missing there.
#[inline(never)]
pub(super) fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> File {
    let rook = Piece::new(color, PieceType::Rook);
    let corner = side.standard_rook_file();
    let king = king_file(board, color);
    (0..8)
        .map(|steps| File::wrapping(corner.index() ^ steps))
        .take_while(|&file| file != king)
        .find(|&file| board.get(Square::new(file, color.home_rank())) == Some(rook))
        .unwrap_or(corner)
}

/// The wing on which a rook of this file stands.
pub(super) fn wing_of(board: &Board, color: Color, rook: File) -> CastlingSide {
    if rook < king_file(board, color) {
        CastlingSide::Queen
    } else {
        CastlingSide::King
    }
}

#[inline(never)]
fn read_number(part: &Part<'_>) -> Result<u16, SyntaxError> {
    let number = part.bytes().iter().try_fold(0_u16, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        let tens = number.checked_mul(10).filter(|_| digit < 10)?;
        tens.checked_add(u16::from(digit))
    });
    number.ok_or_else(|| part.error(SyntaxErrorKind::NotANumber))
}
