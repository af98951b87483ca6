//! What an engine consists of, as a hash.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use super::user_folder::user_folder;
use crate::Launch;

/// Hashes of files, kept in a folder where there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    pub(super) folder: Option<PathBuf>,
    pub(super) settled: Duration,
}

/// The age from which a file that changes surely gets another time: clocks of file systems tick slowly.
pub(super) const SETTLED: Duration = Duration::from_secs(2);

impl Contents {
    /// Kept for this user.
    #[must_use]
    pub fn of_user() -> Self {
        Self {
            folder: user_folder(),
            settled: SETTLED,
        }
    }

    /// The hash of the command, of the folder it runs in, of what the program consists of, and of every argument that
    /// is a file: the script that an interpreter runs. `None` if there is no such program.
    #[must_use]
    pub fn of(&self, launch: &Launch) -> Option<u64> {
        let program = self.file(&program(launch)?)?;
        let folder = launch.folder.as_deref();
        // The engine looks for its files from its folder on, which is not always ours. Most arguments are no files.
        let place = |it| folder.map_or_else(|| PathBuf::from(it), |folder| folder.join(it));
        let arguments = launch.arguments.iter();
        let scripts: Vec<_> = arguments.map(|it| self.file(&place(it))).collect();
        Some(hash_of(&(launch.to_string(), folder, program, scripts)))
    }

    /// The hash of the bytes of a file; `None` if it cannot be read, or is a device, which may have no end.
    ///
    /// Engines carry their networks, and reading them takes longer than asking many a question. So the hash of a file
    /// is kept under what the system notes of the file, which changes whenever the file does.
    fn file(&self, path: &Path) -> Option<u64> {
        // To open a pipe waits for whoever writes to it.
        if !fs::metadata(path).ok()?.is_file() {
            return None;
        }
        let file = fs::File::open(path).ok()?;
        let mark = mark(&file.metadata().ok()?, self.settled);
        let (Some(folder), Some(mark)) = (&self.folder, mark) else {
            return bytes(file);
        };
        let known = folder.join(format!("content-{:016x}", hash_of(&mark)));
        let kept = fs::read_to_string(&known).ok();
        if let Some(hash) = kept.and_then(|text| u64::from_str_radix(&text, 16).ok()) {
            return Some(hash);
        }
        let hash = bytes(file)?;
        // Where that cannot be done, the next run reads the file again.
        let _ = fs::create_dir_all(folder).and_then(|()| fs::write(known, format!("{hash:016x}")));
        Some(hash)
    }
}

/// A word for a value, the same in every run of one build.
pub fn hash_of(value: &impl Hash) -> u64 {
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
    (settled <= age).then_some(mark)
}

#[cfg(not(unix))]
fn mark(_file: &fs::Metadata, _settled: Duration) -> Option<[u64; 5]> {
    None
}

/// The file of the program. Where programs end in `.exe`, commands may leave that out.
fn program(launch: &Launch) -> Option<PathBuf> {
    let program = Path::new(&launch.program);
    let found = |file: PathBuf| {
        let mut ended = file.clone().into_os_string();
        ended.push(env::consts::EXE_SUFFIX);
        [file, ended.into()].into_iter().find(|file| file.is_file())
    };
    if program.components().count() != 1 {
        return found(program.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| found(folder.join(program)))
}

#[cfg(test)]
mod tests {
    use super::{Contents, SETTLED};
    use crate::Launch;

    fn contents(launch: &Launch) -> Option<u64> {
        let (folder, settled) = (None, SETTLED);
        Contents { folder, settled }.of(launch)
    }

    #[test]
    fn a_script_is_looked_for_where_the_engine_runs() {
        let folder = tempfile::tempdir().unwrap();
        let mut launch = Launch::new("sh", ["engine.sh"]);
        launch.folder = Some(folder.path().to_owned());
        let script = folder.path().join("engine.sh");
        std::fs::write(&script, "one").unwrap();
        let one = contents(&launch);
        std::fs::write(&script, "two").unwrap();
        assert_ne!(contents(&launch), one);
        std::fs::write(&script, "one").unwrap();
        assert_eq!(contents(&launch), one);
        launch.folder = None;
        assert_ne!(contents(&launch), one);
    }

    /// Neither is ever read to its end.
    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let launch = Launch::new("sh", ["/dev/zero".into(), pipe]);
        assert!(contents(&launch).is_some());
    }
}
