//! The moves of one position that are made together.

use super::attacks::square;
use super::lanes::{Lanes, MOST_SQUARES};

/// An upper bound for the moves of a position: nine queens, two rooks, two bishops and two knights on an empty board,
/// and a king.
pub(super) const MOST_MOVES: usize = 9 * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 8 + 2;

/// Moves of which nothing but the squares matters: the piece stays what it is, and no right depends on it but that of a
/// rook on its own square.
///
/// It is as large as it is aligned, and so lies in one page of memory. A write across two pages takes so long that making
/// children took 1.3 times as long where a page ended in a list.
#[repr(align(1024))]
pub(super) struct MoveList {
    from: [u8; Self::ROOM],
    to: [u8; Self::ROOM],
    pub(super) len: usize,
}

const _: () = assert!(size_of::<MoveList>() == align_of::<MoveList>());

impl MoveList {
    /// Room for all moves, and for what is written beyond the last one.
    const ROOM: usize = MOST_MOVES + MOST_SQUARES;

    pub(super) const fn new() -> Self {
        Self {
            from: [0; Self::ROOM],
            to: [0; Self::ROOM],
            len: 0,
        }
    }

    /// The squares that some moves leave and enter, from `at` on, each pair in a lane, on the board turned over.
    #[inline(always)]
    pub(super) fn squares<L: Lanes>(&self, at: usize) -> [L; 2] {
        [
            L::load_squares(&self.from, at).turn_over(),
            L::load_squares(&self.to, at).turn_over(),
        ]
    }

    /// Lists the moves of one piece.
    #[inline(always)]
    pub(super) fn add_piece<L: Lanes>(&mut self, from: u64, targets: u64) {
        L::list_squares(targets, &mut self.to, self.len);
        self.from[self.len..][..MOST_SQUARES].fill(square(from) as u8);
        self.len += targets.count_ones() as usize;
    }

    /// Lists pawn moves of this many squares.
    #[inline(always)]
    pub(super) fn add_pawns<L: Lanes>(&mut self, step: u32, targets: u64) {
        L::list_squares(targets, &mut self.to, self.len);
        L::list_squares(targets >> step, &mut self.from, self.len);
        self.len += targets.count_ones() as usize;
    }
}
