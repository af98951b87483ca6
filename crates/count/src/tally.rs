//! A tally: the leaf moves of a tree, counted by kind.

use core::fmt;
use core::ops::{AddAssign, Index};

use crate::column::Column;

/// The number of leaf moves of each kind in a tree, and of illegal en passant captures on its last ply.
///
/// `N` is the type of the numbers: the [total](crate::Total) of a large tree has 128 bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Tally<N = u64> {
    pub(crate) counts: [N; Column::COUNT],
}

impl<N: Copy> Tally<N> {
    /// Returns all columns with their counts, in the order in which they are printed.
    pub fn columns(&self) -> impl Iterator<Item = (Column, N)> + '_ {
        Column::ALL.into_iter().zip(self.counts.iter().copied())
    }
}

impl Tally {
    /// Adds a number to a column.
    #[inline]
    pub fn add(&mut self, column: Column, number: u64) {
        self.counts[column as usize] += number;
    }
}

impl<N: Copy + Default> Default for Tally<N> {
    /// Returns a tally in which all columns are zero.
    fn default() -> Self {
        Self {
            counts: [N::default(); Column::COUNT],
        }
    }
}

impl<N> Index<Column> for Tally<N> {
    type Output = N;

    fn index(&self, column: Column) -> &N {
        // There are as many counts as columns. Every compiler sees it, so that a chip has no code for a panic here.
        &self.counts[column as usize]
    }
}

impl From<Tally> for Tally<u128> {
    fn from(tally: Tally) -> Self {
        Self {
            counts: tally.counts.map(u128::from),
        }
    }
}

impl<N: AddAssign> AddAssign for Tally<N> {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

impl<N: Copy + Default + PartialEq + fmt::Debug> fmt::Debug for Tally<N> {
    /// Shows the columns that are not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Column::ALL.into_iter().zip(self.counts);
        let counted = columns.filter(|&(_, count)| count != N::default());
        f.debug_map()
            .entries(counted.map(|(column, count)| (column.name(), count)))
            .finish()
    }
}
