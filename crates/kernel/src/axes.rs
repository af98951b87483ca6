//! The lines that sliders use, and how far sliders reach along them.
//!
//! If there is no bishop and no queen on the board, nothing depends on a diagonal: no move, no check, no pin. Fills
//! along diagonals are two fifths of the work of counting, and endings without these pieces are common. Therefore the
//! code is written once for any [`Axes`], and one branch for all lanes selects the axes.

use core::marker::PhantomData;

use super::lanes::{Lanes, Lines, Rays};

/// The lines on which there may be sliders. This is a type, so that code for unused lines is not even compiled.
pub(super) trait Axes: Copy {
    /// The number of directions in which a slider may move. The rays of all further directions are empty.
    const DIRECTIONS: usize;
}

/// Ranks, files and diagonals.
#[derive(Clone, Copy)]
pub(super) struct EveryLine;

/// Ranks and files: there is neither bishop nor queen.
#[derive(Clone, Copy)]
pub(super) struct NoDiagonal;

impl Axes for EveryLine {
    const DIRECTIONS: usize = 8;
}

impl Axes for NoDiagonal {
    const DIRECTIONS: usize = 4;
}

/// The occupied squares, prepared for rays of sliders on the lines of `A`.
#[derive(Clone, Copy)]
pub(super) struct Propagators<L: Lanes, A> {
    propagators: L::Propagators,
    axes: PhantomData<A>,
}

impl<L: Lanes, A: Axes> Propagators<L, A> {
    #[inline(always)]
    pub(super) fn of(occupied: L) -> Self {
        Self {
            propagators: L::propagators(occupied),
            axes: PhantomData,
        }
    }

    /// The squares that sliders reach: [`Lanes::rays`], but empty on unused lines.
    #[inline(always)]
    pub(super) fn rays(&self, sliders: [L; 4]) -> Rays<L> {
        let mut rays = L::rays(&self.propagators, sliders);
        // The compiler sees that these rays are dropped, and does not compute them.
        for ray in &mut rays[A::DIRECTIONS..] {
            *ray = L::splat(0);
        }
        rays
    }

    /// The squares that sliders reach along each axis, in both directions: [`Lanes::lines`], but empty on unused lines.
    #[inline(always)]
    pub(super) fn lines(&self, sliders: [L; 4]) -> Lines<L> {
        let mut lines = L::lines(&self.propagators, sliders);
        for line in &mut lines[A::DIRECTIONS / 2..] {
            *line = L::splat(0);
        }
        lines
    }

    /// The squares that sliders reach in one direction.
    #[inline(always)]
    pub(super) fn ray(&self, sliders: L, direction: usize) -> L {
        let mut axes = [L::splat(0); 4];
        axes[direction / 2] = sliders;
        self.rays(axes)[direction]
    }
}

/// A king in each lane, and the lines through it.
///
/// The children of a position share the king of the side to move, so this is computed once for many groups of lanes.
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
