//! A run from beginning to end: lays the frontier out, spreads it over the threads, and sums up.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use passant_count::{Count, Total};
use passant_kernel::{Batches, KernelCount};
use passant_rules::{EnPassantMode, Position};

use super::checkpoint::{Checkpoint, Identity};
use super::error::{CheckpointError, RunError};
use super::frontier::{
    Block, Entry, Frontier, Labels, Layout, Limits, Options, Pass, Plan, Scratch, is_same_position,
};
use super::ledger::{Ledger, Sums};
use super::lock::lock;
use super::result::{FrontierSummary, Progress, RunResult};
use super::run::Resources;
use super::run::Run;
use super::saving::Saving;
use super::shards::Shard;
use super::walk::{Bound, Walk};
use crate::packed::Packed;

/// The share of the time of a count that is left with a hash table, about. The table finds most of the transpositions that
/// merging would find, and so merging saves less.
const HASHED: f64 = 0.2;

pub(super) fn run<C: KernelCount>(
    pool: &rayon::ThreadPool,
    run: &Run<'_, C>,
) -> Result<RunResult<C>, RunError> {
    let start = Instant::now();
    let roots = roots(run);
    let file = run.checkpoint_file();
    let checkpoint = file.as_deref().map(|file| Checkpoint {
        file,
        identity: identity(run),
    });
    if run.is_small() {
        // A file in the folder for positions is left to the runs that need the folder.
        if let (Some(checkpoint), Some(_)) = (&checkpoint, &run.checkpoint) {
            checkpoint.load::<C>(roots)?;
        }
        return Ok(run.count_small());
    }
    let saved = match &checkpoint {
        Some(checkpoint) => load_or_begin(checkpoint, roots)?,
        None => None,
    };
    let tell = |pass: Pass| (run.resources.progress)(pass.into());
    let layout = layout(run, pool.current_num_threads(), &tell);
    if let Some((ledger, time)) = &saved
        && ledger.is_complete()
    {
        // It may have been killed before it had removed them all.
        if let Some(scratch) = &layout.scratch {
            scratch.remove_files();
        }
        let summary = FrontierSummary::default();
        return Ok(outcome(run, ledger, summary, *time, ledger.sums.positions));
    }
    let plan = saved.as_ref().map(|(ledger, _)| ledger.plan);
    let frontier = match &run.shard {
        Some(shard) => {
            Frontier::of_shard(layout, shard.split().ply, shard.numbers(), shard.entries()?)
        }
        None => pool.install(|| Frontier::new(layout, plan))?,
    };
    let (ledger, before) = if let Some((ledger, before)) = saved {
        let starts = ledger.starts + 1;
        (Ledger { starts, ..ledger }, before)
    } else {
        let ledger = Ledger::new(frontier.plan, frontier.block()?, roots);
        (ledger, Duration::ZERO)
    };
    let saving = Saving::new(ledger, checkpoint, start, before)?;
    Work {
        run,
        frontier,
        saving,
        roots,
        counted: AtomicU64::new(0),
    }
    .result(pool, start)
}

/// The number of sums: one for each root move, or one.
fn roots<C: KernelCount>(run: &Run<'_, C>) -> usize {
    match run.labels() {
        Labels::RootMove => run.position.legal_moves().len(),
        _ => 1,
    }
}

/// Returns what an earlier part of the run has counted; `None` if it was not even laid out.
fn load_or_begin<C: KernelCount>(
    checkpoint: &Checkpoint<'_>,
    roots: usize,
) -> Result<Option<(Ledger<C>, Duration)>, CheckpointError> {
    let saved = checkpoint.load::<C>(roots)?;
    if saved.is_none() {
        // If the file cannot be written, the user should know now and not after hours.
        checkpoint.save(&Ledger::<C>::new(Plan::NONE, 1, roots), Duration::ZERO)?;
    }
    Ok(saved.filter(|(ledger, _)| ledger.plan != Plan::NONE))
}

fn layout<'a, C: KernelCount>(
    run: &'a Run<'_, C>,
    threads: usize,
    progress: &'a (dyn Fn(Pass) + Sync),
) -> Layout<'a> {
    let options = Options {
        labels: run.labels(),
        merge: run.merge,
    };
    let counter = run.used_counter();
    let scratch = run.resources.scratch.as_deref();
    let hash_share = if run.table.is_some() { HASHED } else { 1.0 };
    Layout {
        root: &run.position,
        options,
        limits: Limits {
            depth: run.depth,
            max_ply: run.depth.saturating_sub(counter.depths().job),
            merge: run.merge,
            threads,
            by_parts: run.checkpoint.is_some() || run.labels() != Labels::None,
            memory: run.resources.memory,
            has_scratch: scratch.is_some(),
            leaf_time: counter.leaf_time::<C>() * hash_share,
            most_leaves: run.most,
        },
        scratch: scratch.map(|folder| Scratch::new(folder, &run.position, options)),
        stop: &run.resources.stop,
        progress,
    }
}

/// The result of a run that is all counted.
fn outcome<C: KernelCount>(
    run: &Run<'_, C>,
    ledger: &Ledger<C>,
    mut summary: FrontierSummary,
    time: Duration,
    resumed: u64,
) -> RunResult<C> {
    let sums = &ledger.sums;
    summary.merged = run.merge;
    summary.set_last(ledger.plan.ply, sums.positions, sums.lines);
    let divide = if run.divide {
        let moves = run.position.legal_moves().into_iter();
        moves.zip(sums.counts.iter().cloned()).collect()
    } else {
        Vec::new()
    };
    RunResult {
        total: sums.total(),
        divide,
        counter: run.used_counter(),
        layout: Some(summary),
        time,
        resumed,
        unsaved: None,
    }
}

fn identity<C: KernelCount>(run: &Run<'_, C>) -> Identity {
    Identity {
        passant: env!("CARGO_PKG_VERSION").to_owned(),
        fen: run.position.fen(EnPassantMode::Always).to_string(),
        depth: run.depth,
        counted: C::NAME.to_owned(),
        by_root_move: run.divide,
        kernel: run.used_counter().name().to_owned(),
        mode: run.used_counter().mode().map(str::to_owned),
        transpositions_merged: run.merge,
        shard: run.shard.as_ref().map(Shard::key),
    }
}

/// A run that is spread over threads.
struct Work<'a, C: KernelCount> {
    run: &'a Run<'a, C>,
    frontier: Frontier<'a>,
    saving: Saving<'a, C>,
    /// The number of sums: one for each root move, or one.
    roots: usize,
    /// The leaf nodes that were counted, for the [bound](Run::at_most) of the run.
    counted: AtomicU64,
}

/// A part of the frontier, which all threads count.
struct SharedPart<'a> {
    blocks: Vec<Block<'a>>,
    /// The blocks that are to be done, and the index of the next one to take.
    to_do: Vec<usize>,
    next: AtomicUsize,
    /// The number of frontier positions, as far as it is known now.
    positions: u64,
    /// The first error, and whether there is one.
    error: Mutex<Option<RunError>>,
    has_failed: AtomicBool,
}

impl<C: KernelCount> Work<'_, C> {
    /// Counts everything, and sums up.
    fn result(&self, pool: &rayon::ThreadPool, start: Instant) -> Result<RunResult<C>, RunError> {
        let resumed = self.saving.ledger().sums.positions;
        let unsaved = self.run(pool)?;
        let mut summary = lock(&self.frontier.summary).clone();
        summary.counting = start.elapsed().saturating_sub(summary.laying_out());
        let ledger = self.saving.ledger();
        Ok(RunResult {
            unsaved: unsaved.map(|error| error.to_string()),
            ..outcome(self.run, &ledger, summary, self.saving.time(), resumed)
        })
    }

    /// Counts everything. Returns why the last checkpoint could not be written, if that failed.
    fn run(&self, pool: &rayon::ThreadPool) -> Result<Option<CheckpointError>, RunError> {
        let first = self.saving.ledger().parts;
        for part in first..self.frontier.plan.parts {
            let outcome = self.part(pool, part);
            if outcome.is_ok() {
                self.saving.ledger().end_part();
            }
            let unsaved = self.saving.save().err();
            match (outcome, unsaved) {
                (Ok(()), unsaved) if part + 1 == self.frontier.plan.parts => {
                    self.frontier.remove_files();
                    return Ok(unsaved);
                }
                (Ok(()), _) => {}
                (Err(_), Some(unsaved)) => return Err(unsaved.into()),
                (Err(error), None) => return Err(error),
            }
        }
        Ok(None)
    }

    fn part(&self, pool: &rayon::ThreadPool, index: u64) -> Result<(), RunError> {
        let entries = pool.install(|| self.frontier.part(index))?;
        let (to_do, block, done) = {
            let mut ledger = self.saving.ledger();
            let blocks = entries.number_of_blocks(ledger.block);
            let to_do = ledger.begin_part(blocks);
            (to_do, ledger.block, ledger.sums.positions)
        };
        let foreign = || self.saving.is_of_another_run();
        let shared = SharedPart {
            blocks: entries.blocks(block),
            to_do: to_do.ok_or_else(foreign)?,
            next: AtomicUsize::new(0),
            positions: pool.install(|| self.frontier.positions(index, done, &entries)),
            error: Mutex::default(),
            has_failed: AtomicBool::new(false),
        };
        self.report(done, &shared);
        pool.broadcast(|_| {
            if let Err(error) = self.take_blocks(&shared) {
                shared.has_failed.store(true, Ordering::Relaxed);
                lock(&shared.error).get_or_insert(error);
            }
        });
        lock(&shared.error).take().map_or(Ok(()), Err)
    }

    /// Takes blocks until none is left: the work of one thread.
    fn take_blocks(&self, shared: &SharedPart<'_>) -> Result<(), RunError> {
        let next = || {
            let next = shared.next.fetch_add(1, Ordering::Relaxed);
            shared.to_do.get(next)
        };
        let mut walk = Walk {
            counter: self.run.used_counter(),
            table: self.run.table,
            stop: &self.run.resources.stop,
            bound: self.run.most.map(|most| Bound {
                most,
                counted: &self.counted,
                lines: 1,
            }),
            batches: Batches::default(),
        };
        while let Some(&block) = next() {
            if shared.has_failed.load(Ordering::Relaxed) {
                break;
            }
            let sums = self.count_block(shared.blocks[block], &mut walk)?;
            let done = {
                let mut ledger = self.saving.ledger();
                ledger.enter(block, &sums);
                ledger.sums.positions
            };
            self.report(done, shared);
            self.saving.save_if_due();
        }
        Ok(())
    }

    fn count_block(&self, block: Block<'_>, walk: &mut Walk<'_, C>) -> Result<Sums<C>, RunError> {
        let depth = self.run.depth - self.frontier.plan.ply;
        let is_same = |one: &Entry, other: &Entry| self.run.merge && is_same_position(one, other);
        let entries: Vec<Entry> = block.entries().collect();
        let groups: Vec<&[Entry]> = entries.chunk_by(is_same).collect();
        let tree = |same: &&[Entry]| {
            let lines = same.iter().map(Entry::lines);
            (same[0].position, lines.fold(0, u64::saturating_add))
        };
        let trees: Vec<(Packed, u64)> = groups.iter().map(tree).collect();
        let mut sums = Sums::new(self.roots);
        for (same, count) in groups.into_iter().zip(walk.count_trees(&trees, depth)?) {
            sums.positions += 1;
            for entry in same {
                sums.lines += u128::from(entry.lines());
                let sum: Option<&mut C::Total> = sums.counts.get_mut(usize::from(entry.label()));
                sum.ok_or(RunError::NoPosition)?
                    .add_times(&count, entry.lines());
            }
        }
        Ok(sums)
    }

    fn report(&self, done: u64, shared: &SharedPart<'_>) {
        (self.run.resources.progress)(Progress::Counting {
            done,
            total: shared.positions.max(done),
        });
    }
}

/// A ply with more lines than this is not counted again. A kernel counts this many in about a second.
const MOST_LINES: u64 = 200_000_000;

/// Compares the lines of a merged run that were counted with the perft of their ply.
///
/// A shard is a part of its ply, and what is not merged is what the second count would do again: they are believed.
///
/// # Errors
///
/// Those of [`confirm_lines`].
pub(super) fn confirm<C: Count>(
    pool: &rayon::ThreadPool,
    run: &Run<'_, C>,
    result: &RunResult<C>,
) -> Result<(), RunError> {
    let layout = result.layout.as_ref();
    match layout.and_then(|layout| layout.plies.last()) {
        Some(last) if run.merge && run.shard.is_none() => {
            let stop = &run.resources.stop;
            confirm_lines(pool, &run.position, last.ply, last.lines, stop)
        }
        _ => Ok(()),
    }
}

/// Compares the lines that lead to the positions of a ply with the perft of that ply, counted by a kernel without merging.
///
/// The lines are those that are about to be counted below, so an entry that was lost on the way is noticed. A ply of more
/// than [`MOST_LINES`] lines is believed.
///
/// # Errors
///
/// [`RunError::Lines`] if the numbers differ, and [`RunError::Interrupted`].
pub(super) fn confirm_lines(
    pool: &rayon::ThreadPool,
    root: &Position,
    ply: u32,
    lines: u128,
    stop: &Arc<AtomicBool>,
) -> Result<(), RunError> {
    let Some(most) = u64::try_from(lines).ok().filter(|&most| most <= MOST_LINES) else {
        return Ok(());
    };
    let run = Run::<u64>::new(root.clone(), ply)
        .without_merging()
        .at_most(most)
        .with(Resources::default().stop(Arc::clone(stop)));
    match self::run(pool, &run) {
        Ok(result) if result.total == lines => Ok(()),
        Ok(_) | Err(RunError::MoreThan(_)) => Err(RunError::Lines { ply, lines }),
        Err(error) => Err(error),
    }
}
