//! The description of a run: what to count, and how.

use std::path::{Path, PathBuf};

use passant_count::Count;
use passant_rules::Position;

use super::frontier::Labels;
use super::resources::Resources;
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

    /// Chooses the counter of the leaves. The default is the fastest one. Tallies always use mode
    /// [`MakeAll`](passant_kernel::Mode::MakeAll).
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
        self.counter.for_count::<C>()
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
