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

use finding::Finding;

/// Runs every check and prints every finding.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut findings = Vec::new();
    findings.extend(layout::check(root)?);
    findings.extend(arrows::check(root)?);
    findings.extend(source::check(root)?);
    findings.extend(circles::check(root)?);
    findings.extend(readme::check());
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
