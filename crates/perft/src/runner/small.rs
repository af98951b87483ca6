//! A run of a small tree, which is counted in one call.

use std::slice;
use std::time::Instant;

use passant_count::Total;
use passant_kernel::Batches;
use passant_kernel::KernelCount;
use passant_rules::{Move, Position};

use super::result::RunResult;
use super::run::Run;

/// Trees of a lower depth are counted in one call.
const SPREAD_FROM: u32 = 4;

/// A tree that has fewer leaves than this, if every position has as many moves as the root, takes a kernel milliseconds.
/// It is counted in one call if it need not be saved.
const FEW_LEAVES: usize = 10_000_000;

impl<C: KernelCount> Run<'_, C> {
    /// Counts at once, in this thread, if that takes milliseconds: the tree is small. Otherwise a
    /// [`Runner`](super::Runner) is needed, whose threads take longer to start than such a tree to count. So it is for a run
    /// with a [checkpoint](Run::checkpoint), because a file that is there must be read, and may be refused.
    ///
    /// ```
    /// use passant_perft::Run;
    /// use passant_rules::Position;
    ///
    /// let run = Run::<u64>::new(Position::initial(), 3);
    /// assert_eq!(run.count_if_small().map(|result| result.total), Some(8_902));
    /// assert!(Run::<u64>::new(Position::initial(), 8).count_if_small().is_none());
    /// ```
    #[must_use]
    pub fn count_if_small(&self) -> Option<RunResult<C>> {
        let is_alone = self.checkpoint.is_none();
        (is_alone && self.is_small()).then(|| self.count_small())
    }

    /// Tells whether a run is not worth dividing: its tree is shallow, or takes a kernel milliseconds.
    pub(super) fn is_small(&self) -> bool {
        self.shard.is_none() && is_small(self)
    }

    /// Counts at once, in this thread.
    pub(super) fn count_small(&self) -> RunResult<C> {
        count(self, Instant::now())
    }
}

fn is_small<C: KernelCount>(run: &Run<'_, C>) -> bool {
    let depths = run.used_counter().depths();
    if run.depth < SPREAD_FROM || run.depth <= depths.job {
        return true;
    }
    let is_alone = run.checkpoint.is_none() && run.most.is_none() && run.table.is_none();
    let moves = run.position.legal_moves().len();
    let leaves = moves.checked_pow(run.depth);
    is_alone && run.depth <= depths.leaf && leaves.is_some_and(|leaves| leaves < FEW_LEAVES)
}

fn count<C: KernelCount>(run: &Run<'_, C>, start: Instant) -> RunResult<C> {
    let mut batches = Batches::default();
    let mut count_below = |positions: &[Position], depth| -> Vec<C> {
        run.used_counter().count(positions, depth, &mut batches)
    };
    let divide: Vec<(Move, C)> = if run.divide && run.depth != 0 {
        let moves = run.position.legal_moves();
        let counts = if run.depth == 1 {
            let mut position = run.position.clone();
            let below = |&mv| C::count_move(&mut position, mv, 1);
            moves.iter().map(below).collect()
        } else {
            count_below(&children(&run.position), run.depth - 1)
        };
        moves.into_iter().zip(counts).collect()
    } else {
        Vec::new()
    };
    let mut total = C::Total::default();
    // At depth 1, illegal en passant captures belong to no move.
    if run.divide && 1 < run.depth {
        for (_, below) in &divide {
            total.add_times(below, 1);
        }
    } else {
        for count in count_below(slice::from_ref(&run.position), run.depth) {
            total.add_times(&count, 1);
        }
    }
    let wide = |(mv, count): (Move, C)| {
        let mut total = C::Total::default();
        total.add_times(&count, 1);
        (mv, total)
    };
    RunResult {
        total,
        divide: divide.into_iter().map(wide).collect(),
        counter: run.used_counter(),
        layout: None,
        time: start.elapsed(),
        resumed: 0,
        unsaved: None,
    }
}

/// The positions after each legal move.
fn children(parent: &Position) -> Vec<Position> {
    let after = |mv| {
        let mut child = parent.clone();
        let _ = child.make(mv);
        child
    };
    parent.legal_moves().into_iter().map(after).collect()
}
