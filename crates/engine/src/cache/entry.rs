//! One file of the cache: it is found as it was stored, or not at all.
//!
//! Links are neither read nor followed, because the folder may be one that somebody else can write to.

use std::fs;
use std::path::Path;

use passant_files::{Links, read, record, replace};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a file holds; `None` if it does not exist, is damaged, or is a link.
pub(super) fn find<T: DeserializeOwned>(file: &Path) -> Option<T> {
    record::of_file(&read(file, Links::Refused).ok()??).ok()
}

/// Stores a value in a file of a folder. If that fails, the next run finds it out again.
pub(super) fn store(folder: &Path, file: &Path, value: &impl Serialize) {
    if let Ok(line) = record::to_line(value) {
        let _ = fs::create_dir_all(folder)
            .and_then(|()| replace(file, Links::Refused, line.as_bytes()));
    }
}
