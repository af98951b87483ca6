//! Counting on all cores of a host.

mod checkpoint;
mod distinct;
mod error;
mod frontier;
mod ledger;
mod lock;
mod parent;
mod result;
mod run;
mod saving;
mod shards;
mod walk;
mod work;

use core::num::NonZeroUsize;
use std::path::Path;

use core::sync::atomic::{AtomicBool, Ordering};

#[doc(hidden)]
pub use checkpoint::rewritten_checkpoint;
pub use distinct::{DistinctCount, DistinctRun};
pub use error::{CheckpointError, FrontierError, RunError, RunnerError};
pub use result::{FrontierSummary, PlySummary, Progress, RunResult};
pub use run::Resources;
pub use run::Run;
pub use shards::{JoinError, Joined, Shard, ShardLedger, Split, SplitKey, SplitSummary};

use passant_rules::Position;
use rayon::prelude::*;

use crate::counter::Counter;
use passant_kernel::Batches;
use passant_kernel::KernelCount;

/// The batch size of a thread, in positions: enough to fill the batches of a kernel.
const AT_A_TIME: usize = 16;

/// A pool of threads that counts.
///
/// The result of a [`Run`] does not depend on the number of threads.
///
/// ```
/// use passant_count::Tally;
/// use passant_perft::{Run, Runner};
/// use passant_rules::Position;
///
/// let runner = Runner::new(None)?;
/// let run = Run::<u64>::new(Position::initial(), 4);
/// assert_eq!(runner.run(&run)?.total, 197_281);
///
/// let run = Run::<Tally>::new(Position::initial(), 4).divide();
/// assert_eq!(runner.run(&run)?.divide.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Runner {
    pool: rayon::ThreadPool,
}

impl Runner {
    /// Starts the threads: the given number, or one for each core.
    pub fn new(threads: Option<NonZeroUsize>) -> Result<Self, RunnerError> {
        let number = threads.map_or(0, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(number).build();
        pool.map(|pool| Self { pool }).map_err(RunnerError)
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Counts the trees below many positions, to one depth in plies. The trees should be small, because each thread takes
    /// some positions at a time, and only between them looks whether `stop` has become true.
    ///
    /// # Errors
    ///
    /// [`RunError::Interrupted`] if `stop` is true before all positions are counted.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use passant_perft::{Counter, Runner};
    /// use passant_rules::Position;
    ///
    /// let ending = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")?;
    /// let positions = [Position::initial(), ending];
    /// let stop = AtomicBool::new(false);
    /// let nodes: Vec<u64> = Runner::new(None)?.count_each(&positions, 3, Counter::default(), &stop)?;
    /// assert_eq!(nodes, [8_902, 2_812]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_each<C: KernelCount>(
        &self,
        positions: &[Position],
        depth: u32,
        counter: Counter,
        stop: &AtomicBool,
    ) -> Result<Vec<C>, RunError> {
        let count = |batches: &mut Batches, some: &[Position]| {
            if stop.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            Ok(counter.count(some, depth, batches))
        };
        let counts = || -> Result<Vec<Vec<C>>, RunError> {
            let some = positions.par_chunks(AT_A_TIME);
            some.map_init(Batches::default, count).collect()
        };
        Ok(self.pool.install(counts)?.concat())
    }

    /// Divides a run into shards: writes a file for each into an existing folder, and `split.json`, which describes them, at
    /// the end. Each is then counted by a [run of its own](Run::of_shard), on any machine, and [`join`](Self::join) adds the ledgers up.
    ///
    /// # Errors
    ///
    /// [`RunError::Interrupted`], [`RunError::Frontier`] if a file cannot be written, [`RunError::Memory`] if a ply before
    /// the last one does not fit into the memory and there is no folder for it, and [`RunError::Lines`].
    pub fn split(&self, split: &Split<'_>, folder: &Path) -> Result<SplitSummary, RunError> {
        split.write(folder, &self.pool)
    }

    /// Counts the different positions at each ply, and hands over each count when it is known.
    ///
    /// # Errors
    ///
    /// [`RunError::Interrupted`], [`RunError::Frontier`] if a file cannot be used, [`RunError::Memory`] if a ply before the
    /// last one does not fit into the memory and there is no folder, and [`RunError::Lines`].
    ///
    /// ```
    /// use passant_perft::{DistinctRun, Runner};
    /// use passant_rules::Position;
    ///
    /// let mut counts = Vec::new();
    /// let run = DistinctRun::new(Position::initial(), 4);
    /// Runner::new(None)?.distinct(&run, &mut |count| counts.push(count))?;
    /// let legal: Vec<u64> = counts.iter().map(|count| count.legal).collect();
    /// assert_eq!(legal, [20, 400, 5_362, 72_078]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distinct(
        &self,
        run: &DistinctRun<'_>,
        found: &mut (dyn FnMut(DistinctCount) + Send),
    ) -> Result<(), RunError> {
        self.pool.install(|| run.count(&self.pool, found))
    }

    /// Adds up the ledgers of all shards of a folder, each counted by at least this many kernels.
    ///
    /// Reads each ledger once; takes time in proportion to their number, and the memory of one sum for each shard. The lines
    /// that lead to the shards are compared with a new count of their ply, where that takes a second at most.
    ///
    /// # Errors
    ///
    /// If a ledger is missing, not complete, damaged, there twice, or of another split; if two kernels disagree; and if
    /// positions are missing.
    pub fn join(&self, folder: &Path, kernels: u64) -> Result<Joined, JoinError> {
        shards::join(&self.pool, folder, kernels)
    }

    /// Counts what a run describes.
    ///
    /// # Errors
    ///
    /// Those of [`RunError`].
    pub fn run<C: KernelCount>(&self, run: &Run<'_, C>) -> Result<RunResult<C>, RunError> {
        let result = work::run(&self.pool, run)?;
        work::confirm(&self.pool, run, &result)?;
        Ok(result)
    }
}
