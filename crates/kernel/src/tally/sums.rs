//! The sums of columns over many positions.

use passant_count::Column;
use passant_count::Tally;

use crate::lanes::Lanes;

/// The sums of columns, lane by lane.
pub(super) struct ColumnSums<L> {
    /// All moves except castlings.
    pub(super) nodes: L,
    pub(super) captures: L,
    pub(super) promotions: L,
    pub(super) double_pushes: L,
    pub(super) direct_checks: L,
    /// The castlings in all lanes.
    pub(super) castles: u64,
}

impl<L: Lanes> ColumnSums<L> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        let none = L::splat(0);
        Self {
            nodes: none,
            captures: none,
            promotions: none,
            double_pushes: none,
            direct_checks: none,
            castles: 0,
        }
    }

    #[inline(always)]
    pub(super) fn add_to(&self, tally: &mut Tally) {
        tally.add(Column::Nodes, self.nodes.total() + self.castles);
        tally.add(Column::Captures, self.captures.total());
        tally.add(Column::Castles, self.castles);
        tally.add(Column::Promotions, self.promotions.total());
        tally.add(Column::DoublePushes, self.double_pushes.total());
        tally.add(Column::DirectChecks, self.direct_checks.total());
    }
}
