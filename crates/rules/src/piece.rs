//! Colors and pieces.

use core::fmt;

/// One of the two sides.
///
/// ```
/// use passant_rules::{Color, Position};
///
/// let position = Position::initial();
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::White.to_string(), "White");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Color {
    /// The side that moves first.
    White = 0,
    /// The other side.
    Black = 1,
}

/// The type of a piece, without its color.
///
/// ```
/// use passant_rules::{PieceType, Position, Square};
///
/// let piece = Position::initial().piece_at(Square::B1).unwrap();
/// assert_eq!(piece.piece_type(), PieceType::Knight);
/// assert_eq!(piece.piece_type().to_string(), "knight");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PieceType {
    /// Pawn.
    Pawn = 0,
    /// Knight.
    Knight = 1,
    /// Bishop.
    Bishop = 2,
    /// Rook.
    Rook = 3,
    /// Queen.
    Queen = 4,
    /// King.
    King = 5,
}

/// A piece: its type and color.
///
/// ```
/// use passant_rules::{Color, Piece, PieceType};
///
/// assert_eq!(Piece::new(Color::Black, PieceType::Queen), Piece::BlackQueen);
/// assert_eq!(Piece::BlackQueen.to_string(), "q");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are named for what they are")]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Piece {
    WhitePawn = 0,
    WhiteKnight = 1,
    WhiteBishop = 2,
    WhiteRook = 3,
    WhiteQueen = 4,
    WhiteKing = 5,
    BlackPawn = 8,
    BlackKnight = 9,
    BlackBishop = 10,
    BlackRook = 11,
    BlackQueen = 12,
    BlackKing = 13,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns 0 for White, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the FEN field: `'w'` or `'b'`.
    ///
    /// ```
    /// use passant_rules::Color;
    ///
    /// assert_eq!(Color::Black.letter(), 'b');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns `1` for White, `-1` for Black: the direction in which its pawns count ranks.
    ///
    /// ```
    /// use passant_rules::{Color, Square};
    ///
    /// let steps = 2 * Color::Black.forward();
    /// assert_eq!(Square::E7.offset(0, steps), Some(Square::E5));
    /// ```
    #[must_use]
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }
}

impl core::ops::Not for Color {
    type Output = Self;

    /// The other side.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl PieceType {
    /// All six, in the order pawn, knight, bishop, rook, queen, king.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The four types that a pawn can become, in the order in which moves are generated.
    ///
    /// ```
    /// use passant_rules::PieceType;
    ///
    /// assert!(!PieceType::PROMOTIONS.contains(&PieceType::King));
    /// ```
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the number of the type, from 0 for the pawn to 5 for the king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in upper case, as in SAN: `'P'`, `'N'`, `'B'`, `'R'`, `'Q'`, `'K'`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The type with this English letter, in lower or upper case.
    ///
    /// ```
    /// use passant_rules::PieceType;
    ///
    /// assert_eq!(PieceType::from_letter('n'), Some(PieceType::Knight));
    /// assert_eq!(PieceType::from_letter('x'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'P' => Some(Self::Pawn),
            'N' => Some(Self::Knight),
            'B' => Some(Self::Bishop),
            'R' => Some(Self::Rook),
            'Q' => Some(Self::Queen),
            'K' => Some(Self::King),
            _ => None,
        }
    }
}

impl Piece {
    /// The piece of this color and type.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        match (color, kind) {
            (Color::White, PieceType::Pawn) => Self::WhitePawn,
            (Color::White, PieceType::Knight) => Self::WhiteKnight,
            (Color::White, PieceType::Bishop) => Self::WhiteBishop,
            (Color::White, PieceType::Rook) => Self::WhiteRook,
            (Color::White, PieceType::Queen) => Self::WhiteQueen,
            (Color::White, PieceType::King) => Self::WhiteKing,
            (Color::Black, PieceType::Pawn) => Self::BlackPawn,
            (Color::Black, PieceType::Knight) => Self::BlackKnight,
            (Color::Black, PieceType::Bishop) => Self::BlackBishop,
            (Color::Black, PieceType::Rook) => Self::BlackRook,
            (Color::Black, PieceType::Queen) => Self::BlackQueen,
            (Color::Black, PieceType::King) => Self::BlackKing,
        }
    }

    /// Returns the color of the piece.
    ///
    /// ```
    /// use passant_rules::{Color, Piece};
    ///
    /// assert_eq!(Piece::WhitePawn.color(), Color::White);
    /// ```
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8) < 8 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Returns the type of the piece.
    ///
    /// ```
    /// use passant_rules::{Piece, PieceType};
    ///
    /// assert_eq!(Piece::WhitePawn.piece_type(), PieceType::Pawn);
    /// ```
    #[inline]
    #[must_use]
    pub const fn piece_type(self) -> PieceType {
        match self {
            Self::WhitePawn | Self::BlackPawn => PieceType::Pawn,
            Self::WhiteKnight | Self::BlackKnight => PieceType::Knight,
            Self::WhiteBishop | Self::BlackBishop => PieceType::Bishop,
            Self::WhiteRook | Self::BlackRook => PieceType::Rook,
            Self::WhiteQueen | Self::BlackQueen => PieceType::Queen,
            Self::WhiteKing | Self::BlackKing => PieceType::King,
        }
    }

    /// The letter of the FEN placement: upper case for White.
    ///
    /// ```
    /// use passant_rules::Piece;
    ///
    /// assert_eq!(Piece::WhiteKing.letter(), 'K');
    /// assert_eq!(Piece::BlackKing.letter(), 'k');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.piece_type().letter(),
            Color::Black => self.piece_type().letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this FEN letter.
    ///
    /// ```
    /// use passant_rules::Piece;
    ///
    /// assert_eq!(Piece::from_letter('q'), Some(Piece::BlackQueen));
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match PieceType::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

impl fmt::Display for Piece {
    /// The FEN letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}
