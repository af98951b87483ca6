//! Counting on all cores of a host.

mod checkpoint;
mod frontier;
mod ledger;
mod run;
mod walk;
mod work;

use core::num::NonZeroUsize;
use std::fmt;
use std::time::Duration;

use passant_rules::Move;

pub use checkpoint::CheckpointError;
pub use run::Run;

use crate::{Count, Counter};

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

/// What a run has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<C> {
    /// The whole tree.
    pub total: C,
    /// The tree below each root move, in the order of
    /// [`legal_moves`](passant_rules::Position::legal_moves); empty if it was not asked for, and at depth 0.
    pub divide: Vec<(Move, C)>,
    /// What counted the leaves: what the run asked for, in the mode that it has for this count.
    pub counter: Counter,
    /// How the upper half-moves were laid out; `None` for a small tree, which is counted in one go.
    pub layout: Option<Frontage>,
    /// The time it took, that of the parts before a checkpoint included.
    pub time: Duration,
    /// How many of the positions of the layout a checkpoint had already.
    pub resumed: usize,
    /// Why the last checkpoint could not be written, if so: the counts are right all the same.
    pub unsaved: Option<String>,
}

/// The positions that the work of a run was divided into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frontage {
    /// How many half-moves below the root they are.
    pub ply: u32,
    /// How many there are. Merged ones are counted once, however many lines lead there.
    pub positions: usize,
    /// Whether transpositions were merged.
    pub merged: bool,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions whose trees have been counted. Trees differ in size, so that this is an estimate of the work done.
    pub done: usize,
    /// Positions whose trees are to be counted in all.
    pub total: usize,
}

/// The threads could not be started.
#[derive(Debug)]
pub struct RunnerError(rayon::ThreadPoolBuildError);

/// Why there is no count.
#[derive(Debug)]
pub enum RunError {
    /// The run was told to stop. What it had counted is in the checkpoint, if it has one.
    Interrupted,
    /// A number is too large for a `u64`.
    TooMany,
    /// The checkpoint cannot be used.
    Checkpoint(CheckpointError),
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
    pub fn run<C: Count>(&self, run: &Run<'_, C>) -> Result<Outcome<C>, RunError> {
        work::run(&self.pool, run)
    }
}

impl From<CheckpointError> for RunError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

impl fmt::Display for RunnerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start the threads: {}", self.0)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::TooMany => write!(f, "there are more than {} nodes", u64::MAX),
            Self::Checkpoint(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunnerError {}

impl std::error::Error for RunError {}
