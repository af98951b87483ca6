//! The top level has the expected files and no others.

use std::path::Path;

use anyhow::{Context, Result};

use super::finding::Finding;

/// The names that the top level must have.
const REQUIRED: [&str; 15] = [
    ".cargo",
    ".ci",
    ".git",
    ".gitattributes",
    ".github",
    ".gitignore",
    "ARCHITECTURE.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "crates",
    "suites",
    "xtask",
];

/// The names that it may have too.
const ALLOWED: [&str; 5] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "findings",
    "target",
];

/// The maximum number of lines of a page.
const LONGEST: [(&str, usize); 2] = [("README.md", 200), ("ARCHITECTURE.md", 220)];

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for entry in root.read_dir().context("cannot list the top level")? {
        let name = entry?.file_name();
        let mut known = REQUIRED.iter().chain(&ALLOWED);
        if !known.any(|known| name == *known) {
            let text = "does not belong at the top level";
            findings.push(Finding::new(Path::new(&name), None, text));
        }
    }
    for name in REQUIRED.iter().filter(|name| !root.join(name).exists()) {
        findings.push(Finding::new(
            Path::new(name),
            None,
            "is missing from the top level",
        ));
    }
    for (name, longest) in LONGEST {
        let lines = std::fs::read_to_string(root.join(name))
            .unwrap_or_default()
            .lines()
            .count();
        if longest < lines {
            let text = format!("has {lines} lines, more than {longest}");
            findings.push(Finding::new(Path::new(name), None, text));
        }
    }
    Ok(findings)
}
