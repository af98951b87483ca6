//! The lines that sliders use, and how far they see along them.
//!
//! Where no bishop and no queen is on the board, nothing depends on a diagonal: not a move, not a check, not a pin.
//! Fills along diagonals are two fifths of the work of counting, and endings without these pieces are common. So that
//! code is written once for any [`Axes`], and one branch for all lanes decides which.

use core::marker::PhantomData;

use super::lanes::{Lanes, Rays};

/// The lines on which there may be sliders: a type, so that what no slider needs is not even compiled.
pub(super) trait Axes: Copy {
    /// The directions from 0 on in which a slider may move; no other ray has any square.
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

/// What sliders want to know about the pieces on the board.
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

    /// How far sliders reach: [`Lanes::rays`], nothing on lines that nobody uses.
    #[inline(always)]
    pub(super) fn rays(&self, sliders: [L; 4]) -> Rays<L> {
        let mut rays = L::rays(&self.propagators, sliders);
        // What is not asked for is not computed: the compiler sees that it is dropped.
        for ray in &mut rays[A::DIRECTIONS..] {
            *ray = L::splat(0);
        }
        rays
    }

    /// Slides in one direction only.
    #[inline(always)]
    pub(super) fn ray(&self, sliders: L, direction: usize) -> L {
        let mut axes = [L::splat(0); 4];
        axes[direction / 2] = sliders;
        self.rays(axes)[direction]
    }
}
