//! What the project promises about its own text.

use std::path::Path;

use anyhow::{Result, bail};

mod arrows;
mod circles;
mod files;
mod finding;
mod layout;
mod modules;
mod readme;
mod resolve;
mod source;
mod surprises;

/// Runs every check and prints every finding.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut findings = Vec::new();
    findings.extend(layout::check(root)?);
    findings.extend(arrows::check(root)?);
    findings.extend(source::check(root)?);
    findings.extend(circles::check(root)?);
    findings.extend(surprises::check(root)?);
    findings.extend(readme::check());
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        number => bail!("{number} things are untidy"),
    }
}
