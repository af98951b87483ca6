//! Calibrations and hashes of engines that are kept from earlier runs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use passant_files::{Links, read, record, replace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::calibration::Calibration;
use crate::command::{Command, find_program};

/// The version of the files. It grows when a calibration has more fields, or finds others for the same engine.
const FORMAT: u32 = 5;

/// A folder with a file for each calibrated engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cache {
    folder: PathBuf,
    hasher: EngineHasher,
}

impl Cache {
    /// Returns the cache of this user; `None` if the user has no folder for caches.
    #[must_use]
    pub fn for_user() -> Option<Self> {
        Some(Self {
            folder: cache_folder()?,
            hasher: EngineHasher::for_user(),
        })
    }

    /// Returns the calibration of an engine that has not changed since. `overrides` is a text of what the user says
    /// about the engine. A file that cannot be read or is damaged is ignored.
    #[must_use]
    pub fn find(&self, command: &Command, overrides: &str) -> Option<Calibration> {
        load(&self.file("calibration", command, overrides)?)
    }

    /// Keeps a calibration. If it cannot be written, the next run calibrates again.
    pub fn store(&self, command: &Command, overrides: &str, calibration: &Calibration) {
        if let Some(file) = self.file("calibration", command, overrides) {
            store(&self.folder, &file, calibration);
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
        if load(&file).as_ref() == Some(calibration) {
            self.store(command, overrides, calibration);
        } else {
            store(&self.folder, &file, calibration);
        }
    }

    /// Returns the file of an engine. Its name depends on the bytes of the engine, the overrides, and the version of
    /// this program.
    fn file(&self, prefix: &str, command: &Command, overrides: &str) -> Option<PathBuf> {
        let engine = self.hasher.hash(command)?;
        let name = hash_of(&(env!("CARGO_PKG_VERSION"), FORMAT, overrides, engine));
        Some(self.folder.join(format!("{prefix}-{name:016x}.json")))
    }
}

/// Hashes the files of engines. The hashes of large files are kept in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineHasher {
    /// The folder for hashes; `None` to read every file each time.
    folder: Option<PathBuf>,
    /// The age from which the hash of a file is kept.
    settled: Duration,
}

/// The entry about a large file.
#[derive(Serialize, Deserialize)]
struct KeptHash {
    hash: u64,
}

/// A file that is this old gets another time whenever it changes. The clocks of file systems tick slowly.
const SETTLED: Duration = Duration::from_secs(2);

impl EngineHasher {
    /// Returns a hasher that keeps hashes in the cache of this user.
    #[must_use]
    pub fn for_user() -> Self {
        Self {
            folder: cache_folder(),
            settled: SETTLED,
        }
    }

    /// Returns the hash of a command, its working directory, the bytes of its program, and the bytes of every argument
    /// that is a file, such as the script that an interpreter runs. `None` if there is no such program.
    #[must_use]
    pub fn hash(&self, command: &Command) -> Option<u64> {
        let program = self.file(&find_program(&command.program)?)?;
        let folder = command.folder.as_deref();
        // Paths are relative to the working directory of the engine. Most arguments are not files.
        let path = |it| folder.map_or_else(|| PathBuf::from(it), |folder| folder.join(it));
        let arguments = command.arguments.iter();
        let scripts: Vec<_> = arguments.map(|it| self.file(&path(it))).collect();
        Some(hash_of(&(command.to_string(), folder, program, scripts)))
    }

    /// Returns the hash of the bytes of a file; `None` if it cannot be read, or is a device, which may have no end.
    ///
    /// Many engines contain a neural network, and reading it can take longer than asking a question. The hash of a file
    /// is therefore kept under the file's identity and time of change.
    fn file(&self, path: &Path) -> Option<u64> {
        // Opening a pipe would wait until another process writes to it.
        if !fs::metadata(path).ok()?.is_file() {
            return None;
        }
        let file = fs::File::open(path).ok()?;
        let state = file_state(&file.metadata().ok()?, self.settled);
        let (Some(folder), Some(state)) = (&self.folder, state) else {
            return bytes(file);
        };
        let known = folder.join(format!("content-{:016x}", hash_of(&state)));
        if let Some(KeptHash { hash }) = load(&known) {
            return Some(hash);
        }
        let hash = bytes(file)?;
        store(folder, &known, &KeptHash { hash });
        Some(hash)
    }
}

/// Returns the hash of a value, the same in every run of one build.
fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the hash of all bytes of a file; `None` if they cannot be read.
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

/// Returns the identity, size and time of change of a file. `None` if the file changed too recently.
#[cfg(unix)]
fn file_state(file: &fs::Metadata, settled: Duration) -> Option<[u64; 5]> {
    use std::os::unix::fs::MetadataExt;
    use std::time::UNIX_EPOCH;

    let seconds = u64::try_from(file.ctime()).ok()?;
    let nanoseconds = u32::try_from(file.ctime_nsec()).ok()?;
    let changed = UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))?;
    // A time in the future cannot be compared with the age.
    let age = changed.elapsed().ok()?;
    let state = [
        file.dev(),
        file.ino(),
        file.size(),
        seconds,
        nanoseconds.into(),
    ];
    (settled <= age).then_some(state)
}

#[cfg(not(unix))]
fn file_state(_file: &fs::Metadata, _settled: Duration) -> Option<[u64; 5]> {
    None
}

/// Returns the content of a file; `None` if it does not exist, is damaged, or is a link.
fn load<T: DeserializeOwned>(file: &Path) -> Option<T> {
    record::of_file(&read(file, Links::Refused).ok()??).ok()
}

/// Stores a value in a file of a folder. If that fails, the next run detects the value again.
fn store(folder: &Path, file: &Path, value: &impl Serialize) {
    if let Ok(line) = record::to_line(value) {
        let _ = fs::create_dir_all(folder)
            .and_then(|()| replace(file, Links::Refused, line.as_bytes()));
    }
}

/// Returns the folder for files that can be found out again: `$XDG_CACHE_HOME/passant` or `~/.cache/passant`, on
/// Windows `%LOCALAPPDATA%\passant`. `None` if none of these variables is set.
fn cache_folder() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from);
    let home = || Some(named("HOME")?.join(".cache"));
    let local = || named("LOCALAPPDATA").filter(|_| cfg!(windows));
    let folder = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    Some(folder.or_else(local).or_else(home)?.join("passant"))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use passant_query::Channel;
    use passant_test_tools::bit_flips;

    use super::{Cache, Calibration, Command, EngineHasher, SETTLED};
    use crate::calibration::Protocol;

    fn hash(command: &Command) -> Option<u64> {
        let (folder, settled) = (None, SETTLED);
        EngineHasher { folder, settled }.hash(command)
    }

    #[test]
    fn a_script_is_looked_up_in_the_working_directory_of_the_engine() {
        let folder = tempfile::tempdir().unwrap();
        // A program that exists. It is not started.
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
        let mut command = Command::new(program, ["engine.sh"]);
        command.folder = Some(folder.path().to_owned());
        let script = folder.path().join("engine.sh");
        std::fs::write(&script, "one").unwrap();
        let one = hash(&command);
        std::fs::write(&script, "two").unwrap();
        assert_ne!(hash(&command), one);
        std::fs::write(&script, "one").unwrap();
        assert_eq!(hash(&command), one);
        command.folder = None;
        assert_ne!(hash(&command), one);
    }

    /// Devices and pipes may have no end.
    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let command = Command::new("sh", ["/dev/zero".into(), pipe]);
        assert!(hash(&command).is_some());
    }

    /// A program that exists. It is not started.
    fn program() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")
    }

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
        let command = Command::new(program(), [""; 0]);
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
        let command = Command::new(program(), [&engine]);
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

    /// A cache in a folder, the command of an engine there, and the file of the engine's calibration.
    fn stored(folder: &Path) -> (Cache, Command, PathBuf) {
        let engine = folder.join("engine.sh");
        std::fs::write(&engine, "one").unwrap();
        let cache = Cache {
            folder: folder.join("cache"),
            hasher: EngineHasher {
                folder: None,
                settled: SETTLED,
            },
        };
        let command = Command::new(program(), [&engine]);
        cache.store(&command, "", &calibration(Channel::Divide));
        let mut files = cache.folder.read_dir().unwrap();
        let file = files.next().unwrap().unwrap().path();
        assert!(files.next().is_none());
        (cache, command, file)
    }

    #[test]
    fn no_calibration_with_a_flipped_bit_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, command, file) = stored(folder.path());
        assert!(cache.find(&command, "").is_some());
        let whole = std::fs::read(&file).unwrap();
        let mut believed = Vec::new();
        for (place, damaged) in bit_flips(&whole, 1000) {
            std::fs::write(&file, damaged).unwrap();
            if cache.find(&command, "").is_some() {
                believed.push(place);
            }
        }
        assert!(believed.is_empty(), "{believed:?}");
    }

    /// A link in the cache may lead to a file of somebody else.
    #[cfg(unix)]
    #[test]
    fn links_in_the_cache_are_neither_read_nor_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, command, file) = stored(folder.path());
        let other = folder.path().join("other");
        std::fs::rename(&file, &other).unwrap();
        std::os::unix::fs::symlink(&other, &file).unwrap();
        assert_eq!(cache.find(&command, ""), None);
        let before = std::fs::read(&other).unwrap();
        cache.store(&command, "", &calibration(Channel::MultiPv));
        assert_eq!(std::fs::read(&other).unwrap(), before);
        assert_eq!(
            cache.find(&command, ""),
            Some(calibration(Channel::MultiPv))
        );
    }

    /// The hash of an engine is kept for many engines to come: a damaged one would give them the calibration of
    /// another.
    #[cfg(unix)]
    #[test]
    fn no_hash_with_a_flipped_bit_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let engine = folder.path().join("engine.sh");
        std::fs::write(&engine, "one").unwrap();
        let kept = folder.path().join("cache");
        let hasher = EngineHasher {
            folder: Some(kept.clone()),
            settled: Duration::ZERO,
        };
        let command = Command::new(&engine, [""; 0]);
        let hash = hasher.hash(&command);
        let file = kept.read_dir().unwrap().next().unwrap().unwrap().path();
        let whole = std::fs::read(&file).unwrap();
        for (place, damaged) in bit_flips(&whole, 200) {
            std::fs::write(&file, damaged).unwrap();
            assert_eq!(hasher.hash(&command), hash, "byte {place}");
        }
    }
}
