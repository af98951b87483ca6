//! Two lanes: NEON.

use core::arch::aarch64::{
    uint64x2_t, vaddq_u64, vandq_u64, vcntq_u8, vdupq_n_s64, vdupq_n_u64, veorq_u64, vld1q_u64,
    vorrq_u64, vpaddlq_u8, vpaddlq_u16, vpaddlq_u32, vrbitq_u8, vreinterpretq_u8_u64,
    vreinterpretq_u64_u8, vrev64q_u8, vshlq_u64, vst1q_u64, vsubq_u8,
};

use crate::lanes::{
    Lanes, Propagator, Rays, fill_north, fill_north_east, fill_north_west, fill_south,
    fill_south_east, fill_south_west, propagator_north, propagator_north_east,
    propagator_north_west, propagator_south, propagator_south_east, propagator_south_west,
};

/// Two sets of squares.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint64x2_t);

// SAFETY (of every block below): values of this type are only made inside functions that enable these instructions, and
// these functions are only called on machines that have the instructions.

set_operators!(Neon: vandq_u64, vorrq_u64, veorq_u64);

/// Ranks need one subtraction in each byte, see the AVX-512 lanes; the other directions fill step by step.
#[derive(Clone, Copy)]
pub(crate) struct Propagators {
    /// The occupied squares, one rank in a byte.
    east: Neon,
    /// Each rank reversed.
    west: Neon,
    north: Propagator<Neon>,
    south: Propagator<Neon>,
    diagonal: [Propagator<Neon>; 4],
}

impl Neon {
    /// Reverses each byte: files a and h change places.
    #[inline(always)]
    fn mirror(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { vreinterpretq_u64_u8(vrbitq_u8(vreinterpretq_u8_u64(self.0))) })
    }

    /// The squares that sliders reach toward higher bits of their bytes.
    #[inline(always)]
    fn slide(self, sliders: Self) -> Self {
        // SAFETY: see above.
        let borrowed = unsafe {
            let sliders = vreinterpretq_u8_u64(sliders.0);
            let once = vsubq_u8(vreinterpretq_u8_u64(self.0), sliders);
            vreinterpretq_u64_u8(vsubq_u8(once, sliders))
        };
        self ^ Self(borrowed)
    }

    /// Moves each set by a number of squares, toward a1 if it is negative. For a constant, the compiler makes one shift
    /// of this.
    #[inline(always)]
    fn shift(self, by: i64) -> Self {
        // SAFETY: see above.
        Self(unsafe { vshlq_u64(self.0, vdupq_n_s64(by)) })
    }
}

impl Lanes for Neon {
    const NUMBER: usize = 2;

    type Propagators = Propagators;

    #[inline(always)]
    fn splat(set: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { vdupq_n_u64(set) })
    }

    #[inline(always)]
    fn load(from: &[u64], at: usize) -> Self {
        let words = &from[at..at + 2];
        // SAFETY: see above; the slice has two words.
        Self(unsafe { vld1q_u64(words.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [u64], at: usize) {
        let words = &mut to[at..at + 2];
        // SAFETY: see above; the slice has two words.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) };
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: see above; the array has room for two words.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) };
        words
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        self.shift(i64::from(BY))
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        self.shift(-i64::from(BY))
    }

    #[inline(always)]
    fn turn_over(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(self.0))) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { vaddq_u64(self.0, other.0) })
    }

    #[inline(always)]
    fn size(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let bytes = vcntq_u8(vreinterpretq_u8_u64(self.0));
            vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes)))
        })
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u32 {
        let [first, second, ..] = self.to_array();
        u32::from(first != 0) | u32::from(second != 0) << 1
    }

    #[inline(always)]
    fn only(self, which: u32) -> Self {
        let all_or_none = |lane: u32| 0_u64.wrapping_sub(u64::from(which >> lane & 1));
        self & Self::load(&[all_or_none(0), all_or_none(1)], 0)
    }

    #[inline(always)]
    fn propagators(occupied: Self) -> Propagators {
        let empty = !occupied;
        Propagators {
            east: occupied,
            west: occupied.mirror(),
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

    #[inline(always)]
    fn rays(propagators: &Propagators, sliders: [Self; 4]) -> Rays<Self> {
        let [ranks, files, rising, falling] = sliders;
        [
            propagators.east.slide(ranks),
            propagators.west.slide(ranks.mirror()).mirror(),
            fill_north(&propagators.north, files),
            fill_south(&propagators.south, files),
            fill_north_east(&propagators.diagonal[0], rising),
            fill_south_west(&propagators.diagonal[1], rising),
            fill_north_west(&propagators.diagonal[2], falling),
            fill_south_east(&propagators.diagonal[3], falling),
        ]
    }
}
