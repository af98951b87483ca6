//! A small number for each square, stored bit by bit in sets of squares.

use crate::lanes::Lanes;

/// The number of bits of a number, including its sign. A square lies on four lines, and on each line at most six
/// squares are gained or lost; pawns add two.
pub(super) const BITS: usize = 6;

/// The number of bits of each column of a count that are not all alike: no square is in the way of two double pushes, so that the
/// third column is -1, 0 or 1.
pub(super) const WIDTHS: [usize; 3] = [BITS, BITS, 2];

/// For each square of each lane a number from -32 to 31 as a two's complement. The set `bits[i]` holds bit `i` of all
/// numbers.
#[derive(Clone, Copy)]
pub(super) struct BitSliced<L> {
    pub(super) bits: [L; BITS],
}

impl<L: Lanes> BitSliced<L> {
    /// The sum of two one-bit numbers.
    #[inline(always)]
    pub(super) fn sum(one: L, other: L) -> Self {
        let none = L::splat(0);
        let [low, high] = L::half_adder(one, other);
        Self {
            bits: [low, high, none, none, none, none],
        }
    }

    /// One on some squares, minus one on others, and zero on the rest.
    #[inline(always)]
    pub(super) fn signed(more: L, less: L) -> Self {
        let mut bits = [less; BITS];
        bits[0] = more | less;
        Self { bits }
    }

    /// Adds a number of `N` bits on each square to numbers that are not negative.
    #[inline(always)]
    pub(super) fn add<const N: usize>(&mut self, number: [L; N]) {
        let mut carry = L::splat(0);
        for (bit, other) in self.bits.iter_mut().zip(number) {
            [*bit, carry] = L::full_adder(*bit, other, carry);
        }
        for bit in &mut self.bits[N..BITS - 1] {
            [*bit, carry] = L::half_adder(*bit, carry);
        }
    }

    /// Adds a number of three bits on each square, the highest of which is the sign.
    #[inline(always)]
    pub(super) fn add_signed(&mut self, [ones, twos, sign]: [L; 3]) {
        let mut carry = L::splat(0);
        for (bit, other) in self
            .bits
            .iter_mut()
            .zip([ones, twos, sign, sign, sign, sign])
        {
            [*bit, carry] = L::full_adder(*bit, other, carry);
        }
    }

    /// Subtracts two one-bit numbers. The complement of `a`, plus `b`, is the complement of `a - b`.
    #[inline(always)]
    pub(super) fn subtract(&mut self, one: L, other: L) {
        let [low, mut carry] = L::full_adder(!self.bits[0], one, other);
        self.bits[0] = !low;
        for bit in &mut self.bits[1..] {
            let sum;
            [sum, carry] = L::half_adder(!*bit, carry);
            *bit = !sum;
        }
    }

    /// The differences between these numbers and others.
    #[inline(always)]
    pub(super) fn minus(&self, other: &Self) -> Self {
        let mut bits = self.bits;
        // The complement of a number is one less than its negative.
        let mut carry = L::splat(u64::MAX);
        for (bit, other) in bits.iter_mut().zip(other.bits) {
            [*bit, carry] = L::full_adder(*bit, !other, carry);
        }
        Self { bits }
    }

    /// Returns these numbers, with others on the squares of a set.
    #[inline(always)]
    pub(super) fn replace(&self, squares: L, others: &Self) -> Self {
        let mut bits = self.bits;
        for (bit, other) in bits.iter_mut().zip(others.bits) {
            *bit = (*bit & !squares) | (other & squares);
        }
        Self { bits }
    }

    /// Changes the signs of the numbers on the squares of a set.
    #[inline(always)]
    pub(super) fn negate(&mut self, squares: L) {
        let mut carry = squares;
        for bit in &mut self.bits {
            [*bit, carry] = L::half_adder(*bit ^ squares, carry);
        }
    }
}

/// Returns, for each square, the number of squares of `run` that follow it in one direction, as long as the squares
/// between are `open`.
#[inline(always)]
pub(super) fn run_lengths<L: Lanes>(run: L, open: L, direction: usize) -> [L; 3] {
    let mut following = [run.step(direction ^ 1); 8];
    for index in 2..8 {
        following[index] = (following[index - 1] & open).step(direction ^ 1);
    }
    let [_, one, two, three, four, five, six, seven] = following;
    [
        one ^ two ^ three ^ four ^ five ^ six ^ seven,
        two ^ four ^ six,
        four,
    ]
}
