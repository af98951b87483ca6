//! The ledger of a run while threads write to it, and its checkpoint.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use passant_count::Count;

use super::checkpoint::Checkpoint;
use super::error::{Cause, CheckpointError, RunError};
use super::ledger::Ledger;
use super::lock::lock;

/// The least time between two checkpoints.
const INTERVAL: Duration = Duration::from_secs(1);

/// A ledger that all threads share, and that is saved about once a second.
pub(super) struct Saving<'a, C: Count> {
    ledger: Mutex<Ledger<C>>,
    checkpoint: Option<Checkpoint<'a>>,
    /// When the last checkpoint was written. The thread that writes a checkpoint holds this lock.
    saved: Mutex<Instant>,
    start: Instant,
    /// The time spent in earlier parts of the run.
    before: Duration,
}

impl<'a, C: Count> Saving<'a, C> {
    /// Writes the first checkpoint, with the plan of the run.
    pub(super) fn new(
        ledger: Ledger<C>,
        checkpoint: Option<Checkpoint<'a>>,
        start: Instant,
        before: Duration,
    ) -> Result<Self, CheckpointError> {
        let saving = Self {
            ledger: Mutex::new(ledger),
            checkpoint,
            saved: Mutex::new(start),
            start,
            before,
        };
        saving.save()?;
        Ok(saving)
    }

    pub(super) fn ledger(&self) -> MutexGuard<'_, Ledger<C>> {
        lock(&self.ledger)
    }

    /// The time spent so far, with that of earlier parts of the run.
    pub(super) fn time(&self) -> Duration {
        self.before + self.start.elapsed()
    }

    /// The checkpoint has blocks that this run has not.
    pub(super) fn is_of_another_run(&self) -> RunError {
        let what = "done: it has blocks that do not exist".to_owned();
        let error = self.checkpoint.as_ref();
        error.map_or(RunError::NoPosition, |checkpoint| {
            checkpoint.error(Cause::Contents(what)).into()
        })
    }

    /// Writes a checkpoint if the last one is old enough and no other thread is writing one. A failure here is ignored,
    /// because a later attempt may succeed; a failure of the last attempt is reported.
    pub(super) fn save_if_due(&self) {
        if let Ok(mut saved) = self.saved.try_lock()
            && INTERVAL <= saved.elapsed()
        {
            let _ = self.write();
            *saved = Instant::now();
        }
    }

    /// Writes a checkpoint now.
    pub(super) fn save(&self) -> Result<(), CheckpointError> {
        let _saved = lock(&self.saved);
        self.write()
    }

    fn write(&self) -> Result<(), CheckpointError> {
        let Some(checkpoint) = &self.checkpoint else {
            return Ok(());
        };
        let ledger = self.ledger().clone();
        checkpoint.save(&ledger, self.time())
    }
}
