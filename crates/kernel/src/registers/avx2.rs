//! Four lanes: AVX2.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_movemask_pd, _mm256_or_si256, _mm256_sad_epu8,
    _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

use super::sse2::{ByteLanes, Propagators};
use crate::lanes::{Lanes, Rays};

/// Four sets of squares.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i);

// SAFETY (of every block below): values of this type are only made inside functions that enable these instructions, and
// these functions are only called on machines that have the instructions.

set_operators!(Avx2: _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256);

impl ByteLanes for Avx2 {
    #[inline(always)]
    fn minus_bytes(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
}

impl Lanes for Avx2 {
    const NUMBER: usize = 4;

    type Propagators = Propagators<Self>;

    #[inline(always)]
    fn splat(set: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_set1_epi64x(set.cast_signed()) })
    }

    #[inline(always)]
    fn load(from: &[u64], at: usize) -> Self {
        let words = &from[at..at + 4];
        // SAFETY: see above; the slice has four words.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [u64], at: usize) {
        let words = &mut to[at..at + 4];
        // SAFETY: see above; the slice has four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: see above; the array has room for four words.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        // SAFETY: see above. The number is a constant, and the compiler makes one shift of this.
        Self(unsafe { shift_up::<BY>(self.0) })
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { shift_down::<BY>(self.0) })
    }

    #[inline(always)]
    fn turn_over(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let bytes = _mm256_setr_epi8(
                7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, //
                7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
            );
            _mm256_shuffle_epi8(self.0, bytes)
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    /// Looks up both halves of each byte and adds the bytes
    /// ([population count](https://www.chessprogramming.org/AVX2#Population_Count)).
    #[inline(always)]
    fn size(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let sizes = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let half = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(sizes, _mm256_and_si256(self.0, half));
            let high = _mm256_and_si256(_mm256_srli_epi64::<4>(self.0), half);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(sizes, high));
            _mm256_sad_epu8(bytes, _mm256_setzero_si256())
        })
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u32 {
        // SAFETY: see above.
        let empty = unsafe {
            let lanes = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(lanes))
        };
        !empty.cast_unsigned() & 15
    }

    #[inline(always)]
    fn only(self, which: u32) -> Self {
        // SAFETY: see above; the table has a row for each of the sixteen choices.
        let mask = unsafe { _mm256_loadu_si256(CHOICES[which as usize & 15].as_ptr().cast()) };
        self & Self(mask)
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

/// A mask for each choice of lanes.
static CHOICES: [[u64; 4]; 16] = {
    let mut rows = [[0; 4]; 16];
    let mut choice = 0;
    while choice < 16 {
        let mut lane = 0;
        while lane < 4 {
            if choice & 1 << lane != 0 {
                rows[choice][lane] = u64::MAX;
            }
            lane += 1;
        }
        choice += 1;
    }
    rows
};

/// Shifts by a constant. The instruction takes an `i32`, but the trait has a `u32` like AVX-512.
#[inline]
#[target_feature(enable = "avx2")]
fn shift_up<const BY: u32>(lanes: __m256i) -> __m256i {
    core::arch::x86_64::_mm256_sll_epi64(
        lanes,
        core::arch::x86_64::_mm_cvtsi32_si128(BY.cast_signed()),
    )
}

/// Shifts by a constant.
#[inline]
#[target_feature(enable = "avx2")]
fn shift_down<const BY: u32>(lanes: __m256i) -> __m256i {
    core::arch::x86_64::_mm256_srl_epi64(
        lanes,
        core::arch::x86_64::_mm_cvtsi32_si128(BY.cast_signed()),
    )
}
