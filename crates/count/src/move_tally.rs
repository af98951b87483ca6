//! A tally without the columns that take the most time.

use core::ops::AddAssign;

use passant_rules::{Move, Position};

use crate::column::{Column, ColumnGroup};
use crate::count::{self, Count};
use crate::tally::Tally;

/// A [`Tally`] of what the leaf moves are, and not of what they do to the other king: it has no checks, mates and stalemates.
///
/// A kernel then need not look for them, and counts faster. The columns that are left out are zero.
///
/// ```
/// use passant_count::{Column, Count, MoveTally};
/// use passant_rules::Position;
///
/// assert!(MoveTally::has(Column::Captures));
/// assert!(!MoveTally::has(Column::DirectChecks));
///
/// let moves = MoveTally::count(&mut Position::initial(), 5);
/// assert_eq!(moves.columns()[Column::EnPassant as usize], 258);
/// assert_eq!(moves.columns()[Column::DirectMates as usize], 0, "there are 347 mates, which are not counted");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveTally(Tally);

impl MoveTally {
    /// Tells whether a column is counted.
    #[must_use]
    pub const fn has(column: Column) -> bool {
        match column.group() {
            ColumnGroup::Move | ColumnGroup::EnPassant | ColumnGroup::Rejected => true,
            ColumnGroup::Check | ColumnGroup::EnPassantCheck => false,
        }
    }

    /// Leaves out what is not counted.
    #[must_use]
    pub fn of(mut tally: Tally) -> Self {
        for (column, count) in Column::ALL.into_iter().zip(&mut tally.counts) {
            if !Self::has(column) {
                *count = 0;
            }
        }
        Self(tally)
    }
}

impl AddAssign for MoveTally {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Count for MoveTally {
    type Total = Tally<u128>;

    const COLUMNS: usize = Column::COUNT;
    const NAME: &'static str = "move-tally";

    fn columns(&self) -> &[u64] {
        Count::columns(&self.0)
    }

    fn columns_mut(&mut self) -> &mut [u64] {
        Count::columns_mut(&mut self.0)
    }

    fn count(position: &mut Position, depth: u32) -> Self {
        Self::of(count::tally(position, depth))
    }

    fn count_move(position: &mut Position, mv: Move, depth: u32) -> Self {
        Self::of(Tally::count_move(position, mv, depth))
    }
}
