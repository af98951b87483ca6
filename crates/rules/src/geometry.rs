//! The 0x88 board: addresses, directions, and the relation of two squares.
//!
//! An address is `0x10 * rank + file`. Half of the addresses are not squares, and one test finds them:
//! `address & 0x88 != 0`. The difference of two addresses determines the relation of their squares, wherever they
//! are, so that one table of 256 bytes covers all pairs
//! ([0x88](https://www.chessprogramming.org/0x88), "square relations").

use crate::Square;

/// The address of a square on the 0x88 board, `0x10 * rank + file`.
pub(crate) type Address = u8;

/// An address that is not a square.
pub(crate) const NOWHERE: Address = 0x88;

/// The steps to the four orthogonal neighbors, then to the four diagonal ones.
pub(crate) const STEPS: [u8; 8] = [0x01, 0xFF, 0x10, 0xF0, 0x11, 0xEF, 0x0F, 0xF1];

/// The eight steps of a knight.
pub(crate) const KNIGHT_STEPS: [u8; 8] = [0x21, 0x1F, 0x12, 0x0E, 0xF2, 0xEE, 0xE1, 0xDF];

/// The relation of one square to another: which pieces on the one can reach the other on an empty board.
///
/// ```text
/// bit 7   6      5        4          3            2 1 0
///     0   near   knight   diagonal   orthogonal   index into STEPS, on a line
/// ```
pub(crate) mod relation {
    /// On the same rank or file.
    pub(crate) const ORTHOGONAL: u8 = 1 << 3;
    /// On the same diagonal.
    pub(crate) const DIAGONAL: u8 = 1 << 4;
    /// A knight's move away.
    pub(crate) const KNIGHT: u8 = 1 << 5;
    /// Neighbors: a king's step away.
    pub(crate) const NEAR: u8 = 1 << 6;
    /// On the same line of any kind.
    pub(crate) const LINE: u8 = ORTHOGONAL | DIAGONAL;
    /// The bits that say on which line and in which direction; they are equal for two squares on the same ray.
    pub(crate) const RAY: u8 = LINE | 7;
}

/// The relation of every difference `to - from`, counted modulo 256.
static RELATIONS: [u8; 256] = relations();

const fn relations() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let line = if i < 4 {
            relation::ORTHOGONAL
        } else {
            relation::DIAGONAL
        };
        let mut difference = 0_u8;
        let mut distance = 1;
        while distance < 8 {
            difference = difference.wrapping_add(STEPS[i]);
            table[difference as usize] = i as u8 | line;
            distance += 1;
        }
        table[STEPS[i] as usize] |= relation::NEAR;
        table[KNIGHT_STEPS[i] as usize] = relation::KNIGHT;
        i += 1;
    }
    table
}

/// The relation of `to` to `from`: the bits of [`relation`].
#[inline]
pub(crate) fn relation(from: Address, to: Address) -> u8 {
    RELATIONS[usize::from(to.wrapping_sub(from))]
}

/// The step along the line of a relation.
#[inline]
pub(crate) fn step_of(relation: u8) -> u8 {
    STEPS[usize::from(relation & 7)]
}

/// Tells whether the address is a square of the board.
#[inline]
pub(crate) const fn on_board(address: Address) -> bool {
    address & 0x88 == 0
}

/// The address of a square.
#[inline]
pub(crate) const fn address(square: Square) -> Address {
    let index = square.index();
    index + (index & 0x38)
}

/// The square at an address that is on the board.
#[inline]
pub(crate) const fn square(address: Address) -> Square {
    Square::wrapping((address + (address & 7)) >> 1)
}

/// The rank of an address on the board, 0 to 7.
#[inline]
pub(crate) const fn rank_of(address: Address) -> u8 {
    address >> 4
}
