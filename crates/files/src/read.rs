//! Reading whole files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

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
