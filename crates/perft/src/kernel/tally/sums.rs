//! The sums of columns over many positions.

use crate::column::Column;
use crate::kernel::lanes::Lanes;
use crate::tally::Tally;

/// The sums of columns, lane by lane.
pub(super) struct ColumnSums<L> {
    /// Moves and captures by knights, rooks, bishops and queens, as bits: each number counts twice as much as the one
    /// before.
    pub(super) moves: [L; 5],
    pub(super) taken: [L; 5],
    /// Moves of all other pieces.
    pub(super) nodes: L,
    pub(super) captures: L,
    pub(super) castles: L,
    pub(super) promotions: L,
    pub(super) double_pushes: L,
}

impl<L: Lanes> ColumnSums<L> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        let none = L::splat(0);
        Self {
            moves: [none; 5],
            taken: [none; 5],
            nodes: none,
            captures: none,
            castles: none,
            promotions: none,
            double_pushes: none,
        }
    }

    #[inline(always)]
    pub(super) fn add_to(&self, tally: &mut Tally) {
        for bit in 0..5 {
            tally.add(Column::Nodes, self.moves[bit].total() << bit);
            tally.add(Column::Captures, self.taken[bit].total() << bit);
        }
        tally.add(Column::Nodes, self.nodes.total());
        tally.add(Column::Captures, self.captures.total());
        tally.add(Column::Castles, self.castles.total());
        tally.add(Column::Promotions, self.promotions.total());
        tally.add(Column::DoublePushes, self.double_pushes.total());
    }
}

/// For each square, the number of the eight sets that contain it, as four bits ([carry-save
/// adders](https://www.chessprogramming.org/Population_Count#CSA)).
///
/// Counting the squares of eight sets takes eight population counts; counting those of four bits takes four.
#[inline(always)]
pub(super) fn count_per_square<L: Lanes>(sets: [L; 8]) -> [L; 4] {
    let [first, twos_1] = L::full_adder(sets[0], sets[1], sets[2]);
    let [second, twos_2] = L::full_adder(sets[3], sets[4], sets[5]);
    let [third, twos_3] = L::full_adder(first, second, sets[6]);
    let [ones, twos_4] = L::half_adder(third, sets[7]);
    let [fourth, fours_1] = L::full_adder(twos_1, twos_2, twos_3);
    let [twos, fours_2] = L::half_adder(fourth, twos_4);
    let [fours, eights] = L::half_adder(fours_1, fours_2);
    [ones, twos, fours, eights]
}

/// The sum of two numbers on each square.
#[inline(always)]
pub(super) fn add_per_square<L: Lanes>(a: [L; 4], b: [L; 4]) -> [L; 5] {
    let [ones, carry] = L::half_adder(a[0], b[0]);
    let [twos, carry] = L::full_adder(a[1], b[1], carry);
    let [fours, carry] = L::full_adder(a[2], b[2], carry);
    let [eights, sixteens] = L::full_adder(a[3], b[3], carry);
    [ones, twos, fours, eights, sixteens]
}
