//! Eight lanes: AVX-512 with the extensions of Ice Lake and Zen 4.

use core::arch::x86_64::{
    __m512i, _mm_loadl_epi64, _mm256_storeu_si256, _mm512_add_epi8, _mm512_add_epi64,
    _mm512_and_si512, _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_cvtepu8_epi64,
    _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512, _mm512_lzcnt_epi64,
    _mm512_maskz_compress_epi8, _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_popcnt_epi64,
    _mm512_set1_epi64, _mm512_shuffle_epi8, _mm512_slli_epi64, _mm512_sllv_epi64,
    _mm512_srav_epi64, _mm512_srli_epi64, _mm512_storeu_si512, _mm512_sub_epi8,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_xor_si512, _pdep_u64,
};

use crate::lanes::{
    EAST, Lanes, Lines, MOST_SQUARES, Propagator, Rays, WEST, count_jumps, fill_north_east,
    fill_north_west, fill_south_east, fill_south_west, line_falling, line_rising,
    propagator_north_east, propagator_north_west, propagator_south_east, propagator_south_west,
    shift,
};

/// Eight sets of squares.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

// SAFETY (of every block below): values of this type are only made inside functions that enable these instructions, and
// these functions are only called on machines that have the instructions.

set_operators!(Avx512: _mm512_and_si512, _mm512_or_si512, _mm512_xor_si512);

/// Ranks and files are handled in whole bytes: a rank is a byte, and a file becomes a byte when the board is mirrored
/// at a diagonal. For directions toward lower bits, each byte is reversed.
///
/// Within a byte, one subtraction finds the squares that all sliders reach ([o ^ (o -
/// 2r)](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece)), because each slider borrows only
/// from the next piece above it.
#[derive(Clone, Copy)]
pub(crate) struct Propagators {
    /// The occupied squares, one rank in a byte, for moves to the east.
    east: Avx512,
    /// Each rank reversed.
    west: Avx512,
    /// One file in a byte, rank 1 lowest.
    north: Avx512,
    /// One file in a byte, rank 8 lowest.
    south: Avx512,
    diagonal: [Propagator<Avx512>; 4],
}

impl Avx512 {
    /// Multiplies each rank, as a vector of eight bits, by a matrix.
    #[inline(always)]
    fn ranks_by(self, matrix: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, Self::splat(matrix).0) })
    }

    /// Reverses each byte: files a and h change places. The matrix has ones on the other diagonal than the unit matrix.
    #[inline(always)]
    fn mirror(self) -> Self {
        self.ranks_by(0x8040_2010_0804_0201)
    }

    /// Reverses each byte and moves it one square to the east, as [`Self::slide_from`] wants it: the matrix of
    /// [`Self::mirror`], with its rows moved.
    #[inline(always)]
    fn mirror_doubled(self) -> Self {
        self.ranks_by(0x0080_4020_1008_0402)
    }

    /// Mirrors the board at the line from a8 to h1: file h becomes rank 1. Mirroring twice gives the same board again.
    #[inline(always)]
    fn tilt(self) -> Self {
        // SAFETY: see above. Multiplying the unit vectors by a matrix yields its columns.
        Self(unsafe {
            _mm512_gf2p8affine_epi64_epi8::<0>(Self::splat(0x0102_0408_1020_4080).0, self.0)
        })
    }

    /// The squares that sliders reach toward higher bits of their bytes.
    #[inline(always)]
    fn slide(self, sliders: Self) -> Self {
        // SAFETY: see above.
        self.slide_from(Self(unsafe { _mm512_add_epi8(sliders.0, sliders.0) }))
    }

    /// The squares that sliders reach toward higher bits of their bytes, given the squares one step that way.
    #[inline(always)]
    fn slide_from(self, doubled: Self) -> Self {
        // SAFETY: see above.
        self ^ Self(unsafe { _mm512_sub_epi8(self.0, doubled.0) })
    }
}

/// The numbers of the squares of a set, lowest first, in bytes. They are squeezed together: the set is the mask of its squares
/// among the numbers 0 to 63.
#[inline(always)]
fn numbers(set: u64) -> __m512i {
    const ALL: [u8; 64] = {
        let mut numbers = [0; 64];
        let mut at = 0;
        while at < 64 {
            numbers[at] = at as u8;
            at += 1;
        }
        numbers
    };
    // SAFETY: see above; the array has 64 bytes.
    unsafe { _mm512_maskz_compress_epi8(set, _mm512_loadu_si512(ALL.as_ptr().cast())) }
}

impl Lanes for Avx512 {
    const NUMBER: usize = 8;

    const FINDS_HIGHEST: bool = true;

    type Propagators = Propagators;

    #[inline(always)]
    fn splat(set: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_set1_epi64(set.cast_signed()) })
    }

    #[inline(always)]
    fn load(from: &[u64], at: usize) -> Self {
        let words = &from[at..at + 8];
        // SAFETY: see above; the slice has eight words.
        Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [u64], at: usize) {
        let words = &mut to[at..at + 8];
        // SAFETY: see above; the slice has eight words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
    }

    #[inline(always)]
    fn take_squares(set: &mut u64) -> Self {
        // SAFETY: see above; the array has 64 bytes. The machines with these instructions have BMI2 too.
        unsafe {
            let squeezed = _mm512_castsi512_si128(numbers(*set));
            *set ^= _pdep_u64(0xFF, *set);
            let one = _mm512_set1_epi64(1);
            Self(_mm512_sllv_epi64(one, _mm512_cvtepu8_epi64(squeezed)))
        }
    }

    #[inline(always)]
    fn list_squares(set: u64, list: &mut [u8], at: usize) {
        let list = &mut list[at..at + MOST_SQUARES];
        // SAFETY: see above; both slices have the bytes.
        unsafe {
            let squeezed = _mm512_castsi512_si256(numbers(set));
            _mm256_storeu_si256(list.as_mut_ptr().cast(), squeezed);
        }
    }

    #[inline(always)]
    fn load_squares(list: &[u8], at: usize) -> Self {
        let list = &list[at..at + 8];
        // SAFETY: see above; the slice has eight bytes.
        unsafe {
            let numbers = _mm512_cvtepu8_epi64(_mm_loadl_epi64(list.as_ptr().cast()));
            Self(_mm512_sllv_epi64(_mm512_set1_epi64(1), numbers))
        }
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: see above; the array has eight words.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn up<const BY: u32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_slli_epi64::<BY>(self.0) })
    }

    #[inline(always)]
    fn down<const BY: u32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_srli_epi64::<BY>(self.0) })
    }

    #[inline(always)]
    fn turn_over(self) -> Self {
        const BYTES: [u8; 64] = {
            let mut bytes = [0; 64];
            let mut at = 0;
            while at < 64 {
                bytes[at] = (at as u8 % 16) ^ 7;
                at += 1;
            }
            bytes
        };
        // SAFETY: see above; the array has 64 bytes.
        Self(unsafe { _mm512_shuffle_epi8(self.0, _mm512_loadu_si512(BYTES.as_ptr().cast())) })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn negate_highest(self) -> Option<Self> {
        // SAFETY: see above. The shift drags the sign along.
        Some(Self(unsafe {
            _mm512_srav_epi64(Self::splat(1 << 63).0, _mm512_lzcnt_epi64(self.0))
        }))
    }

    #[inline(always)]
    fn step(self, direction: usize) -> Self {
        match direction {
            EAST => self.ranks_by(0x0001_0204_0810_2040),
            WEST => self.ranks_by(0x0204_0810_2040_8000),
            _ => shift(self, direction),
        }
    }

    #[inline(always)]
    fn size(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_popcnt_epi64(self.0) })
    }

    #[inline(always)]
    fn occupied_lanes(self) -> u32 {
        // SAFETY: see above.
        u32::from(unsafe { _mm512_test_epi64_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn only(self, which: u32) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_maskz_mov_epi64(which as u8, self.0) })
    }

    #[inline(always)]
    fn propagators(occupied: Self) -> Propagators {
        let empty = !occupied;
        Propagators {
            east: occupied,
            west: occupied.mirror(),
            north: occupied.tilt().mirror(),
            south: occupied.tilt(),
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
            propagators.west.slide_from(ranks.mirror_doubled()).mirror(),
            propagators
                .north
                .slide_from(files.tilt().mirror_doubled())
                .mirror()
                .tilt(),
            propagators.south.slide(files.tilt()).tilt(),
            fill_north_east(&propagators.diagonal[0], rising),
            fill_south_west(&propagators.diagonal[1], rising),
            fill_north_west(&propagators.diagonal[2], falling),
            fill_south_east(&propagators.diagonal[3], falling),
        ]
    }

    #[inline(always)]
    fn lines(propagators: &Propagators, sliders: [Self; 4]) -> Lines<Self> {
        let [ranks, files, rising, falling] = sliders;
        let east = propagators.east.slide(ranks);
        let west = propagators.west.slide_from(ranks.mirror_doubled()).mirror();
        // Both directions of a file meet while it is a byte.
        let files = files.tilt();
        let south = propagators.south.slide(files);
        let north = propagators
            .north
            .slide_from(files.mirror_doubled())
            .mirror();
        [
            east | west,
            (north | south).tilt(),
            fill_north_east(&propagators.diagonal[0], rising)
                | fill_south_west(&propagators.diagonal[1], rising),
            fill_north_west(&propagators.diagonal[2], falling)
                | fill_south_east(&propagators.diagonal[3], falling),
        ]
    }

    #[inline(always)]
    fn full_adder(a: Self, b: Self, c: Self) -> [Self; 2] {
        // The truth tables of a, b and c. The instruction takes the truth table of the result: one bit for each
        // combination of three bits.
        const A: i32 = 0b1111_0000;
        const B: i32 = 0b1100_1100;
        const C: i32 = 0b1010_1010;
        const SUM: i32 = A ^ B ^ C;
        const CARRY: i32 = (A & B) | (A & C) | (B & C);
        // SAFETY: see above.
        unsafe {
            [
                Self(_mm512_ternarylogic_epi64::<SUM>(a.0, b.0, c.0)),
                Self(_mm512_ternarylogic_epi64::<CARRY>(a.0, b.0, c.0)),
            ]
        }
    }

    /// A rank is a byte, and a king's byte becomes full if each of its bits is the sum of all bits.
    #[inline(always)]
    fn king_lines(kings: Self) -> Lines<Self> {
        // A lane has only one king, so no bit is added twice.
        [
            kings.ranks_by(u64::MAX),
            kings.tilt().ranks_by(u64::MAX).tilt(),
            line_rising(kings),
            line_falling(kings),
        ]
    }

    #[inline(always)]
    fn king_ring(kings: Self) -> Self {
        // The matrix adds the neighbors of each bit to it; a lane has only one king, so no bit is added twice.
        let row = kings.ranks_by(0x0307_0E1C_3870_E0C0);
        (row ^ kings) | row.up::<8>() | row.down::<8>()
    }

    #[inline(always)]
    fn knight_jumps(knights: Self) -> Self {
        // The matrices move each bit one and two squares to both sides; a lane has only one knight, so no bit is reached
        // twice.
        let near = knights.ranks_by(0x0205_0A14_2850_A040);
        let far = knights.ranks_by(0x0408_1122_4488_1020);
        near.up::<16>() | near.down::<16>() | far.up::<8>() | far.down::<8>()
    }

    /// Two knights, which is the most in nearly every game, are counted one after the other.
    #[inline(always)]
    fn knight_moves(knights: Self, targets: Self) -> Self {
        let less_one = Self::splat(u64::MAX);
        let second = knights & knights.plus(less_one);
        if (second & second.plus(less_one)).is_any() {
            return count_jumps(knights, targets);
        }
        let first = Self::knight_jumps(knights ^ second) & targets;
        let second = Self::knight_jumps(second) & targets;
        first.size().plus(second.size())
    }
}
