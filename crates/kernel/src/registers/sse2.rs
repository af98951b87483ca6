//! Two lanes: SSE2, which every processor of x86-64 has. AVX2 shares the sliders: they go east by one subtraction in each
//! byte, and step by step elsewhere.

use core::arch::x86_64::{
    __m128i, _mm_add_epi64, _mm_and_si128, _mm_cvtsi64_si128, _mm_loadu_si128, _mm_or_si128,
    _mm_set_epi64x, _mm_set1_epi64x, _mm_sll_epi64, _mm_srl_epi64, _mm_storeu_si128, _mm_sub_epi8,
    _mm_xor_si128,
};

use crate::lanes::{
    Lanes, MOST_LANES, Propagator, Rays, fill_north, fill_north_east, fill_north_west, fill_south,
    fill_south_east, fill_south_west, fill_west, propagator_north, propagator_north_east,
    propagator_north_west, propagator_south, propagator_south_east, propagator_south_west,
    propagator_west,
};

/// Two sets of squares, for the machine with bit instructions: what is not in SSE2 is done word by word.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128i);

// SAFETY (of every block below): SSE2 is part of x86-64.

set_operators!(Sse2: _mm_and_si128, _mm_or_si128, _mm_xor_si128);

impl ByteLanes for Sse2 {
    #[inline(always)]
    fn minus_bytes(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_sub_epi8(self.0, other.0) })
    }
}

impl Sse2 {
    #[inline(always)]
    fn from_words([first, second]: [u64; 2]) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_set_epi64x(second.cast_signed(), first.cast_signed()) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        let mut words = [0; 2];
        self.store(&mut words, 0);
        words
    }

    #[inline(always)]
    fn each_word(self, change: impl Fn(u64) -> u64) -> Self {
        let [first, second] = self.words();
        Self::from_words([change(first), change(second)])
    }
}

impl Lanes for Sse2 {
    const NUMBER: usize = 2;

    // Measured: the kernel counts up to 1.7 times as fast so.
    const CALLS: bool = true;

    type Propagators = Propagators<Self>;

    #[inline(always)]
    fn splat(set: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_set1_epi64x(set.cast_signed()) })
    }

    #[inline(always)]
    fn load(from: &[u64], at: usize) -> Self {
        let words = &from[at..at + 2];
        // SAFETY: see above; the slice has two words.
        Self(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [u64], at: usize) {
        let words = &mut to[at..at + 2];
        // SAFETY: see above; the slice has two words.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut words = [0; MOST_LANES];
        self.store(&mut words, 0);
        words
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        // SAFETY: see above. The number is a constant, and the compiler makes it a part of the instruction.
        Self(unsafe { _mm_sll_epi64(self.0, _mm_cvtsi64_si128(i64::from(BY))) })
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_srl_epi64(self.0, _mm_cvtsi64_si128(i64::from(BY))) })
    }

    #[inline(always)]
    fn turn_over(self) -> Self {
        self.each_word(u64::swap_bytes)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn size(self) -> Self {
        self.each_word(|set| u64::from(set.count_ones()))
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u32 {
        let [first, second] = self.words();
        u32::from(first != 0) | u32::from(second != 0) << 1
    }

    #[inline(always)]
    fn only(self, which: u32) -> Self {
        let all_or_none = |lane: u32| 0_u64.wrapping_sub(u64::from(which >> lane & 1));
        self & Self::from_words([all_or_none(0), all_or_none(1)])
    }

    #[inline(always)]
    fn propagators(occupied: Self) -> Self::Propagators {
        Propagators::new(occupied)
    }

    #[inline(always)]
    fn rays(propagators: &Self::Propagators, sliders: [Self; 4]) -> Rays<Self> {
        propagators.rays(sliders)
    }
}

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
