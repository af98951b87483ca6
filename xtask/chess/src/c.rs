//! `cargo xtask c`: the rules for C and C++.
//!
//! Builds the archives of `crates/c`, links programs in C with them, runs these in QEMU over the suites, and compares what
//! they print with what the same program prints on this host. The tests of the crate compare that with the rules.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use passant_suite::Suites;
use passant_test_tools::Missing;

use crate::compiler::ChipCompiler;
use crate::firmware::emulator::PATIENCE;

mod archive;
mod bundle;
mod chip;
mod cost;
mod program;

use archive::Archive;
use chip::{CHIPS, Chip};
use cost::Cost;

/// What to do about missing tools.
#[derive(Args)]
pub(crate) struct COptions {
    /// Skip archives and chips whose tools are missing, and list these tools
    #[arg(long)]
    available: bool,
}

/// Builds, runs and bundles everything, prints the table of costs, and fails if anything is not as expected.
pub(crate) fn run(root: &Path, options: &COptions) -> Result<()> {
    let missing = missing_tools();
    if !options.available && !missing.is_empty() {
        let lines: Vec<_> = missing
            .iter()
            .map(|it| format!("{} needs {}: {}", it.what, it.tool, it.install))
            .collect();
        bail!("{}", lines.join("\n"));
    }
    missing.iter().for_each(Missing::report);
    let folder = root.join("target/c");
    let host = archive::host(root, &folder)?;
    // Without a compiler for this host there is nothing to compare with.
    let has_host = program::missing_tool().is_none();
    let mut costs = Vec::new();
    let mut built = vec![host.clone()];
    for archive in archive::ARCHIVES {
        let Some(compiler) = ChipCompiler::find(archive.target) else {
            continue;
        };
        if archive.missing_tool().is_some() {
            continue;
        }
        let library = archive.build(root, &folder, &compiler)?;
        built.push(library.clone());
        for chip in CHIPS.iter().filter(|chip| chip.archive == archive.name) {
            if has_host && chip.missing_tools().is_empty() {
                costs.push(check(root, chip, archive, [&library, &host])?);
            }
        }
    }
    print!("{}", cost::table(&costs));
    println!("{}", bundle::write(root, &folder, &built)?.display());
    let excesses: Vec<_> = costs.iter().flat_map(Cost::excesses).collect();
    if excesses.is_empty() {
        Ok(())
    } else {
        bail!("{}", excesses.join("\n"))
    }
}

/// Runs the programs for a chip; an error if the answers about the suites are not those on this host.
fn check(
    root: &Path,
    chip: &'static Chip,
    archive: &Archive,
    [library, host]: [&PathBuf; 2],
) -> Result<Cost> {
    let fens = fens()?;
    let expected = program::run_on_host(root, host, chip, &fens)?;
    for language in program::Language::ALL {
        let image = program::link(root, chip, archive, library, "suite", language)?;
        let run = chip.machine.run(&image, &fens, None, PATIENCE)?;
        let lines = expected.lines().zip(&run.lines);
        if let Some((expected, got)) = lines.into_iter().find(|(one, other)| one != other) {
            bail!(
                "{} in {language}: expected `{expected}`, got `{got}`",
                chip.machine.name
            );
        }
        if expected.lines().count() != run.lines.len() {
            bail!(
                "{} in {language}: {} lines",
                chip.machine.name,
                run.lines.len()
            );
        }
        let number = run.lines.len() - 1;
        eprintln!(
            "    {language} on {}: {number} positions, the same as on this host",
            chip.machine.name
        );
    }
    let language = program::Language::C;
    let image = program::link(root, chip, archive, library, "measure", language)?;
    let run = chip.machine.run(&image, "", None, PATIENCE)?;
    Cost::of(chip, &image, &run.lines)
}

/// The FENs of `suites/en-passant`, a line each, and an empty line.
fn fens() -> Result<String> {
    let suites = Suites::builtin().map_err(|problems| anyhow::anyhow!("{problems}"))?;
    let selection = suites
        .select(["en-passant"])
        .ok()
        .context("no suite en-passant")?;
    let fens: Vec<_> = selection
        .cases
        .iter()
        .map(|case| case.fen.as_str())
        .collect();
    Ok(fens.join("\n") + "\n\n")
}

/// Everything that is not installed.
fn missing_tools() -> Vec<Missing> {
    let mut missing: Vec<Missing> = archive::ARCHIVES
        .iter()
        .filter_map(Archive::missing_tool)
        .collect();
    missing.extend(CHIPS.iter().flat_map(Chip::missing_tools));
    missing.extend(program::missing_tool());
    missing
}
