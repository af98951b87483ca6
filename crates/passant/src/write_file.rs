//! Files that the user names, or that are written into a folder that the user names.

use std::path::Path;

use passant_files::{Links, replace};

use crate::{CliError, interrupt};

/// Writes a file. After an error it is the old one.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    let write = || replace(path, Links::Followed, contents).map_err(CliError::writing(path));
    match path.metadata() {
        Ok(about) if !about.is_file() => interrupt::to_reader(write),
        _ => write(),
    }
}
