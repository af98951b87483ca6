//! Castling rights, for standard chess and Chess960.

use core::fmt;

use crate::{Color, File, Square};

/// The side of the board to which a king castles.
///
/// In Chess960 it tells where the king ends (on the g- or c-file), not how far it goes.
///
/// ```
/// use passant_rules::{CastlingSide, Position};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")?;
/// let castling = position.parse_san("O-O-O").unwrap();
/// assert_eq!(castling.kind().castling_side(), Some(CastlingSide::Queen));
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CastlingSide {
    /// Kingside: king to the g-file, rook to the f-file (`O-O`).
    King = 0,
    /// Queenside: king to the c-file, rook to the d-file (`O-O-O`).
    Queen = 1,
}

impl CastlingSide {
    /// Both sides, kingside first, as FEN writes them.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file on which the king ends.
    ///
    /// ```
    /// use passant_rules::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::King.king_file(), File::G);
    /// ```
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
    ///
    /// ```
    /// use passant_rules::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::King.rook_file(), File::F);
    /// ```
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// The file on which the rook stands at the start of standard chess.
    #[must_use]
    pub const fn standard_rook_file(self) -> File {
        match self {
            Self::King => File::H,
            Self::Queen => File::A,
        }
    }
}

/// The castling rights that are left: for each color and side, the file of the rook.
///
/// A right says that king and rook have not moved, not that castling is possible now
/// (FIDE Laws of Chess, 3.8.2.1).
///
/// ```
/// use passant_rules::{CastlingRights, CastlingSide, Color, File};
///
/// let mut rights = CastlingRights::STANDARD;
/// rights.set(Color::White, CastlingSide::King, None);
/// assert_eq!(rights.rook_file(Color::White, CastlingSide::King), None);
/// assert_eq!(rights.rook_file(Color::Black, CastlingSide::Queen), Some(File::A));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct CastlingRights {
    rooks: [[Option<File>; 2]; 2],
}

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self {
        rooks: [[None; 2]; 2],
    };

    /// All four rights of the initial position, `KQkq`.
    pub const STANDARD: Self = Self {
        rooks: [[Some(File::H), Some(File::A)]; 2],
    };

    /// The file of the rook that may castle with its king, or `None` if there is no such right.
    #[inline]
    #[must_use]
    pub const fn rook_file(&self, color: Color, side: CastlingSide) -> Option<File> {
        self.rooks[color as usize][side as usize]
    }

    /// The square of the rook that may castle with its king, or `None` if there is no such right.
    ///
    /// ```
    /// use passant_rules::{CastlingRights, CastlingSide, Color, Square};
    ///
    /// let rights = CastlingRights::STANDARD;
    /// assert_eq!(rights.rook_square(Color::Black, CastlingSide::King), Some(Square::H8));
    /// ```
    #[must_use]
    pub fn rook_square(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rook_file(color, side)
            .map(|file| Square::new(file, color.home_rank()))
    }

    /// Grants one right, with the file of its rook, or removes it.
    ///
    /// ```
    /// use passant_rules::{CastlingRights, CastlingSide, Color, File};
    ///
    /// let mut rights = CastlingRights::NONE;
    /// rights.set(Color::White, CastlingSide::King, Some(File::G)); // Chess960
    /// assert_eq!(rights.rook_file(Color::White, CastlingSide::King), Some(File::G));
    /// ```
    pub fn set(&mut self, color: Color, side: CastlingSide, rook: Option<File>) {
        self.rooks[color as usize][side as usize] = rook;
    }

    /// Tells whether there is no right.
    ///
    /// ```
    /// use passant_rules::{CastlingRights, Position};
    ///
    /// assert!(CastlingRights::NONE.is_empty());
    /// assert!(!Position::initial().castling_rights().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// The rights that are left, in the order `KQkq`, each with the file of its rook.
    ///
    /// ```
    /// use passant_rules::{CastlingRights, Color};
    ///
    /// let mut colors = CastlingRights::STANDARD.iter().map(|(color, _, _)| color);
    /// assert!(colors.eq([Color::White, Color::White, Color::Black, Color::Black]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, File)> + '_ {
        // A chain of two iterators would be three times as large on a chip.
        (0..4).filter_map(|index| {
            let color = Color::ALL[index >> 1 & 1];
            let side = CastlingSide::ALL[index & 1];
            let file = self.rook_file(color, side)?;
            Some((color, side, file))
        })
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "kingside",
            Self::Queen => "queenside",
        })
    }
}
