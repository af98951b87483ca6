//! A run from beginning to end: expands the frontier, spreads it over the threads, and sums up.

use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use passant_rules::{EnPassantMode, Move, Position};

use super::checkpoint::{Checkpoint, Identity};
use super::error::{CheckpointError, RunError};
use super::frontier::{Frontier, FrontierOptions};
use super::ledger::Ledger;
use super::result::{FrontierSummary, Progress, RunResult};
use super::run::Run;
use super::walk::{Bound, Walk, children};
use crate::count::Count;
use crate::counter::Counter;
use crate::kernel::Batches;

/// Trees of a lower depth are counted in one call.
const SPREAD_FROM: u32 = 4;

/// A tree that has fewer leaves than this, if every position has as many moves as the root, takes a kernel milliseconds.
/// It is counted in one call if it need not be saved.
const FEW_LEAVES: usize = 10_000_000;

/// The approximate number of blocks in a run; if there are fewer positions, each is a block of its own. A block is
/// entered into the ledger as a whole. With 64 threads, each thread has more than a hundred blocks.
const BLOCKS: usize = 1 << 13;

/// The least time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

pub(super) fn run<C: Count>(
    pool: &rayon::ThreadPool,
    run: &Run<'_, C>,
) -> Result<RunResult<C>, RunError> {
    let start = Instant::now();
    let job_depth = counter(run).depths().job;
    if run.depth < SPREAD_FROM || run.depth <= job_depth || is_small(run) {
        return Ok(in_one_call(run, start));
    }
    let options = FrontierOptions {
        max_ply: run.depth - job_depth,
        by_root: run.divide,
        merge: run.merge,
        threads: pool.current_num_threads(),
    };
    let frontier = pool.install(|| Frontier::new(&run.position, options, &run.stop))?;
    Work::new(run, frontier, options).run(pool, start)
}

/// Whether a kernel counts the whole tree in milliseconds.
fn is_small<C: Count>(run: &Run<'_, C>) -> bool {
    let is_alone = run.checkpoint.is_none() && run.most.is_none() && run.table.is_none();
    let is_shallow = run.depth <= counter(run).depths().leaf;
    let moves = run.position.legal_moves().len();
    let leaves = moves.checked_pow(run.depth);
    is_alone && is_shallow && leaves.is_some_and(|leaves| leaves < FEW_LEAVES)
}

/// The counter that this run uses.
fn counter<C: Count>(run: &Run<'_, C>) -> Counter {
    run.counter.for_count::<C>()
}

fn in_one_call<C: Count>(run: &Run<'_, C>, start: Instant) -> RunResult<C> {
    let mut batches = Batches::default();
    let mut count = |positions: &[Position], depth| -> Vec<C> {
        counter(run).count(positions, depth, &mut batches)
    };
    let divide: Vec<(Move, C)> = if run.divide && run.depth != 0 {
        let moves = run.position.legal_moves();
        let counts = if run.depth == 1 {
            let mut position = run.position.clone();
            let below = |&mv| C::count_move(&mut position, mv, 1);
            moves.iter().map(below).collect()
        } else {
            count(&children(&run.position), run.depth - 1)
        };
        moves.into_iter().zip(counts).collect()
    } else {
        Vec::new()
    };
    let counts = if run.divide && 1 < run.depth {
        divide.iter().map(|(_, below)| below.clone()).collect()
    } else {
        count(slice::from_ref(&run.position), run.depth)
    };
    let mut total = C::default();
    for count in counts {
        total += count;
    }
    RunResult {
        total,
        divide,
        counter: counter(run),
        layout: None,
        time: start.elapsed(),
        resumed: 0,
        unsaved: None,
    }
}

/// A run that is spread over threads.
struct Work<'a, C> {
    run: &'a Run<'a, C>,
    frontier: Frontier,
    /// For each position, the index of its first entry in the frontier; then the end of the last one.
    jobs: Vec<usize>,
    /// The number of positions in a block.
    block: usize,
    /// The number of sums: one for each root move, or one.
    roots: usize,
}

/// What the threads of a run share.
struct Shared<'a, C> {
    ledger: Mutex<Ledger<C>>,
    /// The first error.
    error: Mutex<Option<RunError>>,
    /// Whether there is an error.
    has_failed: AtomicBool,
    /// The blocks that are to be done, and the index of the next one to take.
    to_do: Vec<usize>,
    next: AtomicUsize,
    /// The leaf nodes that were counted, for the [bound](Run::at_most) of the run.
    counted: AtomicU64,
    checkpoint: Option<Checkpoint<'a>>,
    /// When the last checkpoint was written. The thread that writes a checkpoint holds this lock.
    saved: Mutex<Instant>,
    start: Instant,
    /// The time spent in earlier parts of the run.
    before: Duration,
}

impl<'a, C: Count> Work<'a, C> {
    fn new(run: &'a Run<'a, C>, frontier: Frontier, options: FrontierOptions) -> Self {
        let jobs = frontier.jobs(options);
        let positions = jobs.len() - 1;
        Self {
            run,
            frontier,
            block: positions.div_ceil(BLOCKS).max(1),
            jobs,
            roots: if options.by_root {
                run.position.legal_moves().len()
            } else {
                1
            },
        }
    }

    fn run(&self, pool: &rayon::ThreadPool, start: Instant) -> Result<RunResult<C>, RunError> {
        let shared = self.begin(start)?;
        let resumed = lock(&shared.ledger).number_done;
        self.report(resumed);
        pool.broadcast(|_| {
            if let Err(error) = self.take_blocks(&shared) {
                shared.has_failed.store(true, Ordering::Relaxed);
                lock(&shared.error).get_or_insert(error);
            }
        });
        let unsaved = shared.save().err();
        if let Some(error) = lock(&shared.error).take() {
            return Err(match unsaved {
                Some(unsaved) => unsaved.into(),
                None => error,
            });
        }
        let ledger = lock(&shared.ledger).clone();
        self.outcome(ledger.counts, shared.time(), resumed, unsaved)
    }

    /// Starts with an empty ledger, or with that of the checkpoint.
    fn begin(&self, start: Instant) -> Result<Shared<'a, C>, RunError> {
        let checkpoint = self.run.checkpoint.as_deref().map(|file| Checkpoint {
            file,
            identity: self.identity(),
        });
        let loaded = match &checkpoint {
            Some(checkpoint) => checkpoint.load(self.roots)?,
            None => None,
        };
        let (ledger, before) =
            loaded.unwrap_or_else(|| (Ledger::new(self.blocks(), self.roots), Duration::default()));
        let shared = Shared {
            to_do: ledger.to_do(),
            ledger: Mutex::new(ledger),
            error: Mutex::new(None),
            has_failed: AtomicBool::new(false),
            next: AtomicUsize::new(0),
            counted: AtomicU64::new(0),
            checkpoint,
            saved: Mutex::new(start),
            start,
            before,
        };
        // If the file cannot be written, the user should know now and not after hours.
        shared.save()?;
        Ok(shared)
    }

    /// Takes blocks until none is left: the work of one thread.
    fn take_blocks(&self, shared: &Shared<'_, C>) -> Result<(), RunError> {
        let next = || {
            shared
                .to_do
                .get(shared.next.fetch_add(1, Ordering::Relaxed))
        };
        let mut walk = Walk {
            counter: counter(self.run),
            table: self.run.table,
            stop: &self.run.stop,
            bound: self.run.most.map(|most| Bound {
                most,
                counted: &shared.counted,
            }),
            batches: Batches::default(),
        };
        while let Some(&block) = next() {
            if shared.has_failed.load(Ordering::Relaxed) {
                break;
            }
            let counts = self.count_block(block, &mut walk)?;
            let done = {
                let mut ledger = lock(&shared.ledger);
                ledger.enter(block, &counts)?;
                ledger.number_done
            };
            self.report(done);
            shared.save_if_due();
        }
        Ok(())
    }

    fn count_block(&self, block: usize, walk: &mut Walk<'_, C>) -> Result<Vec<C>, RunError> {
        let depth = self.run.depth - self.frontier.ply;
        let first = block * self.block;
        let last = (first + self.block).min(self.positions());
        let lines = |job: usize| &self.frontier.lines[self.jobs[job]..self.jobs[job + 1]];
        let positions: Vec<Position> = (first..last)
            .map(|job| self.frontier.position(&lines(job)[0]))
            .collect();
        let mut counts = vec![C::default(); self.roots];
        for (job, count) in (first..last).zip(walk.count(&positions, depth)?) {
            for lines in lines(job) {
                counts[lines.root as usize]
                    .add_times(&count, lines.number)
                    .ok_or(RunError::TooMany)?;
            }
        }
        Ok(counts)
    }

    fn outcome(
        &self,
        counts: Vec<C>,
        time: Duration,
        resumed: usize,
        unsaved: Option<CheckpointError>,
    ) -> Result<RunResult<C>, RunError> {
        let mut total = C::default();
        for count in &counts {
            total.add_times(count, 1).ok_or(RunError::TooMany)?;
        }
        let divide = if self.run.divide {
            let moves = self.run.position.legal_moves().into_iter();
            moves.zip(counts).collect()
        } else {
            Vec::new()
        };
        Ok(RunResult {
            total,
            divide,
            counter: counter(self.run),
            layout: Some(FrontierSummary {
                ply: self.frontier.ply,
                positions: self.positions(),
                merged: self.run.merge,
            }),
            time,
            resumed: self.positions_of(resumed),
            unsaved: unsaved.map(|error| error.to_string()),
        })
    }

    fn identity(&self) -> Identity {
        let run = self.run;
        Identity {
            passant: env!("CARGO_PKG_VERSION").to_owned(),
            fen: run.position.fen(EnPassantMode::Always).to_string(),
            depth: run.depth,
            counted: C::NAME.to_owned(),
            by_root_move: run.divide,
            kernel: counter(run).name().to_owned(),
            mode: counter(run).mode().map(str::to_owned),
            transpositions_merged: run.merge,
            ply: self.frontier.ply,
            positions: self.positions(),
            blocks: self.blocks(),
        }
    }

    fn positions(&self) -> usize {
        self.jobs.len() - 1
    }

    fn blocks(&self) -> usize {
        self.positions().div_ceil(self.block)
    }

    /// The number of positions in this many blocks. The last block may have fewer than the others.
    fn positions_of(&self, blocks: usize) -> usize {
        (blocks * self.block).min(self.positions())
    }

    fn report(&self, blocks_done: usize) {
        (self.run.progress)(Progress {
            done: self.positions_of(blocks_done),
            total: self.positions(),
        });
    }
}

impl<C: Count> Shared<'_, C> {
    fn time(&self) -> Duration {
        self.before + self.start.elapsed()
    }

    /// Writes a checkpoint if the last one is old enough and no other thread is writing one. A failure here is ignored,
    /// because a later attempt may succeed; a failure of the last attempt is reported.
    fn save_if_due(&self) {
        if let Ok(mut saved) = self.saved.try_lock()
            && CHECKPOINT_INTERVAL <= saved.elapsed()
        {
            let _ = self.write();
            *saved = Instant::now();
        }
    }

    /// Writes a checkpoint now.
    fn save(&self) -> Result<(), CheckpointError> {
        let _saved = lock(&self.saved);
        self.write()
    }

    fn write(&self) -> Result<(), CheckpointError> {
        let Some(checkpoint) = &self.checkpoint else {
            return Ok(());
        };
        let ledger = lock(&self.ledger).clone();
        checkpoint.save(&ledger, self.time())
    }
}

/// Locks a mutex. A panic of another thread that held it is no reason to panic here: that panic ends the program
/// anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
