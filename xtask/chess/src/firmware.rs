//! `cargo xtask firmware`: the rules on microcontrollers.
//!
//! Builds the images of `crates/firmware`, runs them in QEMU, compares their output with that of the same programs on this
//! host, and their cost with a budget.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use passant_test_tools::Missing;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use xtask::missing_tools::report_or_fail;
use xtask::{Step, run_all};

use crate::compiler::ChipCompiler;

pub(crate) mod chip;
mod comparison;
mod cost;
pub(crate) mod image;
pub(crate) mod library;
pub(crate) mod machine;

use chip::{CHIPS, Chip};
use cost::Cost;
use image::Builder;

/// The chips to run, and the form of the output.
#[derive(Args)]
pub(crate) struct FirmwareOptions {
    /// Only this chip, by the name of its QEMU machine, such as microbit; may be repeated; default: all chips
    #[arg(long, value_name = "CHIP", value_parser = PossibleValuesParser::new(CHIPS.iter().map(|it| it.machine.name)))]
    target: Vec<String>,
    /// Print JSON, one object for each chip
    #[arg(long)]
    json: bool,
    /// Only count the standard positions, to 120 million leaves: the initial position to depth 6
    #[arg(long, conflicts_with = "json")]
    deep: bool,
    /// Skip chips whose tools are missing, and list these tools
    #[arg(long, conflicts_with_all = ["json", "deep"])]
    available: bool,
}

/// The most leaves of a count of a deep run.
const DEEP: u64 = 120_000_000;

/// Runs everything on the selected chips, prints the table, and fails if anything is not as expected.
pub(crate) fn run(root: &Path, options: &FirmwareOptions) -> Result<()> {
    let names = &options.target;
    let is_selected =
        |it: &&Chip| names.is_empty() || names.iter().any(|name| name == it.machine.name);
    // In the order of the list, so that chips of one target stand side by side.
    let chips: Vec<&Chip> = CHIPS.iter().filter(is_selected).collect();
    if options.available {
        return check_available(root, &chips);
    }
    report_or_fail(&missing_tools(&chips), false)?;
    if options.deep {
        return check_deep(root, chips);
    }
    library::check_host(root)?;
    let costs = check_all(root, &chips)?;
    if options.json {
        println!("{}", cost::json(&costs)?);
    } else {
        print!("{}", cost::table(&costs));
    }
    within_budget(&costs)
}

/// Runs everything on the chips whose tools are installed, and builds the libraries for a small chip. Reports the tools that
/// are missing for the others.
fn check_available(root: &Path, chips: &[&'static Chip]) -> Result<()> {
    library::check_host(root)?;
    report_or_fail(&missing_tools(chips), true)?;
    let costs = check_all(root, chips)?;
    let what = "firmware: rules and count for a Cortex-M0";
    match ChipCompiler::require(SMALL_CHIP.target, what) {
        Ok(compiler) => run_all(&mut libraries(&compiler))?,
        Err(missing) => missing.report(),
    }
    within_budget(&costs)
}

/// The chip that stands for small ones: Cortex-M0, no operating system, no allocator.
const SMALL_CHIP: &Chip = &CHIPS[0];

/// Builds the libraries that must do without an operating system.
fn libraries(compiler: &ChipCompiler) -> [Step; 2] {
    [
        ("rules", "-p passant-rules --all-features"),
        ("count", "-p passant-count"),
    ]
    .map(|(name, arguments)| {
        let title = format!("{name} for a {}", SMALL_CHIP.processor);
        let step = compiler.step(&title, &[SMALL_CHIP.target], arguments);
        SMALL_CHIP
            .toolchain
            .prepare(step, SMALL_CHIP.target, compiler)
    })
}

fn check_deep(root: &Path, chips: Vec<&'static Chip>) -> Result<()> {
    let builder = Builder::new(root, Some(DEEP));
    // An Uno would need an hour.
    for chip in chips.into_iter().filter(|chip| chip.most_leaves.is_none()) {
        comparison::check_deep(&builder, chip)?;
    }
    Ok(())
}

/// Checks chips, those of all targets at the same time: an emulator uses one core, and builds wait for each other.
fn check_all(root: &Path, chips: &[&'static Chip]) -> Result<Vec<Cost>> {
    image::build_ahead(chips)?;
    let targets: Vec<_> = chips.chunk_by(|a, b| a.target == b.target).collect();
    let check = |chips: &&[&'static Chip]| check_target(root, chips);
    let threads = ThreadPoolBuilder::new()
        .num_threads(targets.len())
        .build()?;
    let costs: Result<Vec<Vec<Cost>>> = threads.install(|| targets.par_iter().map(check).collect());
    Ok(costs?.into_iter().flatten().collect())
}

/// Checks chips of one target, apart from those whose tools are missing. One after the other: their images have the same
/// path.
fn check_target(root: &Path, chips: &[&'static Chip]) -> Result<Vec<Cost>> {
    if let Some(compiler) = ChipCompiler::find(chips[0].target) {
        library::check(root, chips[0], &compiler)?;
    }
    let builder = Builder::new(root, None);
    let mut costs = Vec::new();
    for chip in chips
        .iter()
        .filter(|chip| missing_tools(&[chip]).is_empty())
    {
        comparison::check(&builder, chip)?;
        costs.push(Cost::of(chip, &builder)?);
    }
    Ok(costs)
}

fn within_budget(costs: &[Cost]) -> Result<()> {
    let excesses: Vec<String> = costs.iter().flat_map(Cost::excesses).collect();
    if excesses.is_empty() {
        Ok(())
    } else {
        bail!("{}", excesses.join("\n"))
    }
}

/// Returns the tools that chips need and that are not installed.
fn missing_tools(chips: &[&Chip]) -> Vec<Missing> {
    chips.iter().flat_map(|chip| chip.missing_tools()).collect()
}
