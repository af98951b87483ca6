//! Moves as the Universal Chess Interface writes them.

use core::fmt;
use core::str::FromStr;

use crate::bounded::BoundedText;
use crate::geometry::square;
use crate::{CastlingSide, File, Move, PieceType, Position, Square};

/// The text of a move in UCI notation: four characters, five for a promotion.
///
/// ```
/// use passant_rules::{Square, UciMove, UciText};
///
/// let text: UciText = UciMove::new(Square::E2, Square::E4).text();
/// assert_eq!(text, "e2e4");
/// ```
pub type UciText = BoundedText<5>;

/// The reason why a text is not a move of the position.
///
/// ```
/// use passant_rules::{MoveTextError, Position};
///
/// let position = Position::initial();
/// assert_eq!(position.parse_uci("e2x4"), Err(MoveTextError::Syntax { at: 2 }));
/// assert_eq!(position.parse_uci("e2e5"), Err(MoveTextError::Illegal));
/// assert_eq!(position.parse_san("Nf3 e.p."), Err(MoveTextError::NotEnPassant));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MoveTextError {
    /// The text has no meaning from this byte on.
    Syntax {
        /// The byte at which reading stopped.
        at: usize,
    },
    /// The text can be read, but it does not mean a legal move.
    Illegal,
    /// More than one legal move could be meant.
    Ambiguous,
    /// The text has the suffix `e.p.`, but the move that it means does not capture en passant.
    NotEnPassant,
}

/// A move as UCI writes it: two squares and perhaps a promotion, or the null move `0000`.
///
/// It needs no position. Which piece moves, and whether the move is legal, is open until
/// [`Position::find`] looks for the legal move that is meant. Two bytes; ordered by from, to and promotion, with the null
/// move last.
///
/// ```text
///  15        10 9           4 3           0
/// +------------+-------------+-------------+
/// |    from    |     to      |  promotion  |
/// +------------+-------------+-------------+
/// ```
///
/// ```
/// use passant_rules::{PieceType, Position, Square, UciMove};
///
/// let mv: UciMove = "e7e8q".parse()?;
/// assert_eq!((mv.from(), mv.to()), (Square::E7, Square::E8));
/// assert_eq!(mv.promotion(), Some(PieceType::Queen));
/// assert_eq!(mv.to_string(), "e7e8q");
///
/// let mv: UciMove = "e2e4".parse()?;
/// let legal = Position::initial().find(mv)?;
/// assert_eq!(legal.uci_move(), mv);
/// # Ok::<(), passant_rules::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciMove(u16);

impl UciMove {
    /// The null move, `0000`: a pass in a search, or the answer of an engine that has no move.
    ///
    /// ```
    /// use passant_rules::{Position, UciMove};
    ///
    /// assert_eq!("0000".parse(), Ok(UciMove::NULL));
    /// assert!(UciMove::NULL.is_null());
    /// assert!(Position::initial().find(UciMove::NULL).is_err());
    /// ```
    pub const NULL: Self = Self(u16::MAX);

    /// The move between two squares, without promotion.
    ///
    /// ```
    /// use passant_rules::{Square, UciMove};
    ///
    /// assert_eq!(UciMove::new(Square::E2, Square::E4).to_string(), "e2e4");
    /// ```
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from.index() as u16) << 10 | (to.index() as u16) << 4)
    }

    /// The same move with a promotion; `None` for pawn and king, because no pawn becomes one, and for the null move.
    ///
    /// ```
    /// use passant_rules::{PieceType, Square, UciMove};
    ///
    /// let mv = UciMove::new(Square::A2, Square::A1);
    /// assert_eq!(mv.promoting_to(PieceType::Knight).unwrap().to_string(), "a2a1n");
    /// assert_eq!(mv.promoting_to(PieceType::King), None);
    /// ```
    #[must_use]
    pub const fn promoting_to(self, piece: PieceType) -> Option<Self> {
        match piece {
            PieceType::Pawn | PieceType::King => None,
            _ if self.is_null() => None,
            _ => Some(Self(self.0 & !0xF | piece.index() as u16)),
        }
    }

    /// The square that the piece leaves; A1 for the null move.
    #[must_use]
    pub const fn from(self) -> Square {
        if self.is_null() {
            return Square::A1;
        }
        Square::wrapping((self.0 >> 10) as u8)
    }

    /// The square where the piece arrives, or the rook where castling is written king takes rook; A1 for the null move.
    #[must_use]
    pub const fn to(self) -> Square {
        if self.is_null() {
            return Square::A1;
        }
        Square::wrapping((self.0 >> 4) as u8 & 63)
    }

    /// Returns the type that the pawn becomes, if the move says so.
    ///
    /// ```
    /// use passant_rules::{PieceType, UciMove};
    ///
    /// assert_eq!("b2b1r".parse::<UciMove>().unwrap().promotion(), Some(PieceType::Rook));
    /// ```
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.0 & 0xF {
            1 => Some(PieceType::Knight),
            2 => Some(PieceType::Bishop),
            3 => Some(PieceType::Rook),
            4 => Some(PieceType::Queen),
            _ => None,
        }
    }

    /// Tells whether the move is the null move.
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0 == Self::NULL.0
    }

    /// The move as text, for callers that need a `str` and have no allocator.
    ///
    /// ```
    /// use passant_rules::{Square, UciMove};
    ///
    /// assert_eq!(UciMove::new(Square::G1, Square::F3).text(), "g1f3");
    /// assert_eq!(UciMove::NULL.text(), "0000");
    /// ```
    #[must_use]
    pub fn text(self) -> UciText {
        let mut text = UciText::new();
        if self.is_null() {
            "0000".chars().for_each(|digit| text.push(digit));
            return text;
        }
        let promotion = self
            .promotion()
            .map(|piece| piece.letter().to_ascii_lowercase());
        let (from, to) = (self.from(), self.to());
        let squares = [
            from.file().letter(),
            from.rank().digit(),
            to.file().letter(),
            to.rank().digit(),
        ];
        for letter in squares.into_iter().chain(promotion) {
            text.push(letter);
        }
        text
    }
}

impl FromStr for UciMove {
    type Err = MoveTextError;

    /// Reads two squares in lower case, perhaps followed by one of `nbrq`; or `0000`. The error is always
    /// [`MoveTextError::Syntax`].
    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let mv = Self::new(square_at(text, 0)?, square_at(text, 2)?);
        match text.get(4..).unwrap_or_default().as_bytes() {
            [] => Ok(mv),
            [letter @ (b'n' | b'b' | b'r' | b'q')] => PieceType::from_letter(char::from(*letter))
                .and_then(|piece| mv.promoting_to(piece))
                .ok_or(MoveTextError::Syntax { at: 4 }),
            _ => Err(MoveTextError::Syntax { at: 4 }),
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl fmt::Debug for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Move {
    /// The move in UCI notation for standard chess: a castling king goes two squares.
    ///
    /// [`Position::uci_move`] writes Chess960 castling too.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Square, UciMove};
    ///
    /// let castling = Move::new(Square::E1, Square::G1, MoveKind::CastleKing);
    /// assert_eq!(castling.uci_move(), UciMove::new(Square::E1, Square::G1));
    /// ```
    #[must_use]
    pub fn uci_move(self) -> UciMove {
        let mv = UciMove::new(self.from(), self.to());
        self.promotion()
            .and_then(|piece| mv.promoting_to(piece))
            .unwrap_or(mv)
    }

    /// The text of [`Move::uci_move`].
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::A7, Square::A8, MoveKind::PromoteKnight).uci(), "a7a8n");
    /// ```
    #[must_use]
    pub fn uci(self) -> UciText {
        self.uci_move().text()
    }
}

impl Position {
    /// A legal move in UCI notation: castling is written as the king's two squares (`e1g1`) in standard chess, as king
    /// takes rook (`f1h1`) where the position [is Chess960](Position::is_chess960).
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1")?;
    /// let castling = position.parse_san("O-O").unwrap();
    /// assert_eq!(position.uci_move(castling).to_string(), "f1h1");
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn uci_move(&self, mv: Move) -> UciMove {
        let rook = mv
            .kind()
            .castling_side()
            .filter(|_| self.is_chess960())
            .and_then(|side| self.castling_rook(self.side_to_move(), side));
        match rook {
            Some(rook) => UciMove::new(mv.from(), square(rook)),
            None => mv.uci_move(),
        }
    }

    /// The text of [`Position::uci_move`].
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let position = Position::initial();
    /// let mv = position.parse_san("Nf3").unwrap();
    /// assert_eq!(position.uci(mv), "g1f3");
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> UciText {
        self.uci_move(mv).text()
    }

    /// The legal move that a move in UCI notation means here, or [`MoveTextError::Illegal`].
    ///
    /// Castling is understood both as the king's two squares and as king takes rook. The null move is never legal.
    ///
    /// ```
    /// use passant_rules::{Position, Square, UciMove};
    ///
    /// let position = Position::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1")?;
    /// let capture = position.find(UciMove::new(Square::C5, Square::D6)).unwrap();
    /// assert!(capture.is_en_passant());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn find(&self, meant: UciMove) -> Result<Move, MoveTextError> {
        if meant.is_null() {
            return Err(MoveTextError::Illegal);
        }
        let (from, to) = (meant.from(), meant.to());
        let moves = self.legal_moves_from(from);
        let of_king = |mv: &&Move| mv.kind().castling_side().is_some();
        let plain = moves
            .iter()
            .find(|mv| !of_king(mv) && (mv.to(), mv.promotion()) == (to, meant.promotion()));
        let takes_rook = || {
            moves.iter().filter(of_king).find(|mv| {
                let side = mv.kind().castling_side().unwrap_or(CastlingSide::King);
                self.castling_rook(self.side_to_move(), side).map(square) == Some(to)
            })
        };
        let two_squares = || {
            let is_far =
                from.file() == File::E && from.file().index().abs_diff(to.file().index()) == 2;
            moves
                .iter()
                .filter(of_king)
                .find(|mv| is_far && mv.to() == to)
        };
        let castling = || {
            takes_rook()
                .or_else(two_squares)
                .filter(|_| meant.promotion().is_none())
        };
        plain
            .or_else(castling)
            .copied()
            .ok_or(MoveTextError::Illegal)
    }

    /// Reads a move in UCI notation: the legal move it means here, see [`Position::find`].
    ///
    /// `0000` is refused from its first character, because a game has no null move.
    ///
    /// ```
    /// use passant_rules::{MoveTextError, Position};
    ///
    /// let position = Position::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1")?;
    /// assert!(position.parse_uci("c5d6").unwrap().is_en_passant());
    /// assert_eq!(position.parse_uci("c5b6"), Err(MoveTextError::Illegal));
    /// assert_eq!(position.parse_uci("c5-d6"), Err(MoveTextError::Syntax { at: 2 }));
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let meant: UciMove = text.parse()?;
        if meant.is_null() {
            return Err(MoveTextError::Syntax { at: 0 });
        }
        self.find(meant)
    }

    /// Reads a move in UCI notation or, if it is none, in SAN: the legal move it means here.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let position = Position::initial();
    /// assert_eq!(position.parse_move("Nf3"), position.parse_move("g1f3"));
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.parse_uci(text).or_else(|_| self.parse_san(text))
    }
}

/// The square named by two bytes of a text.
fn square_at(text: &str, at: usize) -> Result<Square, MoveTextError> {
    text.get(at..at + 2)
        .and_then(Square::from_name)
        .ok_or(MoveTextError::Syntax { at })
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { at } => {
                write!(
                    f,
                    "no move can be read from character {} on; expected one like exd6, Nf3 or e2e4",
                    at + 1
                )
            }
            Self::Illegal => f.write_str("not a legal move in this position"),
            Self::Ambiguous => f.write_str(
                "more than one legal move could be meant; name the square it comes from",
            ),
            Self::NotEnPassant => f.write_str("this move does not capture en passant"),
        }
    }
}

impl core::error::Error for MoveTextError {}
