//! Counting on all cores of a host.

mod checkpoint;
mod error;
mod frontier;
mod ledger;
mod result;
mod run;
mod walk;
mod work;

use core::num::NonZeroUsize;

pub use error::{CheckpointError, RunError, RunnerError};
pub use result::{FrontierSummary, Progress, RunResult};
pub use run::Run;

use crate::count::Count;

/// The threads that count.
///
/// The result of a [`Run`] does not depend on how many there are.
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
    /// Starts the threads: as many as asked for, or one for each core.
    pub fn new(threads: Option<NonZeroUsize>) -> Result<Self, RunnerError> {
        let threads = threads.map_or(0, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| Self { pool }).map_err(RunnerError)
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Counts what a run asks for.
    pub fn run<C: Count>(&self, run: &Run<'_, C>) -> Result<RunResult<C>, RunError> {
        work::run(&self.pool, run)
    }
}
