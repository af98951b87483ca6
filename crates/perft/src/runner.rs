//! Counting on all cores of a host.

use core::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use passant_rules::{Move, Position};
use rayon::prelude::*;

use crate::Count;

/// Spreads the subtrees of a position over threads.
///
/// The result is the sum over the subtrees in a fixed order and does not depend on the number of threads.
///
/// ```
/// use passant_perft::{Progress, Runner, Tally};
/// use passant_rules::Position;
///
/// let runner = Runner::new(None)?;
/// let nodes: u64 = runner.count(&Position::initial(), 4, &|_: Progress| {});
/// assert_eq!(nodes, 197_281);
/// let divide: Vec<(_, Tally)> = runner.divide(&Position::initial(), 4, &|_| {});
/// assert_eq!(divide.len(), 20);
/// # Ok::<(), passant_perft::RunnerError>(())
/// ```
#[derive(Debug)]
pub struct Runner {
    pool: rayon::ThreadPool,
}

/// How far a count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Subtrees counted so far. Subtrees differ in size, so that this is an estimate of the work done.
    pub done: usize,
    /// Subtrees to count in all.
    pub total: usize,
}

/// The threads could not be started.
#[derive(Debug)]
pub struct RunnerError(rayon::ThreadPoolBuildError);

/// A subtree: the root move that leads to it, by its index, and the position at its root.
struct Job {
    root: usize,
    position: Position,
    depth: u32,
}

/// Trees of fewer half-moves are not worth spreading.
const SPREAD_FROM: u32 = 4;

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

    /// Counts the tree below a position to a depth in half-moves.
    ///
    /// `progress` is called from any thread after each subtree; it should return soon.
    pub fn count<C: Count>(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> C {
        if depth < SPREAD_FROM {
            return C::count(&mut position.clone(), depth);
        }
        let mut total = C::default();
        for (_, count) in self.divide::<C>(position, depth, progress) {
            total += count;
        }
        total
    }

    /// Counts below each root move, in the order of [`Position::legal_moves`]. Empty at depth 0.
    ///
    /// `progress` is called from any thread after each subtree; it should return soon.
    pub fn divide<C: Count>(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Vec<(Move, C)> {
        if depth < SPREAD_FROM {
            let mut counts = Vec::new();
            crate::divide(&mut position.clone(), depth, |mv, count| {
                counts.push((mv, count));
            });
            return counts;
        }
        let jobs = jobs(position, depth);
        let (done, total) = (AtomicUsize::new(0), jobs.len());
        let results: Vec<(usize, C)> = self.pool.install(|| {
            let run = |mut job: Job| {
                let count = C::count(&mut job.position, job.depth);
                progress(Progress {
                    done: 1 + done.fetch_add(1, Ordering::Relaxed),
                    total,
                });
                (job.root, count)
            };
            jobs.into_par_iter().with_max_len(1).map(run).collect()
        });
        let mut counts: Vec<(Move, C)> = position
            .legal_moves()
            .into_iter()
            .map(|mv| (mv, C::default()))
            .collect();
        for (root, count) in results {
            counts[root].1 += count;
        }
        counts
    }
}

/// The subtrees after two half-moves.
fn jobs(position: &Position, depth: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (root, mv) in position.legal_moves().into_iter().enumerate() {
        let mut child = position.clone();
        let _ = child.make(mv);
        for reply in child.legal_moves() {
            let mut position = child.clone();
            let _ = position.make(reply);
            jobs.push(Job {
                root,
                position,
                depth: depth - 2,
            });
        }
    }
    jobs
}

impl std::fmt::Display for RunnerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot start the threads: {}", self.0)
    }
}

impl std::error::Error for RunnerError {}
