//! The plain twin of the vector registers: an array of words.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use crate::lanes::{
    Lanes, MOST_LANES, Propagator, Rays, fill_east, fill_north, fill_north_east, fill_north_west,
    fill_south, fill_south_east, fill_south_west, fill_west, propagator_east, propagator_north,
    propagator_north_east, propagator_north_west, propagator_south, propagator_south_east,
    propagator_south_west, propagator_west,
};

/// The number of words. It is smaller than in vectors, because each word needs a register of its own.
const NUMBER: usize = 2;

/// Some words, each a set of squares.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; NUMBER]);

// Word by word: with functions of the library for arrays, these kernels take half as long again to compile.
impl Words {
    #[inline(always)]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        let [first, second] = self.0;
        Self([change(first), change(second)])
    }

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let ([first, second], [other_first, other_second]) = (self.0, other.0);
        Self([join(first, other_first), join(second, other_second)])
    }
}

impl BitAnd for Words {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Words {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Words {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Words {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(|a| !a)
    }
}

impl Lanes for Words {
    const NUMBER: usize = NUMBER;

    const KNOWS_CAPTURES: bool = false;

    type Propagators = [Propagator<Self>; 8];

    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self([set; NUMBER])
    }

    #[inline(always)]
    fn load(from: &[u64], at: usize) -> Self {
        Self([from[at], from[at + 1]])
    }

    #[inline(always)]
    fn store(self, to: &mut [u64], at: usize) {
        to[at..at + NUMBER].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut words = [0; MOST_LANES];
        words[..NUMBER].copy_from_slice(&self.0);
        words
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        self.map(|set| set << BY)
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        self.map(|set| set >> BY)
    }

    #[inline(always)]
    fn turn_over(self) -> Self {
        self.map(u64::swap_bytes)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn size(self) -> Self {
        self.map(|set| u64::from(set.count_ones()))
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u32 {
        (0..NUMBER)
            .map(|lane| u32::from(self.0[lane] != 0) << lane)
            .sum()
    }

    #[inline(always)]
    fn only(self, which: u32) -> Self {
        let [first, second] = self.0;
        let kept = |lane: u32, word| if which & 1 << lane == 0 { 0 } else { word };
        Self([kept(0, first), kept(1, second)])
    }

    #[inline(always)]
    fn propagators(occupied: Self) -> Self::Propagators {
        propagators(!occupied)
    }

    #[inline(always)]
    fn rays(propagators: &Self::Propagators, sliders: [Self; 4]) -> Rays<Self> {
        rays(propagators, sliders)
    }
}

/// The propagators in all directions, for registers without a faster method.
#[inline(always)]
pub(super) fn propagators<L: Lanes>(empty: L) -> [Propagator<L>; 8] {
    [
        propagator_east(empty),
        propagator_west(empty),
        propagator_north(empty),
        propagator_south(empty),
        propagator_north_east(empty),
        propagator_south_west(empty),
        propagator_north_west(empty),
        propagator_south_east(empty),
    ]
}

/// Fills in all directions.
#[inline(always)]
pub(super) fn rays<L: Lanes>(propagators: &[Propagator<L>; 8], sliders: [L; 4]) -> Rays<L> {
    [
        fill_east(&propagators[0], sliders[0]),
        fill_west(&propagators[1], sliders[0]),
        fill_north(&propagators[2], sliders[1]),
        fill_south(&propagators[3], sliders[1]),
        fill_north_east(&propagators[4], sliders[2]),
        fill_south_west(&propagators[5], sliders[2]),
        fill_north_west(&propagators[6], sliders[3]),
        fill_south_east(&propagators[7], sliders[3]),
    ]
}
