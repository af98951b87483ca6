//! What the project promises about itself, checked.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use walkdir::WalkDir;

mod arrows;
mod layout;
mod readme;
mod source;

/// A promise that is not kept, and where.
pub(crate) struct Finding {
    path: PathBuf,
    line: Option<usize>,
    text: String,
}

impl Finding {
    fn new(path: &Path, line: impl Into<Option<usize>>, text: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line: line.into(),
            text: text.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.text)
    }
}

/// Runs every check and prints every finding.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut findings = Vec::new();
    findings.extend(layout::check(root)?);
    findings.extend(arrows::check(root)?);
    findings.extend(source::check(root)?);
    findings.extend(readme::check(root)?);
    findings.extend(suites(root));
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        number => bail!("{number} things are untidy"),
    }
}

/// Every file of `suites/` loads.
fn suites(root: &Path) -> Vec<Finding> {
    let folder = root.join("suites");
    match passant_suite::Suites::load(&folder) {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics
            .iter()
            .map(|diagnostic| {
                let file = diagnostic.file.as_deref().unwrap_or_default();
                Finding::new(Path::new(file), diagnostic.line(), &*diagnostic.message)
            })
            .collect(),
    }
}

/// The files below a folder with this ending, without build products, in a fixed order.
fn files(folder: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "target")
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(move |path| path.extension().is_some_and(|found| found == ending))
}
