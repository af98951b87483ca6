//! The files of a folder.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The files below a folder with this extension, without build products, in a fixed order.
pub(super) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "target")
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}
