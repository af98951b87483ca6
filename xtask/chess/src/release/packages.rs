//! The packages for crates.io.

use anyhow::Result;
use xtask::Step;

use super::metadata::Metadata;

/// Packs every crate that is for others, and builds each from its own package and those of the others.
pub(super) fn check(metadata: &Metadata) -> Result<()> {
    let mut step = Step::cargo("packages for crates.io", "package --quiet");
    for package in metadata.published() {
        step = step.argument("--package").argument(&package.name);
    }
    step.run()
}
