//! The facts that depend on the square of a king alone. The children of a position share the king of the side to move,
//! so this is computed once for many groups of lanes.

use super::axes::{Axes, Propagators};
use super::lanes::{Lanes, Lines};

/// A king in each lane, and the lines through it.
#[derive(Clone, Copy)]
pub(super) struct KingView<L> {
    /// The king; none in an unused lane.
    pub(super) king: L,
    /// The squares around the king.
    pub(super) ring: L,
    /// For each axis, the squares of the line through the king on an empty board, without the king.
    lines: Lines<L>,
    /// The squares of the line toward h8.
    above: Lines<L>,
    /// The squares of the line toward a1.
    below: Lines<L>,
}

impl<L: Lanes> KingView<L> {
    #[inline(always)]
    pub(super) fn of(king: L) -> Self {
        let none = [L::splat(0); 4];
        let mut view = Self {
            king,
            ring: L::king_ring(king),
            lines: none,
            above: none,
            below: none,
        };
        if L::FINDS_HIGHEST {
            let lower = king.plus(L::splat(u64::MAX));
            for (axis, line) in L::king_lines(king).into_iter().enumerate() {
                view.lines[axis] = line & !king;
                view.above[axis] = line & !lower & !king;
                view.below[axis] = line & lower;
            }
        }
        view
    }

    /// The squares beside the king on an axis.
    #[inline(always)]
    pub(super) fn beside(&self, axis: usize) -> L {
        if L::FINDS_HIGHEST {
            self.ring & self.lines[axis]
        } else {
            self.king.step(2 * axis) | self.king.step(2 * axis + 1)
        }
    }

    /// Turns to other kings, unless they stand on the same squares.
    #[inline(always)]
    pub(super) fn turn_to(&mut self, king: L) {
        if (self.king ^ king).is_any() {
            *self = Self::of(king);
        }
    }

    /// The squares that the king sees along each axis, the first piece included.
    ///
    /// If an instruction finds the highest square of a set, that is the nearest piece below the king. A subtraction
    /// finds the nearest piece above it, and all squares between the two ([o ^ (o -
    /// 2r)](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece)).
    #[inline(always)]
    pub(super) fn sees<A: Axes>(&self, occupied: L, propagators: &Propagators<L, A>) -> Lines<L> {
        let mut seen = [L::splat(0); 4];
        for (axis, seen) in seen.iter_mut().enumerate().take(A::DIRECTIONS / 2) {
            let above = occupied & self.above[axis];
            // If there is no piece below, the first square of the board stands in for one; the mask removes it again.
            let below = (occupied & self.below[axis]) | L::splat(1);
            let Some(negated) = below.negate_highest() else {
                return propagators.lines([self.king; 4]);
            };
            *seen = (above ^ above.plus(negated)) & self.lines[axis];
        }
        seen
    }
}
