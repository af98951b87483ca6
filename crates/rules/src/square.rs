//! Squares, files and ranks.
//!
//! The numbering is [little-endian rank-file](https://www.chessprogramming.org/Square_Mapping_Considerations):
//! A1 = 0, B1 = 1, … H8 = 63.

use core::fmt;
use core::str::FromStr;

use crate::Color;

/// Declares an enum whose variants are numbered from 0, and the conversion from a number.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $count:literal: $($variant:ident = $number:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the variants are named for what they are")]
        pub enum $name { $($variant = $number),+ }

        impl $name {
            /// All values, in the order of their numbers.
            pub const ALL: [Self; $count] = [$(Self::$variant),+];

            /// The value with this number, counted modulo the number of values.
            ///
            /// The match compiles to the number itself: no table, no bounds check.
            #[inline]
            pub(crate) const fn wrapping(index: u8) -> Self {
                match index % $count {
                    $($number => Self::$variant,)+
                    _ => Self::ALL[0],
                }
            }

            /// The value with this number, or `None` where there is none.
            #[inline]
            #[must_use]
            pub const fn from_index(index: u8) -> Option<Self> {
                if index < $count { Some(Self::wrapping(index)) } else { None }
            }

            /// The number of this value, counted from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> u8 {
                self as u8
            }
        }
    };
}

numbered! {
    /// A column of the board; [`File::A`] is at White's left hand.
    ///
    /// ```
    /// use passant_rules::{File, Square};
    ///
    /// assert_eq!(Square::E4.file(), File::E);
    /// assert_eq!(File::from_index(4), Some(File::E));
    /// assert_eq!(File::ALL.len(), 8);
    /// ```
    File, 8: A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7
}

numbered! {
    /// A row of the board; [`Rank::First`] is White's home rank.
    ///
    /// ```
    /// use passant_rules::{Rank, Square};
    ///
    /// assert_eq!(Square::E4.rank(), Rank::Fourth);
    /// assert_eq!(Rank::from_index(3), Some(Rank::Fourth));
    /// assert_eq!(Rank::from_index(8), None);
    /// ```
    Rank, 8: First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7
}

numbered! {
    /// A square of the board, A1 = 0, B1 = 1, … H8 = 63.
    ///
    /// ```
    /// use passant_rules::{File, Rank, Square};
    ///
    /// let square: Square = "e4".parse().unwrap();
    /// assert_eq!(square, Square::new(File::E, Rank::Fourth));
    /// assert_eq!(square.index(), 28);
    /// assert_eq!(square.to_string(), "e4");
    /// ```
    Square, 64:
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl File {
    /// The letter in lower case, `'a'` to `'h'`.
    ///
    /// ```
    /// use passant_rules::File;
    ///
    /// assert_eq!(File::C.letter(), 'c');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this letter, in lower or upper case.
    ///
    /// ```
    /// use passant_rules::File;
    ///
    /// assert_eq!(File::from_letter('H'), Some(File::H));
    /// assert_eq!(File::from_letter('i'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::wrapping(letter as u8 - b'a')),
            'A'..='H' => Some(Self::wrapping(letter as u8 - b'A')),
            _ => None,
        }
    }
}

impl Color {
    /// The rank on which this side's king and rooks start.
    ///
    /// ```
    /// use passant_rules::{Color, Rank};
    ///
    /// assert_eq!(Color::Black.home_rank(), Rank::Eighth);
    /// ```
    #[must_use]
    pub const fn home_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }
}

impl Rank {
    /// The digit, `'1'` to `'8'`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this digit.
    ///
    /// ```
    /// use passant_rules::Rank;
    ///
    /// assert_eq!(Rank::from_digit('8'), Some(Rank::Eighth));
    /// assert_eq!(Rank::Eighth.digit(), '8');
    /// ```
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::wrapping(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// The rank as `color` counts: its own home rank is [`Rank::First`].
    ///
    /// ```
    /// use passant_rules::{Color, Rank};
    ///
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::wrapping(7 - self as u8),
        }
    }
}

impl Square {
    /// The square where a file and a rank cross.
    ///
    /// ```
    /// use passant_rules::{File, Rank, Square};
    ///
    /// assert_eq!(Square::new(File::G, Rank::Second), Square::G2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::wrapping(rank as u8 * 8 + file as u8)
    }

    /// The column of this square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::wrapping(self as u8 & 7)
    }

    /// The row of this square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self as u8 >> 3)
    }

    /// The square that is `files` to the right and `ranks` up, as White sees it, or `None` beyond the edge.
    ///
    /// ```
    /// use passant_rules::Square;
    ///
    /// assert_eq!(Square::E4.offset(1, 2), Some(Square::F6));
    /// assert_eq!(Square::H4.offset(1, 0), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as i8 & 7).saturating_add(files);
        let rank = (self as i8 >> 3).saturating_add(ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self::wrapping((rank * 8 + file).cast_unsigned()))
        } else {
            None
        }
    }

    /// The same square seen from the other side of the board: A1 becomes A8.
    ///
    /// ```
    /// use passant_rules::Square;
    ///
    /// assert_eq!(Square::E2.flip(), Square::E7);
    /// ```
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::wrapping(self as u8 ^ 0x38)
    }

    /// The same square with left and right exchanged: A1 becomes H1.
    ///
    /// ```
    /// use passant_rules::Square;
    ///
    /// assert_eq!(Square::E2.mirror(), Square::D2);
    /// ```
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::wrapping(self as u8 ^ 0x07)
    }

    /// Tells whether the square is light, as H1 is.
    ///
    /// ```
    /// use passant_rules::Square;
    ///
    /// assert!(Square::H1.is_light());
    /// assert!(!Square::A1.is_light());
    /// ```
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self as u8 ^ (self as u8 >> 3)) & 1 == 1
    }

    /// The square with this name, in lower case, or `None`.
    ///
    /// ```
    /// use passant_rules::Square;
    ///
    /// assert_eq!(Square::from_name("e6"), Some(Square::E6));
    /// assert_eq!(Square::from_name("e9"), None);
    /// ```
    #[must_use]
    pub const fn from_name(name: &str) -> Option<Self> {
        Self::from_bytes(name.as_bytes())
    }

    pub(crate) const fn from_bytes(name: &[u8]) -> Option<Self> {
        match *name {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Self::wrapping((rank - b'1') * 8 + (file - b'a')))
            }
            _ => None,
        }
    }
}

/// A text is not the name of a square.
///
/// ```
/// use passant_rules::Square;
///
/// let error = "i9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "not a square; expected a name like e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square; expected a name like e4")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// See [`Square::from_name`].
    fn from_str(name: &str) -> Result<Self, ParseSquareError> {
        Self::from_name(name).ok_or(ParseSquareError)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.digit())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}
