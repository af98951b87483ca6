//! Checks the promises of the project about its own text that no other tool checks.

use std::path::Path;

use anyhow::{Result, bail};

mod arrows;
mod circles;
mod files;

/// Runs every check and prints every finding.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut findings = files::check(root)?;
    findings.extend(arrows::check(root)?);
    findings.extend(circles::check(root)?);
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        number => bail!("{number} things are untidy"),
    }
}
