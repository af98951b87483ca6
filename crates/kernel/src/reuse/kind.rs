//! Types of pieces as numbers.

use crate::planes::Code;

/// The number of types of pieces, and the index of each.
pub(super) const KINDS: usize = 6;
pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

/// The index of a type of piece.
pub(super) const fn kind(code: Code) -> usize {
    match code {
        Code::PAWN => PAWN,
        Code::KNIGHT => KNIGHT,
        Code::BISHOP => BISHOP,
        Code::ROOK => ROOK,
        Code::QUEEN => QUEEN,
        _ => KING,
    }
}
