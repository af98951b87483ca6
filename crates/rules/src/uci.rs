//! Moves as the Universal Chess Interface writes them.

use core::fmt;

use arrayvec::ArrayString;

use crate::geometry::square;
use crate::{CastlingSide, File, Move, PieceType, Position, Square};

/// A move in UCI notation: four letters, five for a promotion.
pub type UciText = ArrayString<5>;

/// A text is no move of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveTextError {
    /// The text has no meaning from this byte on.
    Syntax {
        /// The byte at which reading stopped.
        at: usize,
    },
    /// The text can be read, but no legal move is meant by it.
    Illegal,
    /// More than one legal move could be meant.
    Ambiguous,
    /// The text says that it captures en passant, and the move it means does not.
    NotEnPassant,
}

impl Move {
    /// The move in UCI notation for standard chess: a castling king goes two squares.
    ///
    /// [`Position::uci`] knows Chess960 as well.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Square};
    ///
    /// assert_eq!(&Move::new(Square::A7, Square::A8, MoveKind::PromoteKnight).uci()[..], "a7a8n");
    /// ```
    #[must_use]
    pub fn uci(self) -> UciText {
        squares_text(self.from(), self.to(), self.promotion())
    }
}

/// Five letters at most: writing them cannot fail.
fn squares_text(from: Square, to: Square, promotion: Option<PieceType>) -> UciText {
    let mut text = UciText::new();
    let promotion = promotion.map(|kind| kind.letter().to_ascii_lowercase());
    let letters = [
        from.file().letter(),
        from.rank().digit(),
        to.file().letter(),
        to.rank().digit(),
    ];
    for letter in letters.into_iter().chain(promotion) {
        let _ = text.try_push(letter);
    }
    text
}

impl Position {
    /// A legal move in UCI notation: castling is written as the king's two squares (`e1g1`) in standard chess, as king
    /// takes rook (`f1h1`) where the position [is Chess960](Position::is_chess960).
    #[must_use]
    pub fn uci(&self, mv: Move) -> UciText {
        match mv.kind().castling_side() {
            Some(side) if self.is_chess960() => self.king_takes_rook(mv, side),
            _ => mv.uci(),
        }
    }

    fn king_takes_rook(&self, mv: Move, side: CastlingSide) -> UciText {
        let rook = self
            .castling_rook(self.side_to_move(), side)
            .map_or(mv.to(), square);
        squares_text(mv.from(), rook, None)
    }

    /// Reads a move in UCI notation: the legal move it means here.
    ///
    /// Castling is understood both as the king's two squares and as king takes rook.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let position = Position::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1")?;
    /// assert!(position.parse_uci("c5d6").unwrap().is_en_passant());
    /// assert!(position.parse_uci("c5b6").is_err());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let from = square_at(text, 0)?;
        let to = square_at(text, 2)?;
        let promotion = match text.get(4..).unwrap_or_default().as_bytes() {
            [] => None,
            [letter @ (b'n' | b'b' | b'r' | b'q')] => PieceType::from_letter(char::from(*letter)),
            _ => return Err(MoveTextError::Syntax { at: 4 }),
        };
        let moves = self.legal_moves_from(from);
        let of_king = |mv: &&Move| mv.kind().castling_side().is_some();
        let plain = moves
            .iter()
            .find(|mv| !of_king(mv) && (mv.to(), mv.promotion()) == (to, promotion));
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
                .filter(|_| promotion.is_none())
        };
        plain
            .or_else(castling)
            .copied()
            .ok_or(MoveTextError::Illegal)
    }

    /// Reads a move in UCI notation or, if it is none, in SAN: the legal move it means here.
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
            Self::Illegal => f.write_str("no legal move is meant by this"),
            Self::Ambiguous => f.write_str(
                "more than one legal move could be meant; name the square it comes from",
            ),
            Self::NotEnPassant => f.write_str("this does not capture en passant"),
        }
    }
}

impl core::error::Error for MoveTextError {}
