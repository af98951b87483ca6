//! The resources that a run may take, who can stop the run, and who is told how far it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::result::Progress;

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

    /// Keeps positions that do not fit into [memory](Self::memory) in this folder: 32 bytes each, with checksums. They are
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
