//! Forsyth–Edwards Notation, in and out.
//!
//! Read are six fields ([FEN](https://www.chessprogramming.org/Forsyth-Edwards_Notation)); the two clocks may be
//! missing. Castling letters are those of FEN (`KQkq`), X-FEN (`K` is the outermost rook of that wing) and
//! Shredder-FEN (`HAha`, the file of the rook). Printed are `KQkq` where they say the same, and file letters
//! otherwise.

use core::fmt;
use core::ops::Range;

use arrayvec::ArrayString;

use crate::setup::Fault;
use crate::{
    Board, CastlingRights, CastlingSide, Color, EnPassantMode, Faults, File, Piece, PieceType,
    Position, Rank, Setup, Square,
};

/// Room for the longest FEN: 71 characters of placement, 1 of side, 4 of castling, 2 of en passant, 5 for each
/// clock, and 5 spaces.
pub const MAX_FEN: usize = 96;

/// A FEN as text.
pub type FenText = ArrayString<MAX_FEN>;

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FenField {
    /// The men, rank by rank from the eighth.
    Placement = 0,
    /// `w` or `b`.
    SideToMove = 1,
    /// Letters of castling rights, or `-`.
    Castling = 2,
    /// A square, or `-`.
    EnPassant = 3,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock = 4,
    /// The number of the move.
    FullmoveNumber = 5,
}

/// What is wrong with the text of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// Neither `-` nor the name of a square.
    NotASquare,
    /// Not a number from 0 to [`MAX_CLOCK`].
    NotANumber,
}

/// The highest clock or move number that is read. No game is longer than 8849 moves under the seventy-five-move
/// rule.
pub const MAX_CLOCK: u16 = 9999;

/// The text of a FEN cannot be read: what, in which field, at which bytes of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// The field it is wrong in.
    pub field: FenField,
    start: usize,
    end: usize,
}

/// A FEN is no position: either its text cannot be read, or what it says cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// The text cannot be read.
    Syntax(SyntaxError),
    /// The text can be read, but is no position of a game, for all of these reasons.
    Invalid(Faults),
}

impl SyntaxError {
    /// The bytes of the text that are wrong; an empty range where something is missing.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl Fault {
    /// The field of a FEN that says what cannot be.
    #[must_use]
    pub const fn field(self) -> FenField {
        match self.remedy() {
            crate::Remedy::DropCastling => FenField::Castling,
            crate::Remedy::DropEnPassant => FenField::EnPassant,
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
            .map_or(fen.len()..fen.len(), |(at, text)| at..at + text.len());
        let blamed = match self {
            Self::BackRankPawns(pawns) => pawns.first(),
            Self::ImpossibleCheck { checkers } => checkers.first(),
            _ => None,
        };
        blamed
            .and_then(|square| placement_offset(&fen[field.clone()], square))
            .map_or(field.clone(), |offset| {
                field.start + offset..field.start + offset + 1
            })
    }
}

/// The non-blank stretches of a text, each with where it starts.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(|c: char| c.is_ascii_whitespace())
        .map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
        .filter(|(_, field)| !field.is_empty())
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
        let width = self.text[at..].chars().next().map_or(0, char::len_utf8);
        SyntaxError {
            kind,
            field: self.field,
            start: self.start + at,
            end: self.start + at + width,
        }
    }
}

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
        let mut rest = fields(fen);
        let mut next = |field| rest.next().map(|(start, text)| Part { field, start, text });
        let missing = |field| SyntaxError {
            kind: SyntaxErrorKind::Missing,
            field,
            start: fen.len(),
            end: fen.len(),
        };
        let mut required = |field| next(field).ok_or(missing(field));

        let board = read_board(required(FenField::Placement)?)?;
        let side_to_move = read_side(required(FenField::SideToMove)?)?;
        let castling = read_castling(required(FenField::Castling)?, &board)?;
        let en_passant = read_square(required(FenField::EnPassant)?)?;
        let halfmove_clock = next(FenField::HalfmoveClock).map_or(Ok(0), read_number)?;
        let fullmove_number = next(FenField::FullmoveNumber).map_or(Ok(1), read_number)?;
        if let Some(part) = next(FenField::FullmoveNumber) {
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

    /// Writes the FEN, six fields.
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
                    Some(man) => {
                        write_gap(out, &mut gap)?;
                        out.write_char(man.letter())?;
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
        for (color, side, file) in self.castling.iter() {
            let letter = if self.is_standard(color, side, file) {
                match side {
                    CastlingSide::King => 'K',
                    CastlingSide::Queen => 'Q',
                }
            } else {
                file.letter().to_ascii_uppercase()
            };
            out.write_char(if color == Color::White {
                letter
            } else {
                letter.to_ascii_lowercase()
            })?;
        }
        Ok(())
    }

    /// Whether a right is one of standard chess: the king on the e-file, the rook in its corner.
    fn is_standard(&self, color: Color, side: CastlingSide, file: File) -> bool {
        let king = Square::new(File::E, color.home_rank());
        file == side.standard_rook_file()
            && self.board.get(king) == Some(Piece::new(color, PieceType::King))
    }
}

fn write_gap(out: &mut impl fmt::Write, gap: &mut u8) -> fmt::Result {
    if 0 < *gap {
        out.write_char((b'0' + *gap) as char)?;
    }
    *gap = 0;
    Ok(())
}

impl Position {
    /// Reads a FEN and believes it, or says what is wrong and where.
    ///
    /// ```
    /// use passant_rules::{FenError, Fault, Position};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1";
    /// let Err(FenError::Invalid(faults)) = Position::from_fen(fen) else { panic!() };
    /// assert_eq!(&fen[faults[0].span(fen)], "K");
    /// assert_eq!(faults[0].to_string(), "White may not castle on the king's wing: it has no rook on h1");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(Setup::from_fen(fen)?.validate()?)
    }

    /// Reads a FEN leniently: what can be repaired is repaired, and reported with the position
    /// (see [`Setup::repair`]).
    pub fn from_fen_lenient(fen: &str) -> Result<(Self, Faults), FenError> {
        Ok(Setup::from_fen(fen)?.repair()?)
    }

    /// Writes the FEN, with the en passant square under one of the three conventions.
    ///
    /// ```
    /// use passant_rules::{EnPassantMode, Position};
    ///
    /// let position = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
    /// assert_eq!(&position.fen(EnPassantMode::PseudoLegal)[..], "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1");
    /// assert_eq!(&position.fen(EnPassantMode::Legal)[..], "3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1");
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn fen(&self, mode: EnPassantMode) -> FenText {
        self.setup(mode).fen()
    }
}

fn read_board(part: Part<'_>) -> Result<Board, SyntaxError> {
    let mut board = Board::EMPTY;
    let mut start = 0;
    let mut ranks = 0;
    for text in part.text.split('/') {
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

fn read_side(part: Part<'_>) -> Result<Color, SyntaxError> {
    match part.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        other => Err(part.error(SyntaxErrorKind::Character(
            other.chars().next().unwrap_or('-'),
        ))),
    }
}

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
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> File {
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
fn wing_of(board: &Board, color: Color, rook: File) -> CastlingSide {
    if rook < king_file(board, color).unwrap_or(File::E) {
        CastlingSide::Queen
    } else {
        CastlingSide::King
    }
}

fn read_square(part: Part<'_>) -> Result<Option<Square>, SyntaxError> {
    if part.text == "-" {
        return Ok(None);
    }
    Square::from_name(part.text)
        .map(Some)
        .ok_or_else(|| part.error(SyntaxErrorKind::NotASquare))
}

fn read_number(part: Part<'_>) -> Result<u16, SyntaxError> {
    let is_number = part.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = part
        .text
        .parse()
        .ok()
        .filter(|&number| is_number && number <= MAX_CLOCK);
    number.ok_or_else(|| part.error(SyntaxErrorKind::NotANumber))
}

impl From<SyntaxError> for FenError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

impl From<Faults> for FenError {
    fn from(faults: Faults) -> Self {
        Self::Invalid(faults)
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
                    FenField::SideToMove => "w or b",
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
impl core::error::Error for Fault {}
