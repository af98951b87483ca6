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
    pub(super) direct_checks: L,
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
            direct_checks: none,
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
        tally.add(Column::DirectChecks, self.direct_checks.total());
    }
}
