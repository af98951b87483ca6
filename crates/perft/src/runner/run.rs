//! The description of a run: what to count, and how.

use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use passant_count::{Count, Total};
use passant_kernel::{Batches, KernelCount};
use passant_rules::{Move, Position};

use super::frontier::Labels;
use super::result::{Progress, RunResult};
use super::shards::Shard;
use crate::counter::Counter;
use crate::table::Table;

/// The name of the checkpoint in a folder for positions.
const CHECKPOINT: &str = "checkpoint.json";

/// The task of a [`Runner`](super::Runner): what to count, and how.
///
/// `C` is what is counted: nodes (`u64`), or leaf moves by kind ([`Tally`](passant_count::Tally)).
///
/// By default the tree is expanded near the root, and *transpositions are merged* there: a position is counted once,
/// and its count is multiplied by the number of move orders that reach it. That is exact. There is no hash table unless
/// [`hash`](Run::hash) gives one.
pub struct Run<'a, C> {
    pub(super) position: Position,
    pub(super) depth: u32,
    pub(super) counter: Counter,
    pub(super) divide: bool,
    pub(super) merge: bool,
    pub(super) table: Option<&'a Table<C>>,
    pub(super) most: Option<u64>,
    pub(super) checkpoint: Option<PathBuf>,
    pub(super) shard: Option<Shard>,
    pub(super) resources: Resources<'a>,
}

impl<'a, C: Count> Run<'a, C> {
    /// Counts the tree below a position to a depth in plies.
    #[must_use]
    pub fn new(position: Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            counter: Counter::default(),
            divide: false,
            merge: true,
            table: None,
            most: None,
            checkpoint: None,
            shard: None,
            resources: Resources::default(),
        }
    }

    /// Counts the trees below the positions of a shard. `None` if another kind of count was divided.
    #[must_use]
    pub fn of_shard(shard: &Shard) -> Option<Self> {
        let split = shard.split();
        let position = Position::from_fen(&split.fen).ok()?;
        let run = Self::new(position, split.depth);
        (split.counted == C::NAME).then(|| Self {
            shard: Some(shard.clone()),
            ..run
        })
    }

    /// Chooses the counter of the leaves. The default is the fastest one.
    #[must_use]
    pub fn counter(mut self, counter: Counter) -> Self {
        self.counter = counter;
        self
    }

    /// Reports also the count below each root move. Only lines with the same root move are merged then.
    #[must_use]
    pub fn divide(mut self) -> Self {
        self.divide = true;
        self
    }

    /// Counts a position each time it is reached: transpositions are not merged.
    #[must_use]
    pub fn without_merging(mut self) -> Self {
        self.merge = false;
        self
    }

    /// Looks positions up in a table, and stores their counts there. Counts stay exact, see [`Table`].
    #[must_use]
    pub fn hash(mut self, table: &'a Table<C>) -> Self {
        self.table = Some(table);
        self
    }

    /// Ends the run with [`RunError::MoreThan`](super::RunError::MoreThan) soon after it has counted more leaf nodes than
    /// this, because the number is known to be wrong then. A merged position counts as often as lines lead to it: the run has a
    /// result if and only if the tree has at most this many leaf nodes. A small tree, which is counted in one call, is counted anyway.
    ///
    /// A run that also has a [table](Run::hash) does not count what it finds there.
    #[must_use]
    pub fn at_most(mut self, nodes: u64) -> Self {
        self.most = Some(nodes);
        self
    }

    /// Resumes from this file if it exists, and saves progress to it: about once a second, when the run is interrupted,
    /// and at the end. The file of another run is refused, and so is a damaged one.
    ///
    /// A tree that is counted in one call, which takes milliseconds, writes no file, but refuses one in the same way.
    #[must_use]
    pub fn checkpoint(mut self, file: &Path) -> Self {
        self.checkpoint = Some(file.to_owned());
        self
    }

    /// Sets what the run may take, who can stop it, and who is told how far it is.
    #[must_use]
    pub fn with(mut self, resources: Resources<'a>) -> Self {
        self.resources = resources;
        self
    }

    /// The counter that this run uses.
    pub(super) fn used_counter(&self) -> Counter {
        self.counter
    }

    /// Returns the distinctions that are kept on the way to the frontier.
    pub(super) fn labels(&self) -> Labels {
        if self.divide {
            Labels::RootMove
        } else {
            Labels::None
        }
    }

    pub(super) fn checkpoint_file(&self) -> Option<PathBuf> {
        let ledger = || Some(self.shard.as_ref()?.ledger(self.used_counter()));
        let in_scratch = || Some(self.resources.scratch.as_ref()?.join(CHECKPOINT));
        self.checkpoint.clone().or_else(ledger).or_else(in_scratch)
    }
}

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
        if self.shard.is_some() {
            return false;
        }
        let depths = self.used_counter().depths();
        if self.depth < SPREAD_FROM || self.depth <= depths.job {
            return true;
        }
        let is_alone = self.checkpoint.is_none() && self.most.is_none() && self.table.is_none();
        let moves = self.position.legal_moves().len();
        let leaves = moves.checked_pow(self.depth);
        is_alone && self.depth <= depths.leaf && leaves.is_some_and(|leaves| leaves < FEW_LEAVES)
    }

    /// Counts at once, in this thread.
    pub(super) fn count_small(&self) -> RunResult<C> {
        let start = Instant::now();
        let mut batches = Batches::default();
        let mut count_below = |positions: &[Position], depth| -> Vec<C> {
            self.used_counter().count(positions, depth, &mut batches)
        };
        let divide: Vec<(Move, C)> = if self.divide && self.depth != 0 {
            let moves = self.position.legal_moves();
            let counts = if self.depth == 1 {
                let mut position = self.position.clone();
                let below = |&mv| C::count_move(&mut position, mv, 1);
                moves.iter().map(below).collect()
            } else {
                count_below(&children(&self.position), self.depth - 1)
            };
            moves.into_iter().zip(counts).collect()
        } else {
            Vec::new()
        };
        let mut total = C::Total::default();
        // At depth 1, illegal en passant captures belong to no move.
        if self.divide && 1 < self.depth {
            for (_, below) in &divide {
                total.add_times(below, 1);
            }
        } else {
            for count in count_below(slice::from_ref(&self.position), self.depth) {
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
            counter: self.used_counter(),
            layout: None,
            time: start.elapsed(),
            resumed: 0,
            unsaved: None,
        }
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

/// The memory for positions where nothing is said: a gibibyte.
const USUAL_MEMORY: u64 = 1 << 30;

/// The resources that a [`Run`](crate::Run), a [`DistinctRun`](crate::DistinctRun) or a [`Split`](crate::Split) may
/// take, who can stop the run, and who is told how far it is.
#[derive(Clone)]
pub struct Resources<'a> {
    pub(super) memory: u64,
    pub(super) scratch: Option<PathBuf>,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) progress: &'a (dyn Fn(Progress) + Sync),
}

impl Default for Resources<'_> {
    /// A gibibyte of memory and no folder. Nothing stops the run, and nobody is told.
    fn default() -> Self {
        Self {
            memory: USUAL_MEMORY,
            scratch: None,
            stop: Arc::default(),
            progress: &|_| {},
        }
    }
}

impl<'a> Resources<'a> {
    /// Sets how many bytes the positions near the root may take; a gibibyte where nothing is set. The more there is, the
    /// further the tree is laid out, and the more transpositions are merged. The threads and the
    /// [table](crate::Run::hash) take memory of their own.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Keeps positions that do not fit into [memory](Self::memory) in this folder: about 12 bytes each, with checksums. A ply
    /// is then made in at most 16 passes over the ply before, whose moves are kept there, too, until they are merged. All is
    /// removed when all is counted. A [`Run`](crate::Run) that was killed goes on with the files that it finds, and, unless
    /// it has another [checkpoint](crate::Run::checkpoint), with the file `checkpoint.json` of the folder.
    ///
    /// Without a folder, a ply that does not fit is laid out and counted part by part, and is the last one.
    #[must_use]
    pub fn scratch(mut self, folder: &Path) -> Self {
        self.scratch = Some(folder.to_owned());
        self
    }

    /// Ends the run with [`RunError::Interrupted`](crate::RunError::Interrupted) soon after `stop` becomes true.
    #[must_use]
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Sets a function that is called at the beginning and after each finished part of the work. Any thread may call
    /// it, and it should return quickly.
    #[must_use]
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = progress;
        self
    }
}
