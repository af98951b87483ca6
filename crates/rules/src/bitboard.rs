//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub};

use crate::Square;

/// A set of squares, one bit each, A1 in bit 0
/// ([bitboard](https://www.chessprogramming.org/Bitboards)).
///
/// In this crate a bitboard is an answer (the targets of a piece, the occupied squares, the reading of a sensor
/// board), never the board itself. The operators are those of sets:
///
/// ```
/// use passant_rules::{Bitboard, Square};
///
/// let corners: Bitboard = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
/// let home = Bitboard(0xFF);
///
/// assert_eq!((corners & home).len(), 2);       // intersection
/// assert_eq!((corners | home).len(), 10);      // union
/// assert_eq!((corners - home).len(), 2);       // difference
/// assert!(corners.contains(Square::H8));
/// assert_eq!(corners.to_string(), "\
/// X . . . . . . X
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . X
/// ");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of one square.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::of(Square::B1), Bitboard(0b10));
    /// ```
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Tells whether the square is in the set.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Square};
    ///
    /// assert!(Bitboard(0b10).contains(Square::B1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Tells whether the set is empty.
    ///
    /// ```
    /// use passant_rules::Bitboard;
    ///
    /// assert!(Bitboard::EMPTY.is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares, 0 to 64.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert_eq!(Position::initial().occupied().len(), 32);
    /// ```
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square in the order A1, B1, … H8.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard(0b110).first(), Some(Square::B1));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Adds a square.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Square};
    ///
    /// let mut lifted = Bitboard::EMPTY;
    /// lifted.insert(Square::E2);
    /// assert!(lifted.contains(Square::E2));
    /// ```
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self |= square.into();
    }

    /// Removes a square, if it is in the set.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Square};
    ///
    /// let mut squares = Bitboard::of(Square::E2);
    /// squares.remove(Square::E2);
    /// squares.remove(Square::E4);
    /// assert!(squares.is_empty());
    /// ```
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !Self::of(square).0;
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`] in the order A1, B1, … H8.
///
/// ```
/// use passant_rules::{Bitboard, Square};
///
/// let mut squares = Bitboard(0b110).into_iter();
/// assert_eq!(squares.len(), 2);
/// assert_eq!(squares.next(), Some(Square::B1));
/// assert_eq!(squares.next(), Some(Square::C1));
/// assert_eq!(squares.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Display for Bitboard {
    /// Draws the set, rank 8 on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = Square::wrapping(rank * 8 + file);
                let mark = if self.contains(square) { "X" } else { "." };
                f.write_str(mark)?;
                f.write_str(if file == 7 { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
