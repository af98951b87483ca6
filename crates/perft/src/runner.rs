//! Counting on all cores of a host.

mod checkpoint;
mod error;
mod frontier;
mod ledger;
mod result;
mod rewritten;
mod run;
mod walk;
mod work;

use core::num::NonZeroUsize;

pub use error::{CheckpointError, RunError, RunnerError};
pub use result::{FrontierSummary, Progress, RunResult};
#[doc(hidden)]
pub use rewritten::rewritten_checkpoint;
pub use run::Run;

use crate::count::Count;

/// A pool of threads that counts.
///
/// The result of a [`Run`] does not depend on the number of threads.
///
/// ```
/// use passant_perft::{Run, Runner, Tally};
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
        let threads = threads.map_or(0, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| Self { pool }).map_err(RunnerError)
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Counts what a run describes.
    pub fn run<C: Count>(&self, run: &Run<'_, C>) -> Result<RunResult<C>, RunError> {
        work::run(&self.pool, run)
    }
}
