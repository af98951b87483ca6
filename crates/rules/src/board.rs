//! Piece placement, and the contents of a FEN, before anything is checked.

use core::fmt;

use crate::{Bitboard, CastlingRights, Color, File, Piece, PieceType, Rank, Square};

/// The pieces and their squares. Anything is possible: no king, forty queens, pawns on the first rank.
///
/// ```
/// use passant_rules::{Board, Piece, Square};
///
/// let mut board = Board::EMPTY;
/// board.set(Square::E4, Some(Piece::WhitePawn));
/// assert_eq!(board.get(Square::E4), Some(Piece::WhitePawn));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Option<Piece>; 64],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self {
        squares: [None; 64],
    };

    /// The initial position of standard chess.
    ///
    /// ```
    /// use passant_rules::{Board, Piece, Square};
    ///
    /// assert_eq!(Board::initial().get(Square::D8), Some(Piece::BlackQueen));
    /// ```
    #[must_use]
    pub fn initial() -> Self {
        const HOME: [PieceType; 8] = [
            PieceType::Rook,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Queen,
            PieceType::King,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Rook,
        ];
        let mut board = Self::EMPTY;
        for color in Color::ALL {
            for (file, kind) in File::ALL.into_iter().zip(HOME) {
                let pawns = Rank::Second.relative_to(color);
                board.set(
                    Square::new(file, color.home_rank()),
                    Some(Piece::new(color, kind)),
                );
                board.set(
                    Square::new(file, pawns),
                    Some(Piece::new(color, PieceType::Pawn)),
                );
            }
        }
        board
    }

    /// The piece on a square.
    ///
    /// ```
    /// use passant_rules::{Board, Square};
    ///
    /// assert_eq!(Board::initial().get(Square::E4), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index() as usize & 63]
    }

    /// Puts a piece on a square or empties the square. The piece that stood there is removed.
    ///
    /// ```
    /// use passant_rules::{Board, Square};
    ///
    /// let mut board = Board::initial();
    /// board.set(Square::A1, None); // White gives the rook as a handicap.
    /// assert_eq!(board.get(Square::A1), None);
    /// ```
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[usize::from(square.index()) & 63] = piece;
    }

    /// The squares on which this piece stands. Looks at all 64 squares.
    ///
    /// ```
    /// use passant_rules::{Board, Piece, Square};
    ///
    /// let knights = Board::initial().squares_of(Piece::WhiteKnight);
    /// assert!(knights.into_iter().eq([Square::B1, Square::G1]));
    /// ```
    #[must_use]
    #[inline]
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for (rank, pieces) in (0..).zip(self.squares.chunks_exact(8)) {
            // Most ranks lack most pieces, and compilers compare eight bytes at once.
            if pieces.contains(&Some(piece)) {
                for (file, found) in (0..).zip(pieces) {
                    if *found == Some(piece) {
                        squares.insert(Square::wrapping(8 * rank + file));
                    }
                }
            }
        }
        squares
    }

    /// Returns the number of pieces of each kind, indexed by the number of the variant.
    pub(crate) fn counts(&self) -> [u8; 16] {
        let mut counts = [0; 16];
        for (_, piece) in self.iter() {
            counts[piece as usize & 15] += 1;
        }
        counts
    }

    /// The pieces in the order A1, B1, … H8, each with its square.
    ///
    /// ```
    /// use passant_rules::{Board, Piece, Square};
    ///
    /// let board = Board::initial();
    /// assert_eq!(board.iter().count(), 32);
    /// assert_eq!(board.iter().next(), Some((Square::A1, Piece::WhiteRook)));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (0..64)
            .map(Square::wrapping)
            .filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }
}

impl fmt::Display for Board {
    /// Draws the board from White's side, eight lines of eight letters, a dot for an empty square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let letter = self.get(Square::new(file, rank)).map_or('.', Piece::letter);
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{letter}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}

/// The contents of a FEN. Nothing is checked before [`Setup::validate`] or [`Setup::repair`].
///
/// ```
/// use passant_rules::{SetupFault, Setup, Square};
///
/// let mut setup = Setup::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")?;
/// assert!(setup.validate().is_ok());
/// setup.en_passant = Some(Square::D3);
/// assert_eq!(setup.validate().unwrap_err()[..], [SetupFault::EnPassantNoPawn { victim: Square::D4 }]);
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces and their squares.
    pub board: Board,
    /// The side whose turn it is.
    pub side_to_move: Color,
    /// The castling rights that the FEN claims.
    pub castling: CastlingRights,
    /// The square that a pawn is said to have passed over with its last move.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be played.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move.
    pub(crate) const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
}
