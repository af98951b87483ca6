//! Reading and replacing whole files.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The meaning of a symbolic link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Links {
    /// For the file that it leads to: where the user names the file.
    Followed,
    /// For nothing. It is not read, and a new file takes its place: where only programs write, such as in a cache.
    Refused,
}

/// More bytes than any file of this project has.
const MOST_BYTES: u64 = 1 << 30;

/// The bytes of a file; `None` if it does not exist.
///
/// # Errors
///
/// If the file cannot be read, has more than a gigabyte, or is not a regular file: a device may have no end, and opening a
/// pipe may wait forever.
pub fn read(path: &Path, links: Links) -> io::Result<Option<Vec<u8>>> {
    let about = match links {
        Links::Followed => fs::metadata(path),
        Links::Refused => fs::symlink_metadata(path),
    };
    match about {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        Ok(about) if !about.is_file() => return Err(error("not a regular file")),
        Ok(about) if MOST_BYTES < about.len() => return Err(error("too large")),
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn error(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}

/// The end of the name of a file that is being written.
const PART: &str = ".passant-part";

/// Creates a file or replaces its contents. After an error, a crash or a full disk, it is the old file; afterwards it is
/// the new one, never a part of either.
///
/// The contents are written to a file beside it, `NAME.passant-part`, which is then renamed. What a killed run has left
/// under that name is written over by the next run. A replaced file keeps its permissions. A device or a pipe cannot be
/// replaced, nor can a file that is [open already](open_already): if links are followed, the contents are written to it.
///
/// # Errors
///
/// If the file or the one beside it cannot be written, or another run is writing it now.
pub fn replace(path: &Path, links: Links, contents: &[u8]) -> io::Result<()> {
    replace_with(path, links, |file| file.write_all(contents))
}

/// Does what [`replace`] does with contents that are too many for memory: `write` writes them to the file that it is given,
/// which has no buffer.
///
/// # Errors
///
/// Those of [`replace`], and those of `write`.
pub fn replace_with(
    path: &Path,
    links: Links,
    contents: impl FnOnce(&mut &File) -> io::Result<()>,
) -> io::Result<()> {
    if links == Links::Followed
        && let Some(file) = open_already(path)?
    {
        return contents(&mut &file);
    }
    let target = match links {
        Links::Followed if fs::metadata(path).is_ok_and(|about| !about.is_file()) => {
            let device = OpenOptions::new().write(true).open(path)?;
            return contents(&mut &device);
        }
        Links::Followed => end(path)?,
        Links::Refused => path.to_owned(),
    };
    let part = part(&target)?;
    let file = create(&part)?;
    let outcome = write(&file, &target, contents).and_then(|()| fs::rename(&part, &target));
    if outcome.is_err() {
        // The first error says more than a second one.
        let _ = fs::remove_file(&part);
    }
    outcome
}

/// The path of the file beside `target`, in the same folder because renaming works only within one file system.
fn part(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or(ErrorKind::InvalidFilename)?;
    let mut part = OsString::from(name);
    part.push(PART);
    Ok(target.with_file_name(part))
}

/// Creates the file beside the target, and locks it while it is open. A lock ends with its process.
fn create(part: &Path) -> io::Result<File> {
    let new = || OpenOptions::new().write(true).create_new(true).open(part);
    let file = match new() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            remove_abandoned(part)?;
            new()?
        }
        other => other?,
    };
    lock(&file)?;
    Ok(file)
}

/// Removes what a killed run has left. It is not written to, because it might be a link to another file.
fn remove_abandoned(part: &Path) -> io::Result<()> {
    let removed = || {
        if fs::symlink_metadata(part)?.is_file() {
            lock(&File::open(part)?)?;
        }
        fs::remove_file(part)
    };
    match removed() {
        // The other run has finished just now.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            ErrorKind::ResourceBusy,
            "another run is writing it",
        )),
        // Some file systems have no locks. Two runs at the same time are then not told apart.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Writes the new contents, and gives them the permissions of the old file.
fn write(
    mut file: &File,
    target: &Path,
    contents: impl FnOnce(&mut &File) -> io::Result<()>,
) -> io::Result<()> {
    if let Ok(about) = fs::symlink_metadata(target)
        && about.is_file()
    {
        // A file that may not be written may not be replaced either.
        OpenOptions::new().write(true).open(target)?;
        set_permissions(file, &about)?;
    }
    contents(&mut file)?;
    file.sync_all()
}

/// Sets who may read and write a file. A file of another user keeps no permission to run as its owner.
#[cfg(unix)]
fn set_permissions(file: &File, about: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let mode = about.permissions().mode() & 0o777;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

/// Does nothing: a file has the permissions of its folder.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn set_permissions(_file: &File, _about: &Metadata) -> io::Result<()> {
    Ok(())
}

/// The number of links that may lead from one to the next, as on Linux.
const MOST_LINKS: usize = 40;

/// The path at the end of a chain of links. The last link may lead to a file that does not exist yet.
fn end(path: &Path) -> io::Result<PathBuf> {
    follow(path, |_| false)
}

/// A file that this process has open already and that the path names by its number, as `/dev/stdout` and `/dev/fd/3` do. What
/// is written to it comes after what is there, and before what the process prints later. `None` for all other paths.
///
/// # Errors
///
/// If there is no such file, or links lead in a circle.
pub fn open_already(path: &Path) -> io::Result<Option<File>> {
    let path = follow(path, |path| number(path).is_some())?;
    match number(&path) {
        Some(number) => open(&path, number).map(Some),
        None => Ok(None),
    }
}

/// The first path of a chain of links that is wanted, or the last one.
fn follow(first: &Path, is_wanted: impl Fn(&Path) -> bool) -> io::Result<PathBuf> {
    let mut path = first.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(link) if !is_wanted(&path) => {
                path = path.parent().unwrap_or(Path::new("")).join(link);
            }
            // It is wanted, or no link.
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The number of the open file that a path names.
#[cfg(unix)]
fn number(path: &Path) -> Option<u32> {
    let own = format!("/proc/{}/fd", std::process::id());
    let folders = ["/dev/fd", "/proc/self/fd", &own];
    let is_here = folders
        .iter()
        .any(|folder| path.parent() == Some(Path::new(folder)));
    path.file_name()?.to_str()?.parse().ok().filter(|_| is_here)
}

/// Other systems have no such paths.
#[cfg(not(unix))]
fn number(_: &Path) -> Option<u32> {
    None
}

/// The standard streams share their place in the file with what is printed; others are written to at their end.
#[cfg(unix)]
fn open(path: &Path, number: u32) -> io::Result<File> {
    use std::os::fd::AsFd;

    match number {
        1 => Ok(io::stdout().as_fd().try_clone_to_owned()?.into()),
        2 => Ok(io::stderr().as_fd().try_clone_to_owned()?.into()),
        _ => OpenOptions::new().append(true).open(path),
    }
}

#[cfg(not(unix))]
fn open(path: &Path, _: u32) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Links, create, part, replace};

    /// The names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let files = folder.read_dir().unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn creates_a_file_and_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for contents in ["one", "", "three"] {
            for links in [Links::Followed, Links::Refused] {
                replace(&path, links, contents.as_bytes()).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), contents);
            }
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn a_part_of_a_killed_run_is_replaced_and_one_that_is_being_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let part = part(&path).unwrap();
        fs::write(&part, "a long part of an older file").unwrap();
        replace(&path, Links::Followed, b"new").unwrap();
        assert_eq!(names(folder.path()), ["file"]);

        let other_run = create(&part).unwrap();
        let error = replace(&path, Links::Followed, b"newer").unwrap_err();
        assert_eq!(error.to_string(), "another run is writing it");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        drop(other_run);
        replace(&path, Links::Followed, b"newest").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newest");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_their_end_or_replaced() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let file = |name| folder.path().join(name);
        fs::create_dir(file("disk")).unwrap();
        symlink("disk/second", file("first")).unwrap();
        symlink("../end", file("disk/second")).unwrap();
        for contents in ["created", "replaced"] {
            replace(&file("first"), Links::Followed, contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(file("end")).unwrap(), contents);
        }
        assert!(file("first").is_symlink() && file("disk/second").is_symlink());

        replace(&file("first"), Links::Refused, b"file").unwrap();
        assert!(!file("first").is_symlink());
        assert_eq!(fs::read_to_string(file("end")).unwrap(), "replaced");

        symlink("circle", file("circle")).unwrap();
        assert!(replace(&file("circle"), Links::Followed, b"").is_err());
        // Even a link in place of the part is not followed.
        symlink("end", part(&file("other")).unwrap()).unwrap();
        replace(&file("other"), Links::Refused, b"other").unwrap();
        assert_eq!(fs::read_to_string(file("end")).unwrap(), "replaced");
    }

    #[cfg(unix)]
    #[test]
    fn keeps_who_may_read_a_file_and_leaves_one_that_cannot_be_replaced() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o4640)).unwrap();
        replace(&path, Links::Followed, b"new").unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o7777,
            0o640
        );
        assert!(replace(folder.path(), Links::Followed, b"new").is_err());
        assert!(replace(&path.join("a"), Links::Followed, b"new").is_err());
        assert_eq!(names(folder.path()), ["file"]);
    }

    /// A device stays what it is.
    #[cfg(target_os = "linux")]
    #[test]
    fn writes_to_a_device_without_replacing_it() {
        let full = Path::new("/dev/full");
        let error = replace(full, Links::Followed, b"new").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
        replace(Path::new("/dev/null"), Links::Followed, b"new").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    /// The path names what is open, not a name in a folder.
    #[cfg(target_os = "linux")]
    #[test]
    fn writes_to_the_end_of_a_file_that_is_open_already() {
        use std::os::fd::AsRawFd;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "older\n").unwrap();
        let log = fs::File::open(&path).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(format!("/dev/fd/{}", log.as_raw_fd()), &link).unwrap();
        for open in ["/dev/fd", "/proc/self/fd"] {
            let open = Path::new(open).join(log.as_raw_fd().to_string());
            replace(&open, Links::Followed, b"new\n").unwrap();
        }
        replace(&link, Links::Followed, b"newest\n").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "older\nnew\nnew\nnewest\n"
        );
        assert_eq!(names(folder.path()), ["link", "log"]);
        assert!(replace(Path::new("/dev/fd/4096"), Links::Followed, b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_read() {
        use crate::read;

        let folder = tempfile::tempdir().unwrap();
        let file = |name| folder.path().join(name);
        nix::unistd::mkfifo(&file("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        std::os::unix::fs::symlink("file", file("link")).unwrap();
        for links in [Links::Followed, Links::Refused] {
            let refused = read(&file("pipe"), links).unwrap_err();
            assert_eq!(refused.to_string(), "not a regular file");
            assert_eq!(read(&file("file"), links).unwrap(), None);
        }
        fs::write(file("file"), "text").unwrap();
        assert_eq!(
            read(&file("link"), Links::Followed).unwrap().unwrap(),
            b"text"
        );
        assert!(read(&file("link"), Links::Refused).is_err());
    }
}
