//! Piece placement, and nothing else.

use core::fmt;

use crate::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// Which man stands on which square. Anything goes: no king, forty queens, pawns on the first rank.
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
    /// No man at all.
    pub const EMPTY: Self = Self {
        squares: [None; 64],
    };

    /// The initial position of standard chess.
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

    /// The man on a square.
    #[must_use]
    #[inline]
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index() as usize & 63]
    }

    /// Puts a man on a square, or empties it; whatever stood there is gone.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[usize::from(square.index()) & 63] = piece;
    }

    /// The squares on which this man stands. Looks at all 64 squares.
    #[must_use]
    #[inline]
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        self.iter()
            .filter(|&(_, man)| man == piece)
            .map(|(at, _)| at)
            .collect()
    }

    /// How many there are of each man, by the number of its variant.
    pub(crate) fn counts(&self) -> [u8; 16] {
        let mut counts = [0; 16];
        for (_, man) in self.iter() {
            counts[man as usize & 15] += 1;
        }
        counts
    }

    /// The men in the order A1, B1, … H8, each with its square.
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
