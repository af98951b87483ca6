//! Calibrations that are kept from earlier runs, for engines that have not changed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::calibration::Calibration;
use crate::command::Command;

mod engine_hash;
mod folder;

use folder::cache_folder;

pub use engine_hash::{EngineHasher, hash_of};

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
    /// engine. A file that cannot be read is ignored.
    #[must_use]
    pub fn find(&self, command: &Command, overrides: &str) -> Option<Calibration> {
        read(&self.file("calibration", command, overrides)?)
    }

    /// Keeps a calibration. If it cannot be written, the next run calibrates again.
    pub fn store(&self, command: &Command, overrides: &str, calibration: &Calibration) {
        if let Some(file) = self.file("calibration", command, overrides) {
            self.write(&file, calibration);
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
        if read(&file).as_ref() == Some(calibration) {
            self.store(command, overrides, calibration);
        } else {
            self.write(&file, calibration);
        }
    }

    fn write(&self, file: &Path, calibration: &Calibration) {
        if let Ok(text) = serde_json::to_string_pretty(calibration) {
            let _ = fs::create_dir_all(&self.folder).and_then(|()| fs::write(file, text));
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

fn read(file: &Path) -> Option<Calibration> {
    serde_json::from_str(&fs::read_to_string(file).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use passant_query::Channel;

    use super::engine_hash::SETTLED;
    use super::{Cache, Calibration, Command, EngineHasher};
    use crate::calibration::Protocol;

    fn calibration(channel: Channel) -> Calibration {
        Calibration {
            command: Some("perft {depth}".to_owned()),
            ..Calibration::plain("Engine", Protocol::Uci, channel)
        }
    }

    #[test]
    fn an_unconfirmed_calibration_is_kept_once_two_runs_agree() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache {
            folder: folder.path().to_owned(),
            hasher: EngineHasher {
                folder: None,
                settled: SETTLED,
            },
        };
        let command = Command::new("sh", [""; 0]);
        let found = |channel| {
            cache.store_if_confirmed(&command, "", &calibration(channel));
            cache.find(&command, "")
        };
        assert_eq!(found(Channel::MultiPv), None);
        assert_eq!(found(Channel::Divide), None);
        assert_eq!(found(Channel::Divide), Some(calibration(Channel::Divide)));
    }

    /// A calibration is found as long as the bytes of the engine are the same.
    fn check_changes(settled: Duration) {
        let folder = tempfile::tempdir().unwrap();
        let engine = folder.path().join("engine.sh");
        std::fs::write(&engine, "one").unwrap();
        let cache = Cache {
            folder: folder.path().join("cache"),
            hasher: EngineHasher {
                folder: Some(folder.path().join("cache")),
                settled,
            },
        };
        let command = Command::new("sh", [&engine]);
        let calibration = calibration(Channel::Divide);
        assert_eq!(cache.find(&command, "uci"), None);
        cache.store(&command, "uci", &calibration);
        assert_eq!(cache.find(&command, "uci").as_ref(), Some(&calibration));
        assert_eq!(cache.find(&command, "xboard"), None);
        // A new file with the same bytes is the same engine.
        std::fs::remove_file(&engine).unwrap();
        std::fs::write(&engine, "one").unwrap();
        assert_eq!(cache.find(&command, "uci"), Some(calibration));
        // The clock of the file system ticks slowly.
        std::thread::sleep(Duration::from_millis(50));
        std::fs::write(&engine, "two").unwrap();
        assert_eq!(cache.find(&command, "uci"), None);
    }

    #[test]
    fn a_change_of_a_recent_file_is_noticed_by_its_bytes() {
        check_changes(SETTLED);
    }

    #[test]
    fn a_change_of_a_file_is_noticed_by_its_time() {
        check_changes(Duration::ZERO);
    }
}
