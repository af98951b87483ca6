//! `cargo xtask release`: everything that a release consists of, built and tried. Publishing is left to people.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use sha2::{Digest, Sha256};

mod archive;
mod licenses;
mod metadata;
mod packages;

use crate::compiler::host;
use metadata::Metadata;

/// What to build.
#[derive(Args)]
pub(crate) struct ReleaseOptions {
    /// Only the archive for this target of the Rust compiler; may be repeated
    /// [default: this host, and no packages of crates if it is given]
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
    /// Build archives twice in different folders, and fail if their bytes differ
    #[arg(long)]
    twice: bool,
}

/// Builds packages and archives, tries them, and writes `SHA256SUMS`.
pub(crate) fn run(root: &Path, options: &ReleaseOptions) -> Result<()> {
    let folder = root.join("target/release-files");
    // What an earlier run left is no part of this release.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let metadata = Metadata::read(root)?;
    let mut targets = options.target.clone();
    if targets.is_empty() {
        packages::check(&metadata)?;
        targets.push(host()?);
    }
    let mut sums = String::new();
    for target in &targets {
        let path = archive::build(root, &folder, &metadata, target, options.twice)?;
        if *target == host()? {
            archive::try_it(&path)?;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = fs::read(&path)?;
        writeln!(sums, "{:x}  {name}", Sha256::digest(&bytes))?;
        println!("{}: {} bytes", path.display(), bytes.len());
        if archive::MOST_BYTES < bytes.len() {
            bail!("{name} has more than {} bytes", archive::MOST_BYTES);
        }
    }
    fs::write(folder.join("SHA256SUMS"), sums)?;
    for warning in metadata.missing() {
        println!("before it is published: {warning}");
    }
    Ok(())
}
