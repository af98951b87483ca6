//! A hash of everything that an engine consists of.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::entry;
use super::folder::cache_folder;
use crate::command::Command;
use crate::program::find_program;

/// Hashes the files of engines. The hashes of large files are kept in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineHasher {
    /// The folder for hashes; `None` to read every file each time.
    pub(super) folder: Option<PathBuf>,
    /// The age from which the hash of a file is kept.
    pub(super) settled: Duration,
}

/// What is kept about a large file.
#[derive(Serialize, Deserialize)]
struct KeptHash {
    hash: u64,
}

/// A file that is this old gets another time whenever it changes. The clocks of file systems tick slowly.
pub(super) const SETTLED: Duration = Duration::from_secs(2);

impl EngineHasher {
    /// A hasher that keeps hashes in the cache of this user.
    #[must_use]
    pub fn for_user() -> Self {
        Self {
            folder: cache_folder(),
            settled: SETTLED,
        }
    }

    /// The hash of a command, its working directory, the bytes of its program, and the bytes of every argument that is
    /// a file, such as the script that an interpreter runs. `None` if there is no such program.
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

    /// The hash of the bytes of a file; `None` if it cannot be read, or is a device, which may have no end.
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
        if let Some(KeptHash { hash }) = entry::find(&known) {
            return Some(hash);
        }
        let hash = bytes(file)?;
        entry::store(folder, &known, &KeptHash { hash });
        Some(hash)
    }
}

/// The hash of a value, the same in every run of one build.
pub(super) fn hash_of(value: &impl Hash) -> u64 {
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

/// The identity, size and time of change of a file. `None` if the file changed too recently.
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{EngineHasher, SETTLED};
    use crate::command::Command;

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

    /// Neither has an end.
    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let command = Command::new("sh", ["/dev/zero".into(), pipe]);
        assert!(hash(&command).is_some());
    }
}
