//! `cargo xtask release`: everything that a release consists of, built and tried. Publishing is left to people.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use passant_test_tools::Missing;
use sha2::{Digest, Sha256};
use xtask::missing_tools;

mod archive;
mod contents;
mod environment;
mod licenses;
mod metadata;
mod npm;
mod packages;
mod programs;
mod trial;
mod wheel;

use crate::compiler::host;
use metadata::Metadata;
use programs::Programs;
use wheel::WheelBuilder;

/// The most bytes of an archive or a package.
const MOST_BYTES: usize = 6_000_000;

/// What to build.
#[derive(Args)]
pub(crate) struct ReleaseOptions {
    /// Only the archive and the packages for this target of the Rust compiler; may be repeated
    /// [default: this host, and the packages of crates]
    #[arg(long, value_name = "TARGET")]
    target: Vec<String>,
    /// Build everything for a target twice, the programs in different folders, and fail if any bytes differ
    #[arg(long)]
    twice: bool,
}

/// Builds packages and archives, tries them, and writes `SHA256SUMS`. What does not run for lack of a tool is listed; with
/// `CI=true` that is a failure.
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
    let mut missing = Vec::new();
    let wheels = WheelBuilder::install(root).map_err(|tool| missing.push(tool));
    let release = Release {
        root,
        metadata: &metadata,
        wheels: wheels.ok(),
    };
    let mut files = Vec::new();
    for target in &targets {
        let built = release.build(target, &folder, "target/dist")?;
        if options.twice {
            release.build_again(&built, &folder.join("again"))?;
        }
        if *target == host()? {
            missing.extend(built.try_all(root)?);
        }
        files.extend(built.files());
    }
    files.sort();
    files.dedup();
    let sums = checked_sums(&files)?;
    fs::write(folder.join("SHA256SUMS"), sums)?;
    for warning in metadata.missing() {
        println!("before it is published: {warning}");
    }
    eprint!("{}", missing_tools::table(&missing));
    let is_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    ensure!(
        missing.is_empty() || !is_ci,
        "CI=true, and tools are missing"
    );
    Ok(())
}

/// What all builds of a release need.
struct Release<'a> {
    root: &'a Path,
    metadata: &'a Metadata,
    /// Nothing if maturin cannot be installed.
    wheels: Option<WheelBuilder<'a>>,
}

/// What was built for a target, from the same programs.
struct Built {
    programs: Programs,
    archive: PathBuf,
    wheel: Option<PathBuf>,
    npm: Vec<PathBuf>,
}

impl Release<'_> {
    fn build(&self, target: &str, folder: &Path, target_folder: &str) -> Result<Built> {
        let root = self.root;
        let programs = Programs::build(root, target, target_folder)?;
        let licenses = licenses::text(root, self.metadata, target)?;
        let wheels = self.wheels.iter();
        let mut wheels = wheels.map(|it| it.build(&programs, &licenses, folder));
        Ok(Built {
            archive: archive::build(root, &programs, &licenses, folder)?,
            wheel: wheels.next().transpose()?,
            npm: npm::build(root, &programs, &licenses, folder)?,
            programs,
        })
    }

    /// Builds everything once more, and demands the same bytes.
    fn build_again(&self, built: &Built, folder: &Path) -> Result<()> {
        let second = self.build(&built.programs.target, folder, "target/dist-again")?;
        for (path, second) in built.files().iter().zip(second.files()) {
            if fs::read(path)? != fs::read(&second)? {
                let (path, second) = (path.display(), second.display());
                bail!("two builds differ: {path} and {second}");
            }
        }
        fs::remove_dir_all(folder)?;
        println!("two builds have the same bytes");
        Ok(())
    }
}

impl Built {
    fn files(&self) -> Vec<PathBuf> {
        let files = [&self.archive].into_iter().chain(&self.wheel);
        files.chain(&self.npm).cloned().collect()
    }

    /// Tries everything that was built for this host, and returns what was missing for that.
    fn try_all(&self, root: &Path) -> Result<Vec<Missing>> {
        archive::try_it(&self.archive)?;
        let mut missing = npm::try_it(root, &self.npm, &self.programs)?;
        if let Some(wheel) = &self.wheel {
            missing.extend(wheel::try_it(root, wheel, &self.programs)?);
        }
        Ok(missing)
    }
}

/// The lines of `SHA256SUMS`; prints the sizes, and demands that no file is too large.
fn checked_sums(files: &[PathBuf]) -> Result<String> {
    let mut sums = String::new();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = fs::read(path)?;
        writeln!(sums, "{:x}  {name}", Sha256::digest(&bytes))?;
        println!("{}: {} bytes", path.display(), bytes.len());
        let is_small = bytes.len() <= MOST_BYTES;
        ensure!(is_small, "{name} has more than {MOST_BYTES} bytes");
    }
    Ok(sums)
}
