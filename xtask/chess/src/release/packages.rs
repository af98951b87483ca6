//! The packages for crates.io.

use anyhow::{Result, ensure};
use xtask::Step;

use super::metadata::Metadata;

/// Packs every crate that is for others, and builds each from its own package and those of the others.
pub(super) fn check(metadata: &Metadata) -> Result<()> {
    let too_new = metadata.too_new();
    ensure!(
        too_new.is_empty(),
        "newer than `rust-version` of Cargo.toml: {}",
        too_new.join(", ")
    );
    let mut step = Step::cargo("packages for crates.io", "package --quiet");
    for package in metadata.published() {
        step = step.argument("--package").argument(&package.name);
    }
    step.run()
}
