//! Castling rights, for standard chess and Chess960.

use core::fmt;

use crate::{Color, File, Square};

/// The wing to which a king castles.
///
/// In Chess960 the names tell where the king ends (file g or c), not how far it goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CastlingSide {
    /// To the h-file side: king to the g-file, rook to the f-file (`O-O`).
    King = 0,
    /// To the a-file side: king to the c-file, rook to the d-file (`O-O-O`).
    Queen = 1,
}

impl CastlingSide {
    /// Both wings, king side first, as FEN writes them.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file on which the king ends.
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
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

/// Which castlings neither side has forfeited yet: for each colour and wing, the file of the rook.
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
    /// No castling any more.
    pub const NONE: Self = Self {
        rooks: [[None; 2]; 2],
    };

    /// All four rights of the initial position, `KQkq`.
    pub const STANDARD: Self = Self {
        rooks: [[Some(File::H), Some(File::A)]; 2],
    };

    /// The file of the rook that may castle with its king, or `None` when the right is gone.
    #[inline]
    #[must_use]
    pub const fn rook_file(&self, color: Color, side: CastlingSide) -> Option<File> {
        self.rooks[color as usize][side as usize]
    }

    /// The square of the rook that may castle with its king, or `None` when the right is gone.
    #[must_use]
    pub fn rook_square(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rook_file(color, side)
            .map(|file| Square::new(file, color.home_rank()))
    }

    /// Sets or takes away one right.
    pub fn set(&mut self, color: Color, side: CastlingSide, rook: Option<File>) {
        self.rooks[color as usize][side as usize] = rook;
    }

    /// Whether nobody may castle any more.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// The rights that are there, in the order `KQkq`, each with the file of its rook.
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
            Self::King => "king's",
            Self::Queen => "queen's",
        })
    }
}
