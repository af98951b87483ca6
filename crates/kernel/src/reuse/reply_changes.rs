//! By how much leaving or entering a square changes the number of replies of sliders and pawns.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info).

use super::bit_sliced::{BitSliced, run_lengths};
use crate::axes::{Axes, Propagators};
use crate::lanes::{
    EAST, Lanes, NORTH, NORTH_EAST, NORTH_WEST, Rays, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
};
use crate::planes::{RANK_3, RANK_8};
use crate::setwise::{Board, LaneCheckInfo};

/// The changes in the number of slider and pawn replies when a square is left or entered.
///
/// Only occupied squares can be left and only empty squares can be entered, so both share the numbers. A piece that
/// arrives on a ray cuts off the squares beyond; a piece that leaves the end of a ray lets the ray grow.
///
/// ```text
///   r x x t x x N . .     a piece that arrives on t cuts off three squares;
///   r x x x x x n + +     when the knight leaves, two squares are gained
/// ```
pub(super) struct ReplyChanges<L> {
    pub(super) changes: BitSliced<L>,
    /// For each axis, the squares where a move along the axis has a different effect than leaving and entering apart.
    pub(super) lines: [L; 4],
    /// The squares on which a pawn might promote.
    pub(super) promoting: L,
    /// The pawns in the way of a double push. If one of them moves on, it is in the way of the step too; their changes are for
    /// that. If one of them captures, it gives the double push back.
    pub(super) opposed: L,
}

impl<L: Lanes> ReplyChanges<L> {
    #[inline(always)]
    pub(super) fn of<A: Axes>(
        board: &Board<L>,
        check_info: &LaneCheckInfo<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) -> Self {
        let pawns = board.pawns & board.own;
        let [_, files, rising, falling] = check_info.free;
        let empty = !board.occupied;
        let east = (pawns & rising).step(NORTH_EAST);
        let west = (pawns & falling).step(NORTH_WEST);
        let one = (pawns & files).up::<8>();
        let third = one & L::splat(RANK_3);
        // The square before a pawn on its home rank counts twice if the next square is empty; that next square counts
        // if the first one is empty.
        let opposed = (third & empty).up::<8>() & board.pawns & board.them;
        let again = (third & empty.down::<8>()) | ((third & empty).up::<8>() & !opposed);
        // The squares that are lost when a piece of the other side arrives, or gained when it leaves.
        let mut reply_changes = Self {
            changes: BitSliced::sum(one, again),
            lines: [L::splat(0); 4],
            promoting: (east | west | one) & L::splat(RANK_8),
            opposed,
        };
        reply_changes.along::<A, EAST>(board, propagators, rays);
        reply_changes.along::<A, WEST>(board, propagators, rays);
        reply_changes.along::<A, NORTH>(board, propagators, rays);
        reply_changes.along::<A, SOUTH>(board, propagators, rays);
        if A::DIRECTIONS == 8 {
            reply_changes.along::<A, NORTH_EAST>(board, propagators, rays);
            reply_changes.along::<A, SOUTH_WEST>(board, propagators, rays);
            reply_changes.along::<A, NORTH_WEST>(board, propagators, rays);
            reply_changes.along::<A, SOUTH_EAST>(board, propagators, rays);
        }
        // A piece that arrives on a square attacked by a pawn can be captured.
        reply_changes.changes.subtract(east, west);
        if reply_changes.promoting.is_any() {
            reply_changes.promotions(one, [east, west]);
        }
        reply_changes.changes.negate(empty);
        // A piece that goes from one of the two squares before a pawn to the other changes less than the sum of both.
        let files = &mut reply_changes.lines[1];
        *files = *files | ((one | third.up::<8>()) & board.them & !board.pawns);
        reply_changes
    }

    /// On the last rank, a pawn move is four moves, and one was added already.
    #[inline(always)]
    fn promotions(&mut self, one: L, [east, west]: [L; 2]) {
        // The step less the captures is a number from -2 to 1. It is negative if the captures and the missing step are at least
        // two.
        let [even, negative] = L::full_adder(east, west, !one);
        let last = L::splat(RANK_8);
        let (odd, negative) = (last & !even, last & negative);
        self.changes.add_signed([odd, negative, negative]);
        self.changes.add_signed([L::splat(0), odd, negative]);
    }

    /// Adds the changes along the rays in one direction. The direction is a constant, so that nothing is computed for the
    /// others.
    #[inline(always)]
    fn along<A: Axes, const DIRECTION: usize>(
        &mut self,
        board: &Board<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) {
        let ray = rays[DIRECTION] & !board.own;
        if ray.is_any() {
            let hits = ray & board.them;
            self.lines[DIRECTION / 2] = self.lines[DIRECTION / 2] | hits;
            let grown = propagators.ray(hits, DIRECTION) & !board.own;
            let mut beyond = run_lengths(ray | grown, !board.occupied, DIRECTION);
            for bit in &mut beyond {
                *bit = *bit & ray;
            }
            self.changes.add(beyond);
        }
    }
}
