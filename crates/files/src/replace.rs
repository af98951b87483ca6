//! Replacing whole files.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::Links;
use crate::links::{end, open_already};

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

#[cfg(test)]
mod tests;
