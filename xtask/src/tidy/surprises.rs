//! Each script in `findings` can be run, and its header says what a reader needs.

use std::path::Path;

use anyhow::{Context, Result};

use super::finding::Finding;

/// The parts of a header, in order.
const PARTS: [&str; 5] = [
    "# A good guess: ",
    "# What happens: ",
    "# Version: ",
    "Date: ",
    "Source: ",
];

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for entry in root.join("findings").read_dir().into_iter().flatten() {
        let path = entry.context("cannot list findings")?.path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let header = text.split("\nset -euo pipefail\n").next().unwrap_or("");
        let name = path.strip_prefix(root).unwrap_or(&path);
        let mut say = |what: &str| findings.push(Finding::new(name, None, what));
        if path.extension().is_none_or(|end| end != "sh") || !is_executable(&path) {
            say("is not a script that can be run");
        }
        for part in PARTS.iter().filter(|part| !header.contains(*part)) {
            say(&format!(
                "has no \"{}\" before set -euo pipefail",
                part.trim_end()
            ));
        }
    }
    Ok(findings)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    let about = path.metadata();
    about.is_ok_and(|about| about.permissions().mode() & 0o100 != 0)
}

/// Windows has no such bit.
#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}
