//! The destinations of links.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The number of links that may lead from one to the next, as on Linux.
const MOST_LINKS: usize = 40;

/// The path at the end of a chain of links. The last link may lead to a file that does not exist yet.
pub(crate) fn end(path: &Path) -> io::Result<PathBuf> {
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
        _ => fs::OpenOptions::new().append(true).open(path),
    }
}

#[cfg(not(unix))]
fn open(path: &Path, _: u32) -> io::Result<File> {
    fs::OpenOptions::new().append(true).open(path)
}
