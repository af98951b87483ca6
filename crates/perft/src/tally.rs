//! A tally: the leaf moves of a tree, counted by kind.

use core::fmt;
use core::ops::{AddAssign, Index};

use crate::column::Column;

/// The number of leaf moves of each kind in a tree, and of illegal en passant captures on its last ply.
#[derive(Clone, PartialEq, Eq)]
pub struct Tally {
    pub(crate) counts: [u64; Column::COUNT],
}

impl Tally {
    /// All columns with their counts, in the order in which they are printed.
    pub fn columns(&self) -> impl Iterator<Item = (Column, u64)> + '_ {
        Column::ALL.into_iter().zip(self.counts.iter().copied())
    }

    /// The sum of some columns.
    pub(crate) fn sum(&self, columns: &[Column]) -> u64 {
        columns.iter().map(|&column| self[column]).sum()
    }

    #[inline]
    pub(crate) fn add(&mut self, column: Column, number: u64) {
        if let Some(count) = self.counts.get_mut(column as usize) {
            *count += number;
        }
    }
}

impl Default for Tally {
    /// All columns are zero.
    fn default() -> Self {
        Self {
            counts: [0; Column::COUNT],
        }
    }
}

impl Index<Column> for Tally {
    type Output = u64;

    fn index(&self, column: Column) -> &u64 {
        self.counts.get(column as usize).unwrap_or(&0)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

impl fmt::Debug for Tally {
    /// Shows the columns that are not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = self.columns().filter(|&(_, count)| count != 0);
        f.debug_map()
            .entries(counted.map(|(column, count)| (column.name(), count)))
            .finish()
    }
}
