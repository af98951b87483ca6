//! The ledger of a run: what is counted so far.

use super::error::RunError;
use crate::count::Count;

/// The finished blocks of work, and their counts. A block is entered once, together with its counts, so at any moment
/// the counts are those of the blocks that are marked as done.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ledger<C> {
    /// For each block, whether it is done.
    pub(super) done: Vec<bool>,
    /// The number of blocks that are done.
    pub(super) number_done: usize,
    /// The count of each root move, or one sum for all of them.
    pub(super) counts: Vec<C>,
}

impl<C: Count> Ledger<C> {
    pub(super) fn new(blocks: usize, roots: usize) -> Self {
        Self {
            done: vec![false; blocks],
            number_done: 0,
            counts: vec![C::default(); roots],
        }
    }

    /// Enters a block that is not done yet, with its count for each root move.
    pub(super) fn enter(&mut self, block: usize, counts: &[C]) -> Result<(), RunError> {
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            sum.add_times(count, 1).ok_or(RunError::TooMany)?;
        }
        self.done[block] = true;
        self.number_done += 1;
        Ok(())
    }

    /// The blocks that are not done yet.
    pub(super) fn to_do(&self) -> Vec<usize> {
        (0..self.done.len())
            .filter(|&block| !self.done[block])
            .collect()
    }

    /// The blocks that are done, as ranges that include their last block.
    pub(super) fn ranges(&self) -> Vec<(usize, usize)> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for block in (0..self.done.len()).filter(|&block| self.done[block]) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == block => *last = block,
                _ => ranges.push((block, block)),
            }
        }
        ranges
    }
}
