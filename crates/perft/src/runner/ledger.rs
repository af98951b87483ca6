//! The ledger of a run: what is counted so far.

use passant_count::{Count, Total};

use super::frontier::Plan;

/// The finished blocks of work, and their counts. A block is entered once, together with its counts, so at any moment
/// the counts are those of the blocks that are marked as done.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ledger<C: Count> {
    /// The division of the run.
    pub(super) plan: Plan,
    /// The number of entries of the frontier in a block.
    pub(super) block: usize,
    /// The number of times that the run was started or resumed.
    pub(super) starts: u64,
    /// The parts of the frontier that are done.
    pub(super) parts: u64,
    /// For each block of the next part, whether it is done. Empty before that part is begun.
    pub(super) done: Vec<bool>,
    /// The counts so far.
    pub(super) sums: Sums<C>,
}

/// Counts that add up over the blocks of a run.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sums<C: Count> {
    /// The positions of the frontier that were counted.
    pub(super) positions: u64,
    /// The lines that lead to them.
    pub(super) lines: u128,
    /// The count of each root move, or one sum for all of them.
    pub(super) counts: Vec<C::Total>,
}

impl<C: Count> Sums<C> {
    pub(super) fn new(roots: usize) -> Self {
        Self {
            positions: 0,
            lines: 0,
            counts: vec![C::Total::default(); roots],
        }
    }

    fn add(&mut self, more: &Self) {
        self.positions += more.positions;
        self.lines += more.lines;
        for (sum, count) in self.counts.iter_mut().zip(&more.counts) {
            sum.add(count);
        }
    }

    /// The sum over all root moves.
    pub(super) fn total(&self) -> C::Total {
        let mut total = C::Total::default();
        for count in &self.counts {
            total.add(count);
        }
        total
    }
}

impl<C: Count> Ledger<C> {
    pub(super) fn new(plan: Plan, block: usize, roots: usize) -> Self {
        Self {
            plan,
            block,
            starts: 1,
            parts: 0,
            done: Vec::new(),
            sums: Sums::new(roots),
        }
    }

    /// Begins the next part, which has this many blocks, or goes on with it. Returns the blocks that are not done yet.
    ///
    /// `None` if there are fewer blocks than are done: then the ledger is that of another run.
    pub(super) fn begin_part(&mut self, blocks: usize) -> Option<Vec<usize>> {
        if blocks < self.done.len() {
            return None;
        }
        self.done.resize(blocks, false);
        Some((0..blocks).filter(|&block| !self.done[block]).collect())
    }

    /// Enters a block that is not done yet.
    pub(super) fn enter(&mut self, block: usize, sums: &Sums<C>) {
        self.sums.add(sums);
        self.done[block] = true;
    }

    /// Notes that all blocks of the part are done.
    pub(super) fn end_part(&mut self) {
        self.parts += 1;
        self.done.clear();
    }

    /// Tells whether all parts are done.
    pub(super) fn is_complete(&self) -> bool {
        self.parts == self.plan.parts
    }

    /// The blocks of the present part that are done, as ranges that include their last block.
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

/// The blocks that are done, from ranges; `Err` with the range that is not one, or is listed twice.
pub(super) fn blocks_of(ranges: &[(usize, usize)]) -> Result<Vec<bool>, (usize, usize)> {
    let mut done: Vec<bool> = Vec::new();
    for &(first, last) in ranges {
        let is_next = first <= last && done.len() <= first && last < MOST_BLOCKS;
        if !is_next {
            return Err((first, last));
        }
        done.resize(first, false);
        done.resize(last + 1, true);
    }
    Ok(done)
}

/// The most blocks of a part, so that a file that says otherwise takes no memory.
const MOST_BLOCKS: usize = 1 << 24;
