//! Calibrations kept from earlier runs, by what the engine consists of.

use std::fs;
use std::path::{Path, PathBuf};

use super::calibration::Calibration;
use super::contents::{Contents, hash_of};
use crate::launch::Launch;
use crate::user_folder::user_folder;

/// Grows whenever a calibration tells more than before: what was kept until then does not tell it.
const EDITION: u32 = 2;

/// A file for each engine that has been calibrated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
    contents: Contents,
}

impl Cache {
    /// That of this user; `None` where there is no place for it.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        Some(Self {
            folder: user_folder()?,
            contents: Contents::of_user(),
        })
    }

    /// What is known of an engine that has not changed since. A file that cannot be read is as good as none.
    #[must_use]
    pub fn find(&self, launch: &Launch, asked: &str) -> Option<Calibration> {
        read(&self.file("calibration", launch, asked)?)
    }

    /// Keeps a calibration. Where that cannot be done, the next run calibrates again.
    pub fn keep(&self, launch: &Launch, asked: &str, calibration: &Calibration) {
        if let Some(file) = self.file("calibration", launch, asked) {
            self.write(&file, calibration);
        }
    }

    /// Keeps a calibration that was found after a crash or a silence, if the run before this one has found the same:
    /// what happens twice is no accident.
    pub fn keep_if_found_again(&self, launch: &Launch, asked: &str, calibration: &Calibration) {
        let Some(file) = self.file("doubtful", launch, asked) else {
            return;
        };
        if read(&file).as_ref() == Some(calibration) {
            self.keep(launch, asked, calibration);
        } else {
            self.write(&file, calibration);
        }
    }

    fn write(&self, file: &Path, calibration: &Calibration) {
        if let Ok(text) = serde_json::to_string_pretty(calibration) {
            let _ = fs::create_dir_all(&self.folder).and_then(|()| fs::write(file, text));
        }
    }

    /// The file of an engine: named by what it consists of, by what was asked for, and by the version of this program.
    fn file(&self, what: &str, launch: &Launch, asked: &str) -> Option<PathBuf> {
        let contents = self.contents.of(launch)?;
        let name = hash_of(&(env!("CARGO_PKG_VERSION"), EDITION, asked, contents));
        Some(self.folder.join(format!("{what}-{name:016x}.json")))
    }
}

fn read(file: &Path) -> Option<Calibration> {
    serde_json::from_str(&fs::read_to_string(file).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Cache, Calibration, Contents};
    use crate::contents::SETTLED;
    use passant_query::Channel;

    use crate::{Launch, Protocol};

    fn calibration(rung: Channel) -> Calibration {
        Calibration {
            command: Some("perft {depth}".to_owned()),
            ..Calibration::plain("Engine", Protocol::Uci, rung)
        }
    }

    #[test]
    fn what_is_doubtful_is_kept_once_it_is_found_twice() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache {
            folder: folder.path().to_owned(),
            contents: Contents {
                folder: None,
                settled: SETTLED,
            },
        };
        let launch = Launch::new("sh", [""; 0]);
        let found = |rung| {
            cache.keep_if_found_again(&launch, "", &calibration(rung));
            cache.find(&launch, "")
        };
        assert_eq!(found(Channel::MultiPv), None);
        assert_eq!(found(Channel::Divide), None);
        assert_eq!(found(Channel::Divide), Some(calibration(Channel::Divide)));
    }

    /// Changes an engine that was calibrated.
    fn change(settled: Duration) {
        let folder = tempfile::tempdir().unwrap();
        let engine = folder.path().join("engine.sh");
        std::fs::write(&engine, "one").unwrap();
        let cache = Cache {
            folder: folder.path().join("cache"),
            contents: Contents {
                folder: Some(folder.path().join("cache")),
                settled,
            },
        };
        let launch = Launch::new("sh", [&engine]);
        let calibration = calibration(Channel::Divide);
        assert_eq!(cache.find(&launch, "uci"), None);
        cache.keep(&launch, "uci", &calibration);
        assert_eq!(cache.find(&launch, "uci").as_ref(), Some(&calibration));
        assert_eq!(cache.find(&launch, "xboard"), None);
        // The same bytes are the same engine, whatever became of the file.
        std::fs::remove_file(&engine).unwrap();
        std::fs::write(&engine, "one").unwrap();
        assert_eq!(cache.find(&launch, "uci"), Some(calibration));
        // The clock of the file system ticks.
        std::thread::sleep(Duration::from_millis(50));
        std::fs::write(&engine, "two").unwrap();
        assert_eq!(cache.find(&launch, "uci"), None);
    }

    #[test]
    fn an_engine_whose_bytes_change_is_not_known() {
        change(SETTLED);
    }

    #[test]
    fn an_engine_whose_file_changes_is_not_known() {
        change(Duration::ZERO);
    }
}
