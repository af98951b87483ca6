//! The part that SSE2 and AVX2 share: sliders go east by one subtraction in each byte, and step by step elsewhere.

use crate::lanes::{
    Lanes, Propagator, Rays, fill_north, fill_north_east, fill_north_west, fill_south,
    fill_south_east, fill_south_west, fill_west, propagator_north, propagator_north_east,
    propagator_north_west, propagator_south, propagator_south_east, propagator_south_west,
    propagator_west,
};

/// Registers that subtract bytes, each of which is a rank.
pub(crate) trait ByteLanes: Lanes {
    /// Subtracts byte by byte; a byte that is too small goes on below 256.
    fn minus_bytes(self, other: Self) -> Self;
}

/// East needs one subtraction in each byte, see the AVX-512 lanes; the other directions fill step by step.
#[derive(Clone, Copy)]
pub(crate) struct Propagators<L> {
    /// The occupied squares.
    east: L,
    west: Propagator<L>,
    north: Propagator<L>,
    south: Propagator<L>,
    diagonal: [Propagator<L>; 4],
}

impl<L: ByteLanes> Propagators<L> {
    /// Prepares the occupied squares.
    #[inline(always)]
    pub(super) fn new(occupied: L) -> Self {
        let empty = !occupied;
        Self {
            east: occupied,
            west: propagator_west(empty),
            north: propagator_north(empty),
            south: propagator_south(empty),
            diagonal: [
                propagator_north_east(empty),
                propagator_south_west(empty),
                propagator_north_west(empty),
                propagator_south_east(empty),
            ],
        }
    }

    /// The squares that sliders reach in each direction; each axis has sliders of its own.
    #[inline(always)]
    pub(super) fn rays(&self, sliders: [L; 4]) -> Rays<L> {
        let [ranks, files, rising, falling] = sliders;
        [
            self.east ^ self.east.minus_bytes(ranks).minus_bytes(ranks),
            fill_west(&self.west, ranks),
            fill_north(&self.north, files),
            fill_south(&self.south, files),
            fill_north_east(&self.diagonal[0], rising),
            fill_south_west(&self.diagonal[1], rising),
            fill_north_west(&self.diagonal[2], falling),
            fill_south_east(&self.diagonal[3], falling),
        ]
    }
}
