//! Keys: a position as one number, for repetition and hash tables
//! ([Zobrist hashing](https://www.chessprogramming.org/Zobrist_Hashing)).
//!
//! The random numbers are computed, not stored, because a table of them would be larger than the rest of the crate.

use crate::{CastlingSide, Color, File, Piece, Position, Square};

/// A position as a 64-bit number. Positions that are the same for FIDE Laws of Chess 9.2.3 have the same key: an en
/// passant right counts only if a capture is legal. Different positions have different keys, except by chance: one pair
/// in 2⁶⁴.
///
/// ```
/// use passant_rules::{Key, Position};
///
/// let mut position = Position::initial();
/// let start: Key = position.key();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     let _ = position.make(position.parse_san(text).unwrap());
/// }
/// assert_eq!(position.key(), start);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(transparent)]
pub struct Key(pub u64);

/// The contributions to a key, numbered so that no two contributions share a number.
enum Feature {
    Piece(Piece, Square),
    Castling(Color, CastlingSide, File),
    EnPassant(File),
    BlackToMove,
}

impl Feature {
    fn number(&self) -> u64 {
        match *self {
            Self::Piece(piece, at) => piece as u64 * 64 + u64::from(at.index()),
            Self::Castling(color, side, file) => {
                1024 + color as u64 * 16 + side as u64 * 8 + u64::from(file.index())
            }
            Self::EnPassant(file) => 1056 + u64::from(file.index()),
            Self::BlackToMove => 1064,
        }
    }

    /// The random number of this contribution.
    fn random(&self) -> u64 {
        split_mix(self.number())
    }
}

/// The `number`-th output of the `SplitMix64` generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014), whose constants these are.
const fn split_mix(number: u64) -> u64 {
    let mut z = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Key {
    /// The part of a key that a piece on a square has: [`Position::key`] combines the parts with an exclusive or. A quiet move that ends
    /// no right changes a key by the parts of its piece on both squares, and by the side to move.
    ///
    /// ```
    /// use passant_rules::{Key, Piece, Square};
    ///
    /// let parts = [Square::G1, Square::F3].map(|at| Key::of_piece(Piece::WhiteKnight, at));
    /// assert_ne!(parts[0], parts[1]);
    /// ```
    #[must_use]
    pub fn of_piece(piece: Piece, at: Square) -> Self {
        Self(Feature::Piece(piece, at).random())
    }
}

impl Position {
    /// The key of this position, computed from its pieces each time: at most 32 of them, with three 64-bit
    /// multiplications each.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// // The pawn on c5 is pinned to its king along the rank: no capture on d6 is legal.
    /// let with = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
    /// let without = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1")?;
    /// assert_eq!(with.key(), without.key());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> Key {
        let mut key = 0;
        for at in self.occupied() {
            if let Some(piece) = self.piece_at(at) {
                key ^= Feature::Piece(piece, at).random();
            }
        }
        for (color, side, file) in self.castling_rights().iter() {
            key ^= Feature::Castling(color, side, file).random();
        }
        if let Some(target) = self.legal_target() {
            key ^= Feature::EnPassant(target.file()).random();
        }
        if self.side_to_move() == Color::Black {
            key ^= Feature::BlackToMove.random();
        }
        Key(key)
    }
}
