//! Calibrations kept from earlier runs, by what the engine consists of.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use super::Calibration;
use crate::engine::Launch;

/// A file for each engine that has been calibrated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
    settled: Duration,
}

/// The age from which a file that changes surely gets another time: clocks of file systems tick slowly.
const SETTLED: Duration = Duration::from_secs(2);

impl Cache {
    /// The folder of this user, `$XDG_CACHE_HOME/passant` or `~/.cache/passant`; `None` where neither is known.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
        let folder = named.filter(|folder| folder.is_absolute()).or_else(home)?;
        Some(Self {
            folder: folder.join("passant"),
            settled: SETTLED,
        })
    }

    /// What is known of an engine that has not changed since. A file that cannot be read is as good as none.
    #[must_use]
    pub fn find(&self, launch: &Launch, asked: &str) -> Option<Calibration> {
        let text = fs::read_to_string(self.file(launch, asked)?).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps a calibration. Where that cannot be done, the next run calibrates again.
    pub fn keep(&self, launch: &Launch, asked: &str, calibration: &Calibration) {
        if let (Some(file), Ok(text)) = (
            self.file(launch, asked),
            serde_json::to_string_pretty(calibration),
        ) {
            let _ = fs::create_dir_all(&self.folder).and_then(|()| fs::write(file, text));
        }
    }

    /// The file of an engine: named by what the program consists of, and every argument that is a file (the script that
    /// an interpreter runs), by the command itself, by what was asked for, and by the version of this program.
    fn file(&self, launch: &Launch, asked: &str) -> Option<PathBuf> {
        let program = self.content(&program(launch)?)?;
        // Most arguments are no files.
        let arguments = launch.arguments.iter();
        let scripts: Vec<_> = arguments.map(|it| self.content(Path::new(it))).collect();
        let version = env!("CARGO_PKG_VERSION");
        let name = hash_of(&(version, asked, launch.to_string(), program, scripts));
        Some(self.folder.join(format!("calibration-{name:016x}.json")))
    }

    /// The hash of the bytes of a file; `None` if it cannot be read.
    ///
    /// Engines carry their networks, and reading them takes longer than asking many a question. So the hash of a file
    /// is kept under what the system notes of the file, which changes whenever the file does.
    fn content(&self, path: &Path) -> Option<u64> {
        let file = fs::File::open(path).ok()?;
        let Some(mark) = mark(&file.metadata().ok()?, self.settled) else {
            return bytes(file);
        };
        let known = self.folder.join(format!("content-{:016x}", hash_of(&mark)));
        let kept = fs::read_to_string(&known).ok();
        if let Some(hash) = kept.and_then(|text| u64::from_str_radix(&text, 16).ok()) {
            return Some(hash);
        }
        let hash = bytes(file)?;
        // Where that cannot be done, the next run reads the file again.
        let _ = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(known, format!("{hash:016x}")));
        Some(hash)
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The hash of all bytes of a file; `None` if they cannot be read.
fn bytes(mut file: fs::File) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Some(hasher.finish()),
            Ok(read) => hasher.write(&buffer[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// Which file it is, and when it was changed, if that is long enough ago.
#[cfg(unix)]
fn mark(file: &fs::Metadata, settled: Duration) -> Option<[u64; 5]> {
    use std::os::unix::fs::MetadataExt;
    use std::time::UNIX_EPOCH;

    let seconds = u64::try_from(file.ctime()).ok()?;
    let nanoseconds = u32::try_from(file.ctime_nsec()).ok()?;
    let changed = UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))?;
    // A time to come says nothing about the past.
    let age = changed.elapsed().ok()?;
    let mark = [
        file.dev(),
        file.ino(),
        file.size(),
        seconds,
        nanoseconds.into(),
    ];
    (file.is_file() && settled <= age).then_some(mark)
}

#[cfg(not(unix))]
fn mark(_file: &fs::Metadata, _settled: Duration) -> Option<[u64; 5]> {
    None
}

/// The file of the program.
fn program(launch: &Launch) -> Option<PathBuf> {
    let program = Path::new(&launch.program);
    if program.components().count() != 1 {
        return Some(program.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Cache, Calibration, SETTLED};
    use crate::engine::{Launch, Protocol, Rung};

    /// Changes an engine that was calibrated.
    fn change(settled: Duration) {
        let folder = tempfile::tempdir().unwrap();
        let engine = folder.path().join("engine.sh");
        std::fs::write(&engine, "one").unwrap();
        let cache = Cache {
            folder: folder.path().join("cache"),
            settled,
        };
        let launch = Launch::new("sh", [&engine]);
        let calibration = Calibration {
            name: "Engine".to_owned(),
            protocol: Protocol::Uci,
            rung: Rung::Divide,
            command: Some("perft {depth}".to_owned()),
            least_depth: 1,
            shows_position: false,
            plays_moves: true,
            notes: Vec::new(),
        };
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
