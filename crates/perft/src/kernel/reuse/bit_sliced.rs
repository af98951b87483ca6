//! A small number for each square, stored bit by bit in sets of squares.

use crate::kernel::lanes::Lanes;

/// The number of bits of a number, including its sign. A square lies on four lines, and on each line at most six
/// squares are gained or lost; pawns add two.
pub(super) const BITS: usize = 6;

/// For each square of each lane a number from -32 to 31 as a two's complement. The set `bits[i]` holds bit `i` of all
/// numbers.
#[derive(Clone, Copy)]
pub(super) struct BitSliced<L> {
    pub(super) bits: [L; BITS],
}

impl<L: Lanes> BitSliced<L> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self {
            bits: [L::splat(0); BITS],
        }
    }

    /// Adds one on the squares of a set.
    #[inline(always)]
    pub(super) fn add_one(&mut self, set: L) {
        self.add([set, L::splat(0), L::splat(0)]);
    }

    /// Adds a three-bit number on each square, with [full
    /// adders](https://www.chessprogramming.org/Population_Count#CSA).
    #[inline(always)]
    pub(super) fn add(&mut self, number: [L; 3]) {
        let mut carry = L::splat(0);
        for (bit, other) in self.bits.iter_mut().zip(number) {
            [*bit, carry] = L::full_adder(*bit, other, carry);
        }
        for bit in &mut self.bits[3..] {
            [*bit, carry] = L::half_adder(*bit, carry);
        }
    }

    /// Subtracts three-bit numbers on each square. The complement of `a`, plus `b`, is the complement of `a - b`.
    #[inline(always)]
    pub(super) fn subtract(&mut self, numbers: &[[L; 3]]) {
        for bit in &mut self.bits {
            *bit = !*bit;
        }
        for number in numbers {
            self.add(*number);
        }
        for bit in &mut self.bits {
            *bit = !*bit;
        }
    }
}

/// On each square of `from`, the number of squares of `run` that follow it in one direction without a gap; at most six.
#[inline(always)]
pub(super) fn run_lengths<L: Lanes>(from: L, run: L, direction: usize) -> [L; 3] {
    let mut ahead = run;
    let mut following = [from; 7];
    for index in 1..7 {
        // The run, moved back one more square each time.
        ahead = ahead.step(direction ^ 1);
        following[index] = following[index - 1] & ahead;
    }
    let [_, one, two, three, four, five, six] = following;
    [
        one ^ two ^ three ^ four ^ five ^ six,
        two ^ four ^ six,
        four,
    ]
}

/// Sums of bit-sliced numbers over squares of one position, one sum for each bit: eight words in as many registers as
/// they need.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct BitSlicedSums<L>([L; 4]);

impl<L: Lanes> BitSlicedSums<L> {
    /// The number of registers that the bits need.
    const REGISTERS: usize = BITS.div_ceil(L::NUMBER);

    #[inline(always)]
    pub(in crate::kernel) fn zero() -> Self {
        Self([L::splat(0); 4])
    }

    /// Adds the numbers of these squares.
    #[inline(always)]
    pub(in crate::kernel) fn add(&mut self, numbers: &[u64; 8], squares: u64) {
        for register in 0..Self::REGISTERS {
            let bits = L::load(numbers, register * L::NUMBER) & L::splat(squares);
            self.0[register] = self.0[register].plus(bits.size());
        }
    }

    /// Adds the number of one square `times` times.
    #[inline(always)]
    pub(in crate::kernel) fn add_times(&mut self, numbers: &[u64; 8], square: u64, times: u64) {
        for register in 0..Self::REGISTERS {
            let bits = L::load(numbers, register * L::NUMBER) & L::splat(square);
            let times = L::splat(times).only(bits.occupied_lanes());
            self.0[register] = self.0[register].plus(times);
        }
    }

    /// The sum, to be added with wrapping because it may be negative.
    #[inline(always)]
    pub(in crate::kernel) fn total(&self) -> u64 {
        let mut total = 0_u64;
        for register in 0..Self::REGISTERS {
            let words = self.0[register].to_array();
            for lane in 0..L::NUMBER {
                let bit = register * L::NUMBER + lane;
                if bit + 1 < BITS {
                    total = total.wrapping_add(words[lane % 8] << bit);
                } else if bit + 1 == BITS {
                    total = total.wrapping_sub(words[lane % 8] << bit);
                }
            }
        }
        total
    }
}
