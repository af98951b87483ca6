//! A small number for each square, kept bit by bit in sets of squares.

use super::super::lanes::Lanes;

/// How many bits a number has. A square lies on four lines, and on each at most six squares are gained or lost; pawns
/// add two.
pub(super) const BITS: usize = 5;

/// For each square of each lane a number below 32: bit `i` of all of them is the set `bits[i]`.
#[derive(Clone, Copy)]
pub(super) struct Sliced<L> {
    pub(super) bits: [L; BITS],
}

impl<L: Lanes> Sliced<L> {
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

    /// Adds a number of three bits on each square, by [full adders](https://www.chessprogramming.org/Population_Count#CSA).
    #[inline(always)]
    pub(super) fn add(&mut self, number: [L; 3]) {
        let mut carry = L::splat(0);
        for (index, bit) in self.bits.iter_mut().enumerate() {
            let other = if index < 3 {
                number[index]
            } else {
                L::splat(0)
            };
            let sum = *bit ^ other ^ carry;
            carry = (*bit & other) | (*bit & carry) | (other & carry);
            *bit = sum;
        }
    }

    /// Adds, on each square of `from`, how many squares of `run` follow it without a gap in one direction; at most six.
    #[inline(always)]
    pub(super) fn add_following(&mut self, from: L, run: L, direction: usize) {
        let mut ahead = run;
        let mut following = [from; 7];
        for index in 1..7 {
            // The squares behind the run, seen from one step farther back each time.
            ahead = ahead.step(direction ^ 1);
            following[index] = following[index - 1] & ahead;
        }
        let [_, one, two, three, four, five, six] = following;
        self.add([
            one ^ two ^ three ^ four ^ five ^ six,
            two ^ four ^ six,
            four,
        ]);
    }
}
