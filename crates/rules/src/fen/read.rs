//! Reading a FEN, without believing it.
//!
//! The fields are not inlined into one function: on a chip, each gives its stack back before the next one is read.

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
        let mut parts = Parts {
            rest: fields(fen),
            end: fen.len(),
        };
        let board = read_board(parts.required(FenField::Placement)?)?;
        let side_to_move = read_side(parts.required(FenField::SideToMove)?)?;
        let castling = read_castling(parts.required(FenField::Castling)?, &board)?;
        let en_passant = read_square(parts.required(FenField::EnPassant)?)?;
        let halfmove_clock = parts
            .next(FenField::HalfmoveClock)
            .map_or(Ok(0), read_number)?;
        let fullmove_number = parts
            .next(FenField::FullmoveNumber)
            .map_or(Ok(1), read_number)?;
        if let Some(part) = parts.next(FenField::FullmoveNumber) {
            return Err(part.error(SyntaxErrorKind::TrailingText));
        }
        Ok(Self {
            board,
            side_to_move,
            castling,
            en_passant,
            halfmove_clock,
            fullmove_number,
        })
    }
}

/// The fields of a FEN that have not been read yet.
struct Parts<F> {
    rest: F,
    end: usize,
}

impl<'a, F: Iterator<Item = (usize, &'a str)>> Parts<F> {
    #[inline(never)]
    fn next(&mut self, field: FenField) -> Option<Part<'a>> {
        let (start, text) = self.rest.next()?;
        Some(Part { field, start, text })
    }

    #[inline(never)]
    fn required(&mut self, field: FenField) -> Result<Part<'a>, SyntaxError> {
        self.next(field).ok_or(SyntaxError {
            kind: SyntaxErrorKind::Missing,
            field,
            start: self.end,
            end: self.end,
        })
    }
}

/// One field on its way to becoming a value.
#[derive(Clone, Copy)]
struct Part<'a> {
    field: FenField,
    start: usize,
    text: &'a str,
}

impl Part<'_> {
    fn error(self, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError {
            kind,
            field: self.field,
            start: self.start,
            end: self.start + self.text.len(),
        }
    }

    /// An error about the character at a byte of this field.
    fn error_at(self, at: usize, kind: SyntaxErrorKind) -> SyntaxError {
        let rest = self.text.get(at..).unwrap_or_default();
        let width = rest.chars().next().map_or(0, char::len_utf8);
        SyntaxError {
            kind,
            field: self.field,
            start: self.start + at,
            end: self.start + at + width,
        }
    }
}

#[inline(never)]
fn read_board(part: Part<'_>) -> Result<Board, SyntaxError> {
    let mut board = Board::EMPTY;
    let mut start = 0;
    let mut ranks = 0;
    let mut rest = Some(part.text);
    while let Some(text) = rest {
        let (text, others) = until_slash(text);
        rest = others;
        let rank = Part {
            field: part.field,
            start: part.start + start,
            text,
        };
        let Some(number) = Rank::ALL.into_iter().rev().nth(ranks) else {
            return Err(rank.error(SyntaxErrorKind::Ranks));
        };
        read_rank(rank, number, &mut board)?;
        start += text.len() + 1;
        ranks += 1;
    }
    if ranks < 8 {
        let end = part.text.len();
        return Err(part.error_at(end, SyntaxErrorKind::Ranks));
    }
    Ok(board)
}

/// The first rank, and the text behind its slash.
///
/// `str::split` would do, but not every optimiser proves that it does not panic, and no image for a chip may.
fn until_slash(text: &str) -> (&str, Option<&str>) {
    let slash = text.bytes().position(|byte| byte == b'/');
    match slash.and_then(|slash| text.get(..slash)) {
        Some(rank) => (rank, text.get(rank.len() + 1..)),
        None => (text, None),
    }
}

#[inline(never)]
fn read_rank(part: Part<'_>, rank: Rank, board: &mut Board) -> Result<(), SyntaxError> {
    let mut file = 0_u32;
    let mut after_digit = false;
    for (at, letter) in part.text.char_indices() {
        match (letter, Piece::from_letter(letter)) {
            ('1'..='8', _) if after_digit => return Err(part.error_at(at, SyntaxErrorKind::Digits)),
            ('1'..='8', _) => file += letter.to_digit(10).unwrap_or(0),
            (_, Some(man)) => {
                if let Some(file) = u8::try_from(file).ok().and_then(File::from_index) {
                    board.set(Square::new(file, rank), Some(man));
                }
                file += 1;
            }
            _ => return Err(part.error_at(at, SyntaxErrorKind::Character(letter))),
        }
        if 8 < file {
            return Err(part.error(SyntaxErrorKind::RankLength(rank)));
        }
        after_digit = letter.is_ascii_digit();
    }
    if file == 8 {
        Ok(())
    } else {
        Err(part.error(SyntaxErrorKind::RankLength(rank)))
    }
}

#[inline(never)]
fn read_side(part: Part<'_>) -> Result<Color, SyntaxError> {
    match part.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(part.error(SyntaxErrorKind::NotASide)),
    }
}

#[inline(never)]
fn read_castling(part: Part<'_>, board: &Board) -> Result<CastlingRights, SyntaxError> {
    let mut rights = CastlingRights::NONE;
    if part.text == "-" {
        return Ok(rights);
    }
    for (at, letter) in part.text.char_indices() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let (side, file) = match (letter.to_ascii_uppercase(), File::from_letter(letter)) {
            ('K', _) => (
                CastlingSide::King,
                outermost_rook(board, color, CastlingSide::King),
            ),
            ('Q', _) => (
                CastlingSide::Queen,
                outermost_rook(board, color, CastlingSide::Queen),
            ),
            (_, Some(file)) => (wing_of(board, color, file), file),
            _ => return Err(part.error_at(at, SyntaxErrorKind::Character(letter))),
        };
        if rights.rook_file(color, side).is_some() {
            return Err(part.error_at(at, SyntaxErrorKind::RepeatedRight(letter)));
        }
        rights.set(color, side, Some(file));
    }
    Ok(rights)
}

/// The file of a side's king on its home rank.
fn king_file(board: &Board, color: Color) -> Option<File> {
    let king = Piece::new(color, PieceType::King);
    File::ALL
        .into_iter()
        .find(|&file| board.get(Square::new(file, color.home_rank())) == Some(king))
}

/// The file of the rook that X-FEN means by `K` or `Q`: the outermost on that wing of the king. The corner, if there
/// is none, so that validation can say what is missing there.
#[inline(never)]
pub(super) fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> File {
    let rook = Piece::new(color, PieceType::Rook);
    let king = king_file(board, color).unwrap_or(File::E);
    let is_rook = |file: &File| board.get(Square::new(*file, color.home_rank())) == Some(rook);
    let found = match side {
        CastlingSide::King => File::ALL
            .into_iter()
            .rev()
            .take_while(|&file| king < file)
            .find(is_rook),
        CastlingSide::Queen => File::ALL
            .into_iter()
            .take_while(|&file| file < king)
            .find(is_rook),
    };
    found.unwrap_or(side.standard_rook_file())
}

/// The wing on which a rook of this file stands.
#[inline(never)]
pub(super) fn wing_of(board: &Board, color: Color, rook: File) -> CastlingSide {
    if rook < king_file(board, color).unwrap_or(File::E) {
        CastlingSide::Queen
    } else {
        CastlingSide::King
    }
}

#[inline(never)]
fn read_square(part: Part<'_>) -> Result<Option<Square>, SyntaxError> {
    if part.text == "-" {
        return Ok(None);
    }
    Square::from_name(part.text)
        .map(Some)
        .ok_or_else(|| part.error(SyntaxErrorKind::NotASquare))
}

#[inline(never)]
fn read_number(part: Part<'_>) -> Result<u16, SyntaxError> {
    let is_number = part.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = part.text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| part.error(SyntaxErrorKind::NotANumber))
}
