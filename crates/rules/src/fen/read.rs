//! Reading a FEN, without validating it.
//!
//! The reader fills a [`Setup`] in place, byte by byte, with a function for each field: on a chip, each function frees
//! its stack before the next one runs, and no value is moved.

use core::ops::Range;

use super::error::{SyntaxError, SyntaxErrorKind, SyntaxErrors};
use super::field::{FenField, fields};
use crate::{
    Board, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Setup, Square,
};

/// Takes the errors as they are found. Generic: a program that only needs the first error has no code for a list.
trait Report {
    fn report(&mut self, error: SyntaxError);
}

/// Keeps the first error.
struct First(Result<(), SyntaxError>);

impl Report for First {
    #[cold]
    #[inline(never)]
    fn report(&mut self, error: SyntaxError) {
        if self.0.is_ok() {
            self.0 = Err(error);
        }
    }
}

impl Report for SyntaxErrors {
    fn report(&mut self, error: SyntaxError) {
        self.push(error);
    }
}

impl Setup {
    /// Reads a FEN without validating it. Takes time linear in the length of the text.
    ///
    /// The error is the first one; [`Setup::syntax_errors`] lists all.
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

    /// Returns everything that keeps a text from being read as a FEN, in the order of the text; nothing if it can be
    /// read.
    ///
    /// Lists the first sixteen errors. The first is the one that [`Setup::from_fen`] returns.
    ///
    /// ```
    /// use passant_rules::Setup;
    ///
    /// let text = "4k3/9/8/8/8/8/8/4K3 white KQkq e9 0 1";
    /// let errors = Setup::syntax_errors(text);
    /// let blamed: Vec<_> = errors.iter().map(|error| &text[error.span()]).collect();
    /// assert_eq!(blamed, ["9", "white", "e9"]);
    /// ```
    #[must_use]
    pub fn syntax_errors(fen: &str) -> SyntaxErrors {
        let mut errors = SyntaxErrors::new();
        let mut setup = Self::EMPTY;
        setup.read_fields(fen, &mut errors);
        errors
    }

    /// Reads a FEN into this setup, which was [`Setup::EMPTY`].
    #[inline(never)]
    pub(super) fn read(&mut self, fen: &str) -> Result<(), SyntaxError> {
        let mut first = First(Ok(()));
        self.read_fields(fen, &mut first);
        first.0
    }

    /// Reads what can be read, and reports what cannot.
    #[inline]
    fn read_fields(&mut self, fen: &str, errors: &mut impl Report) {
        let mut rest = fields(fen);
        for field in FenField::ALL {
            if let Some((start, end)) = rest.next() {
                self.read_field(&Part::new(fen, field, start, end), errors);
            } else if !matches!(field, FenField::HalfmoveClock | FenField::FullmoveNumber) {
                let end = Part::new(fen, field, fen.len(), fen.len());
                end.blame(errors, SyntaxErrorKind::Missing);
            }
        }
        if let Some((start, end)) = rest.next() {
            let part = Part::new(fen, FenField::FullmoveNumber, start, end);
            part.blame(errors, SyntaxErrorKind::TrailingText);
        }
    }

    #[inline]
    fn read_field(&mut self, part: &Part<'_>, errors: &mut impl Report) {
        match part.field {
            FenField::Placement => read_board(part, &mut self.board, errors),
            FenField::SideToMove => match part.bytes() {
                b"w" => self.side_to_move = Color::White,
                b"b" => self.side_to_move = Color::Black,
                _ => part.blame(errors, SyntaxErrorKind::NotASide),
            },
            FenField::Castling => read_castling(part, &self.board, &mut self.castling, errors),
            FenField::EnPassant if part.bytes() == b"-" => {}
            FenField::EnPassant => match Square::from_bytes(part.bytes()) {
                None => part.blame(errors, SyntaxErrorKind::NotASquare),
                target => self.en_passant = target,
            },
            FenField::HalfmoveClock => read_number(part, &mut self.halfmove_clock, errors),
            FenField::FullmoveNumber => read_number(part, &mut self.fullmove_number, errors),
        }
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

    /// Blames the whole field.
    fn blame(&self, errors: &mut impl Report, kind: SyntaxErrorKind) {
        self.blame_bytes(errors, self.start..self.end, kind);
    }

    /// Blames the character that begins at a byte of this field.
    #[cold]
    #[inline(never)]
    fn blame_character(
        &self,
        errors: &mut impl Report,
        at: usize,
        kind: fn(char) -> SyntaxErrorKind,
    ) {
        let start = self.start + at;
        let rest = self.fen.get(start..).unwrap_or_default();
        let letter = rest.chars().next().unwrap_or_default();
        self.blame_bytes(errors, start..start + letter.len_utf8(), kind(letter));
    }

    /// Blames some bytes of the text. Not inlined, so that a reader has no room for an error on its stack.
    #[cold]
    #[inline(never)]
    fn blame_bytes(&self, errors: &mut impl Report, bytes: Range<usize>, kind: SyntaxErrorKind) {
        errors.report(SyntaxError {
            kind,
            field: self.field,
            start: bytes.start,
            end: bytes.end,
        });
    }
}

#[inline(never)]
fn read_board(part: &Part<'_>, board: &mut Board, errors: &mut impl Report) {
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut start = part.start;
    loop {
        let rest = part.fen.as_bytes().get(start..part.end).unwrap_or_default();
        let length = rest.iter().take_while(|&&byte| byte != b'/').count();
        let Some(rank) = ranks.next() else {
            return part.blame_bytes(errors, start..start + length, SyntaxErrorKind::Ranks);
        };
        let text = Part::new(part.fen, part.field, start, start + length);
        read_rank(&text, rank, board, errors);
        start += length + 1;
        // The last rank has no slash after it.
        if part.end < start {
            break;
        }
    }
    if ranks.next().is_some() {
        part.blame_bytes(errors, part.end..part.end, SyntaxErrorKind::Ranks);
    }
}

/// Reads on after an error, because the characters that follow may be wrong too.
#[inline(never)]
fn read_rank(part: &Part<'_>, rank: Rank, board: &mut Board, errors: &mut impl Report) {
    let mut squares = 0_u32;
    let mut after_digit = false;
    // The length is blamed once, and not if a character has no meaning.
    let mut may_blame_length = true;
    for (at, &byte) in part.bytes().iter().enumerate() {
        let is_digit = matches!(byte, b'1'..=b'8');
        if is_digit {
            if after_digit {
                let at = part.start + at;
                part.blame_bytes(errors, at..at + 1, SyntaxErrorKind::Digits);
            }
            squares = squares.wrapping_add(u32::from(byte - b'0'));
        } else if let Some(piece) = Piece::from_letter(char::from(byte)) {
            if squares < 8 {
                let file = File::wrapping(squares as u8);
                board.set(Square::new(file, rank), Some(piece));
            }
            squares = squares.wrapping_add(1);
        } else if !is_continuation(byte) {
            part.blame_character(errors, at, SyntaxErrorKind::Character);
            may_blame_length = false;
        }
        after_digit = is_digit;
        if 8 < squares && may_blame_length {
            part.blame(errors, SyntaxErrorKind::RankLength(rank));
            may_blame_length = false;
        }
    }
    if squares != 8 && may_blame_length {
        part.blame(errors, SyntaxErrorKind::RankLength(rank));
    }
}

/// Tells whether a byte is inside a character, which is blamed where it begins.
#[inline]
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[inline(never)]
fn read_castling(
    part: &Part<'_>,
    board: &Board,
    rights: &mut CastlingRights,
    errors: &mut impl Report,
) {
    if part.bytes() == b"-" {
        return;
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
                Some(file) => (side_of(board, color, file), Some(file)),
                None if is_continuation(byte) => continue,
                None => {
                    part.blame_character(errors, at, SyntaxErrorKind::Character);
                    continue;
                }
            },
        };
        if rights.rook_file(color, side).is_some() {
            part.blame_character(errors, at, SyntaxErrorKind::RepeatedRight);
            continue;
        }
        let rook_file = file.unwrap_or_else(|| outermost_rook(board, color, side));
        rights.set(color, side, Some(rook_file));
    }
}

/// The file of a side's king on its home rank, or the e-file.
#[inline(never)]
fn king_file(board: &Board, color: Color) -> File {
    let king = Piece::new(color, PieceType::King);
    let is_king = |file: &File| board.get(Square::new(*file, color.home_rank())) == Some(king);
    File::ALL.into_iter().find(is_king).unwrap_or(File::E)
}

/// The file of the rook that X-FEN means by `K` or `Q`: the outermost on that side of the king. If there is none, the
/// corner, so that validation can say what is missing there.
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

/// The side on which a rook of this file stands.
pub(super) fn side_of(board: &Board, color: Color, rook: File) -> CastlingSide {
    if rook < king_file(board, color) {
        CastlingSide::Queen
    } else {
        CastlingSide::King
    }
}

#[inline(never)]
fn read_number(part: &Part<'_>, number: &mut u16, errors: &mut impl Report) {
    let read = part.bytes().iter().try_fold(0_u16, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        let tens = number.checked_mul(10).filter(|_| digit < 10)?;
        tens.checked_add(u16::from(digit))
    });
    match read {
        Some(read) => *number = read,
        None => part.blame(errors, SyntaxErrorKind::NotANumber),
    }
}
