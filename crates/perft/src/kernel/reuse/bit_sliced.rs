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
    /// The sum of two one-bit numbers.
    #[inline(always)]
    pub(super) fn sum(one: L, other: L) -> Self {
        let none = L::splat(0);
        let [low, high] = L::half_adder(one, other);
        Self {
            bits: [low, high, none, none, none, none],
        }
    }

    /// Adds a three-bit number on each square to numbers that are not negative.
    #[inline(always)]
    pub(super) fn add(&mut self, number: [L; 3]) {
        let mut carry = L::splat(0);
        for (bit, other) in self.bits.iter_mut().zip(number) {
            [*bit, carry] = L::full_adder(*bit, other, carry);
        }
        for bit in &mut self.bits[3..BITS - 1] {
            [*bit, carry] = L::half_adder(*bit, carry);
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

    /// Changes the signs of the numbers on the squares of a set.
    #[inline(always)]
    pub(super) fn negate(&mut self, squares: L) {
        let mut carry = squares;
        for bit in &mut self.bits {
            [*bit, carry] = L::half_adder(*bit ^ squares, carry);
        }
    }
}

/// On each square, the number of squares of `run` that follow it in one direction, as long as the squares between are
/// `open`; at most six.
#[inline(always)]
pub(super) fn run_lengths<L: Lanes>(run: L, open: L, direction: usize) -> [L; 3] {
    let mut following = [run.step(direction ^ 1); 7];
    for index in 2..7 {
        following[index] = (following[index - 1] & open).step(direction ^ 1);
    }
    let [_, one, two, three, four, five, six] = following;
    [
        one ^ two ^ three ^ four ^ five ^ six,
        two ^ four ^ six,
        four,
    ]
}
