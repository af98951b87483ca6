//! `cargo xtask release`: everything that a release consists of, built and tried. Publishing is left to people.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;
use passant_test_tools::Missing;
use sha2::{Digest, Sha256};
use xtask::missing_tools;

mod archive;
mod builder;
mod contents;
mod environment;
mod licenses;
mod metadata;
mod npm;
mod packages;
mod pages;
mod programs;
mod runtime;
mod static_wheel;
mod systems;
mod trial;
mod wheel;
mod zip_file;

use crate::compiler::host;
use builder::Builder;
use metadata::Metadata;
use programs::Programs;
use systems::{Runner, SYSTEMS, is_linux, is_macos};
use wheel::WheelBuilder;

/// The most bytes of an archive or a package.
const MOST_BYTES: usize = 6_000_000;

/// What to build.
#[derive(Args)]
pub(crate) struct ReleaseOptions {
    /// Only what is for this target of the Rust compiler; may be repeated
    /// [default: this host, every other system that can be built for here, and the packages of crates]
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
        let systems = SYSTEMS.iter().filter(|system| system.is_built_here());
        targets.extend(systems.map(|system| system.target.to_owned()));
        targets.sort();
        targets.dedup();
    }
    // Other wheels are made from that of the host.
    let host = host()?;
    targets.sort_by_key(|target| *target != host);
    let mut missing = Vec::new();
    let wheels = WheelBuilder::install(root).map_err(|tool| missing.push(tool));
    let mut release = Release {
        root,
        metadata: &metadata,
        builder: Builder::new(),
        wheels: wheels.ok(),
        host_wheel: None,
    };
    let mut files = BTreeSet::new();
    for target in &targets {
        if let Err(tool) = release.builder.prepare(root, target)? {
            missing.push(tool);
            continue;
        }
        let built = release.build(target, &folder, "target/dist")?;
        if *target == host {
            release.host_wheel.clone_from(&built.wheel);
        }
        if options.twice {
            release.build_again(&built, &folder.join("again"))?;
        }
        missing.extend(built.try_all(root)?);
        files.extend(built.files());
    }
    fs::write(folder.join("SHA256SUMS"), checked_sums(&files)?)?;
    for warning in metadata.missing() {
        println!("before it is published: {warning}");
    }
    eprint!("{}", missing_tools::table(&missing));
    missing_tools::accept(&missing)
}

/// What all builds of a release need.
struct Release<'a> {
    root: &'a Path,
    metadata: &'a Metadata,
    builder: Builder,
    /// Nothing if maturin cannot be installed.
    wheels: Option<WheelBuilder<'a>>,
    /// Nothing if none was built.
    host_wheel: Option<PathBuf>,
}

/// What was built for a target, from the same programs.
struct Built {
    programs: Programs,
    archive: PathBuf,
    /// For this host and for macOS by maturin, which reads from a program which systems it serves; for every Linux from the
    /// wheel of a host with Linux.
    wheel: Option<PathBuf>,
    npm: Vec<PathBuf>,
}

impl Release<'_> {
    fn build(&self, target: &str, folder: &Path, target_folder: &str) -> Result<Built> {
        let root = self.root;
        let programs = Programs::build(root, &self.builder, target, target_folder)?;
        let licenses = licenses::text(root, self.metadata, target)?;
        Ok(Built {
            archive: archive::build(root, &programs, &licenses, folder)?,
            wheel: self.wheel(&programs, &licenses, folder)?,
            npm: npm::build(root, &programs, &licenses, folder)?,
            programs,
        })
    }

    fn wheel(&self, programs: &Programs, licenses: &str, folder: &Path) -> Result<Option<PathBuf>> {
        let target = &programs.target;
        let host = host()?;
        if *target == host || is_macos(target) {
            let wheels = self.wheels.as_ref();
            let wheel = wheels.map(|it| it.build(programs, licenses, folder));
            return wheel.transpose();
        }
        let wheel = self.host_wheel.as_ref().filter(|_| is_linux(&host));
        let Some((wheel, platforms)) = wheel.zip(static_wheel::platforms(target)) else {
            return Ok(None);
        };
        let program = programs.path("passant");
        static_wheel::build(wheel, &platforms, &program, licenses, folder).map(Some)
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

    /// Tries everything that runs here, and returns what is missing for the rest.
    fn try_all(&self, root: &Path) -> Result<Vec<Missing>> {
        let target = &self.programs.target;
        let runner = match Runner::find(root, target)? {
            Ok(Some(runner)) => runner,
            Ok(None) => {
                println!("nothing here runs programs for {target}: they were only built");
                return Ok(Vec::new());
            }
            Err(missing) => return Ok(vec![missing]),
        };
        archive::try_it(&self.archive, &self.programs, &runner)?;
        let mut missing = Vec::new();
        if matches!(runner, Runner::Directly) {
            missing.extend(npm::try_it(root, &self.npm, &self.programs)?);
            if let Some(wheel) = &self.wheel {
                missing.extend(wheel::try_it(root, wheel, &self.programs)?);
            }
        }
        Ok(missing)
    }
}

/// The lines of `SHA256SUMS`; prints the sizes, and demands that no file is too large.
fn checked_sums(files: &BTreeSet<PathBuf>) -> Result<String> {
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
