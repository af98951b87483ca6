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
