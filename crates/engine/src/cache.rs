//! Calibrations that are kept from earlier runs, for engines that have not changed.

use std::path::PathBuf;

use crate::calibration::Calibration;
use crate::command::Command;

mod engine_hash;
mod entry;
mod folder;

use folder::cache_folder;

use engine_hash::hash_of;

pub use engine_hash::EngineHasher;

/// The version of the files. It grows when a calibration has more fields, because older files do not contain them.
const FORMAT: u32 = 4;

/// A folder with a file for each calibrated engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
    hasher: EngineHasher,
}

impl Cache {
    /// The cache of this user; `None` if the user has no folder for caches.
    #[must_use]
    pub fn for_user() -> Option<Self> {
        Some(Self {
            folder: cache_folder()?,
            hasher: EngineHasher::for_user(),
        })
    }

    /// The calibration of an engine that has not changed since. `overrides` is a text of what the user says about the
    /// engine. A file that cannot be read or is damaged is ignored.
    #[must_use]
    pub fn find(&self, command: &Command, overrides: &str) -> Option<Calibration> {
        entry::find(&self.file("calibration", command, overrides)?)
    }

    /// Keeps a calibration. If it cannot be written, the next run calibrates again.
    pub fn store(&self, command: &Command, overrides: &str, calibration: &Calibration) {
        if let Some(file) = self.file("calibration", command, overrides) {
            entry::store(&self.folder, &file, calibration);
        }
    }

    /// Keeps a calibration that was found after a crash or a timeout, if the previous run has found the same. An
    /// accident does not happen twice.
    pub fn store_if_confirmed(
        &self,
        command: &Command,
        overrides: &str,
        calibration: &Calibration,
    ) {
        let Some(file) = self.file("doubtful", command, overrides) else {
            return;
        };
        if entry::find(&file).as_ref() == Some(calibration) {
            self.store(command, overrides, calibration);
        } else {
            entry::store(&self.folder, &file, calibration);
        }
    }

    /// The file of an engine. Its name depends on the bytes of the engine, the overrides, and the version of this
    /// program.
    fn file(&self, prefix: &str, command: &Command, overrides: &str) -> Option<PathBuf> {
        let engine = self.hasher.hash(command)?;
        let name = hash_of(&(env!("CARGO_PKG_VERSION"), FORMAT, overrides, engine));
        Some(self.folder.join(format!("{prefix}-{name:016x}.json")))
    }
}

#[cfg(test)]
mod tests;
