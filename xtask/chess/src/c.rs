//! `cargo xtask c`: the rules for C and C++.
//!
//! Builds the archives of `crates/c`, links programs in C with them, runs these in QEMU over the suites, and compares their
//! output with that of the same programs on this host. The tests of the crate compare that with the rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use passant_suite::{StateCase, Suites};
use passant_test_tools::Missing;
use xtask::missing_tools::report_or_fail;

use crate::compiler::ChipCompiler;
use crate::firmware::machine::TIMEOUT;

mod archive;
mod linking;
mod processors;

use archive::{ARCHIVES, Archive};
use linking::Language;
use processors::{CHIPS, Chip, Cost};

/// The archives to build, and the policy for missing tools.
#[derive(Args)]
pub(crate) struct COptions {
    /// Only this archive, by its name, such as cortex-m0plus; may be repeated; default: all archives
    #[arg(long, value_name = "ARCHIVE", value_parser = PossibleValuesParser::new(ARCHIVES.iter().map(|it| it.name)))]
    archive: Vec<String>,
    /// Skip archives and chips whose tools are missing, and list these tools
    #[arg(long)]
    available: bool,
}

/// Builds, runs and bundles everything, prints the table of costs, and fails if anything is not as expected.
pub(crate) fn run(root: &Path, options: &COptions) -> Result<()> {
    let names = &options.archive;
    let is_selected = |it: &&Archive| names.is_empty() || names.iter().any(|name| name == it.name);
    let archives: Vec<_> = ARCHIVES.iter().filter(is_selected).collect();
    let missing = missing_tools(&archives);
    report_or_fail(&missing, options.available)?;
    let folder = root.join("target/c");
    let host = archive::host(root, &folder)?;
    // Without a compiler for this host there is nothing to compare with.
    let has_host = linking::missing_tool().is_none();
    let mut costs = Vec::new();
    let mut built = vec![host.clone()];
    for archive in archives {
        let Some(compiler) = ChipCompiler::find(archive.target) else {
            continue;
        };
        if archive.missing_tool().is_some() {
            continue;
        }
        let library = archive.build(root, &folder, &compiler)?;
        built.push(library.clone());
        for chip in chips_of(archive) {
            if has_host && chip.missing_tools().is_empty() {
                costs.push(check(root, chip, archive, [&library, &host])?);
            }
        }
    }
    print!("{}", processors::table(&costs));
    println!("{}", archive::write(root, &folder, &built)?.display());
    let excesses: Vec<_> = costs.iter().flat_map(Cost::excesses).collect();
    if excesses.is_empty() {
        Ok(())
    } else {
        bail!("{}", excesses.join("\n"))
    }
}

/// Runs the programs for a chip; an error if an answer is not that of this host.
fn check(
    root: &Path,
    chip: &'static Chip,
    archive: &Archive,
    libraries: [&PathBuf; 2],
) -> Result<Cost> {
    compare(root, chip, archive, libraries, ("suite", &list_fens()?))?;
    if chip.has_room_for_games {
        compare(root, chip, archive, libraries, ("games", &list_games()?))?;
    }
    let image = linking::link(root, chip, archive, libraries[0], "measure", Language::C)?;
    let run = chip.machine.run(&image, "", None, TIMEOUT)?;
    Cost::of(chip, &image, &run.lines)
}

/// Runs a program, as C and as C++, on a chip and on this host.
fn compare(
    root: &Path,
    chip: &Chip,
    archive: &Archive,
    [library, host]: [&PathBuf; 2],
    (program, input): (&str, &str),
) -> Result<()> {
    let expected = linking::run_on_host(root, host, chip, program, input)?;
    let expected: Vec<_> = expected.lines().collect();
    let name = chip.machine.name;
    for language in Language::ALL {
        let image = linking::link(root, chip, archive, library, program, language)?;
        let run = chip.machine.run(&image, input, None, TIMEOUT)?;
        let mut lines = expected.iter().zip(&run.lines);
        if let Some((expected, got)) = lines.find(|(expected, got)| *expected != got) {
            bail!("{program} in {language} on {name}: expected `{expected}`, got `{got}`");
        }
        let (expected, got) = (expected.len(), run.lines.len());
        if expected != got {
            bail!("{program} in {language} on {name}: expected {expected} lines, got {got}");
        }
        eprintln!("    {program} in {language} on {name}: {got} lines, the same as on this host");
    }
    Ok(())
}

/// Returns the chips on which programs with an archive are run.
fn chips_of(archive: &Archive) -> impl Iterator<Item = &'static Chip> {
    CHIPS.iter().filter(|chip| chip.archive == archive.name)
}

/// Returns the tools that some archives and their chips need, and that are not installed.
fn missing_tools(archives: &[&Archive]) -> Vec<Missing> {
    let of_chips = archives.iter().flat_map(|archive| chips_of(archive));
    archives
        .iter()
        .filter_map(|archive| archive.missing_tool())
        .chain(of_chips.flat_map(Chip::missing_tools))
        .chain(linking::missing_tool())
        .collect()
}

/// Returns the FENs of `suites/en-passant`, a line each, and an empty line.
fn list_fens() -> Result<String> {
    let suites = Suites::builtin().map_err(|problems| anyhow!("{problems}"))?;
    let selection = suites.select(["en-passant"]).ok();
    let cases = selection.context("there is no suite en-passant")?.cases;
    let fens: Vec<_> = cases.iter().map(|case| case.fen.as_str()).collect();
    Ok(fens.join("\n") + "\n\n")
}

/// Returns the games of `suites/state`, a line each, and an empty line. Those with null moves or round trips, which `passant.h` has
/// not, are left out.
fn list_games() -> Result<String> {
    let suites = Suites::builtin().map_err(|problems| anyhow!("{problems}"))?;
    let cases = suites.state_suites().iter().flat_map(|suite| &suite.cases);
    let questions = cases.flat_map(StateCase::questions);
    let plain = questions.filter(|it| !it.line.has_null_move() && !it.line.has_round_trip());
    let games: BTreeSet<_> = plain.map(|it| it.line.to_string()).collect();
    Ok(Vec::from_iter(games).join("\n") + "\n\n")
}
