//! Lists the files, and checks the lengths of the pages at the top, and the scripts in `findings`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use walkdir::{DirEntry, WalkDir};

/// The most words of a page.
const MOST_WORDS: [(&str, usize); 3] = [
    ("README.md", 900),
    ("ARCHITECTURE.md", 2200),
    ("CONTRIBUTING.md", 1300),
];

/// The parts of the header of a script in `findings`.
const PARTS: [&str; 5] = [
    "# A good guess: ",
    "# What happens: ",
    "# Version: ",
    "Date: ",
    "Source: ",
];

/// A sentence about a promise that is not kept. It begins with the path of the file, and with the line if there is one.
pub(super) type Finding = String;

/// Returns the Rust files of the crates and of the tasks in a fixed order.
pub(super) fn rust_files(root: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = ["crates", "xtask"].map(|folder| WalkDir::new(root.join(folder)));
    let files = folders.into_iter().flat_map(WalkDir::sort_by_file_name);
    let paths = files.filter_map(Result::ok).map(DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
}

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns a path below the root, as findings show it.
pub(super) fn display(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.to_string_lossy().replace('\\', "/")
}

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for (name, most) in MOST_WORDS {
        let words = read(&root.join(name))?.split_whitespace().count();
        if most < words {
            findings.push(format!("{name}: has {words} words, more than {most}"));
        }
    }
    for entry in root.join("findings").read_dir().into_iter().flatten() {
        let script = entry?.path();
        let mut say = |what: &str| findings.push(format!("{}: {what}", display(root, &script)));
        if script.extension().is_none_or(|ending| ending != "sh") || !is_executable(&script) {
            say("is not a script that can be run");
        }
        let text = read(&script).unwrap_or_default();
        let (header, _) = text.split_once("\nset -e").unwrap_or_default();
        for part in PARTS.iter().filter(|part| !header.contains(*part)) {
            say(&format!("has no {part:?} before set -e"));
        }
    }
    Ok(findings)
}

/// Tells whether a file has the bit of a program, which files of Windows lack.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    let metadata = path.metadata();
    metadata.is_ok_and(|metadata| metadata.permissions().mode() & 0o100 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}
