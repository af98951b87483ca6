//! What to count, and how.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use passant_rules::Position;

use super::result::Progress;
use crate::count::Count;
use crate::counter::Counter;
use crate::table::Table;

/// What a [`Runner`](super::Runner) is to count, and how.
///
/// `C` is what is counted: nodes (`u64`), or leaf moves by kind ([`Tally`](crate::Tally)).
///
/// By default, the upper plies are laid out and *transpositions are merged* there: a position that several lines
/// lead to is counted once, and its count taken as many times. That is exact. There is no hash table unless one is
/// [given](Run::hash).
pub struct Run<'a, C> {
    pub(super) position: Position,
    pub(super) depth: u32,
    pub(super) counter: Counter,
    pub(super) divide: bool,
    pub(super) merge: bool,
    pub(super) table: Option<&'a Table<C>>,
    pub(super) checkpoint: Option<PathBuf>,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) progress: &'a (dyn Fn(Progress) + Sync),
}

impl<'a, C: Count> Run<'a, C> {
    /// The tree below a position, to a depth in plies.
    #[must_use]
    pub fn new(position: Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            counter: Counter::default(),
            divide: false,
            merge: true,
            table: None,
            checkpoint: None,
            stop: Arc::default(),
            progress: &|_| {},
        }
    }

    /// What counts the leaves; the fastest there is, if nothing is said.
    /// Tallies are made in mode [`MakeAll`](crate::kernel::Mode::MakeAll) whatever is asked for.
    #[must_use]
    pub fn counter(mut self, counter: Counter) -> Self {
        self.counter = counter;
        self
    }

    /// Counts below each root move as well. Only lines with the same root move are merged then.
    #[must_use]
    pub fn divide(mut self) -> Self {
        self.divide = true;
        self
    }

    /// Counts a position as often as it is met: transpositions are not merged.
    #[must_use]
    pub fn unmerged(mut self) -> Self {
        self.merge = false;
        self
    }

    /// Looks positions up in a table, and stores what they count. Exact too, see [`Table`].
    #[must_use]
    pub fn hash(mut self, table: &'a Table<C>) -> Self {
        self.table = Some(table);
        self
    }

    /// Goes on from a file if there is one, and keeps in it what has been counted: about once in a second, when the
    /// run is interrupted, and when it has ended. A file of another run is refused.
    ///
    /// Trees that are counted in one go, which takes milliseconds, write no file.
    #[must_use]
    pub fn checkpoint(mut self, file: &Path) -> Self {
        self.checkpoint = Some(file.to_owned());
        self
    }

    /// Ends the run, with [`RunError::Interrupted`](super::RunError::Interrupted), soon after this becomes true.
    #[must_use]
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Is called from any thread when a part of the work is done, and once before; it should return soon.
    #[must_use]
    pub fn progress(mut self, progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = progress;
        self
    }
}
