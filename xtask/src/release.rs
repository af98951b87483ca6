//! The checks before a release: documentation, licenses, advisories, and versions that say what changed. `xtask/release`
//! builds the release itself.

use std::process::Stdio;

use anyhow::Result;
use passant_test_tools::Missing;
use xtask::{Step, missing_tools};

use crate::deny;
use crate::optional::{CARGO_SEMVER_CHECKS, command};
use crate::search::check_documentation;

/// A crate that is published whenever a release is.
const PUBLISHED: &str = "passant-rules";

/// Runs the checks whose tools are there, and lists the others; with `CI=true` those are a failure.
pub(crate) fn check() -> Result<()> {
    check_documentation()?;
    let mut missing = Vec::new();
    if let Some(tool) = deny::TOOLS.iter().find(|tool| !tool.is_installed()) {
        missing.push(tool.missing("licenses and advisories"));
    } else {
        deny::licenses()?;
        missing.extend(deny::advisories()?);
    }
    missing.extend(compare_versions()?);
    if !missing.is_empty() {
        eprint!("{}", missing_tools::table(&missing));
    }
    missing_tools::accept(&missing)
}

/// Compares the public items of each crate with those of its last published version, if there is one.
fn compare_versions() -> Result<Option<Missing>> {
    let mut published = command(&["cargo", "info", "--registry", "crates-io", PUBLISHED]);
    published.stdout(Stdio::null()).stderr(Stdio::null());
    if !published.status().is_ok_and(|status| status.success()) {
        println!("no published version of {PUBLISHED} was found to compare with");
        return Ok(None);
    }
    if !CARGO_SEMVER_CHECKS.is_installed() {
        return Ok(Some(CARGO_SEMVER_CHECKS.missing("versions")));
    }
    let check = command(&["cargo", "semver-checks", "--workspace"]);
    Step::of("versions", check).run().map(|()| None)
}
