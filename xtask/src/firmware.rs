//! `cargo xtask firmware`: the rules on microcontrollers.
//!
//! Builds the images of `crates/firmware`, runs them in QEMU, compares what they print with what the same programs
//! print on this host, and holds what they cost against a budget.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;

mod chip;
mod cost;
mod emulator;
mod image;
mod program;
mod report;

use chip::Chip;
use cost::Cost;
use emulator::Emulator;
use image::Builder;

/// What to run, and how to print it.
#[derive(Args)]
pub(crate) struct FirmwareOptions {
    /// Only this chip, by the name of its machine in QEMU, such as microbit; may be given several times
    #[arg(long, value_name = "CHIP", value_parser = Chip::named)]
    target: Vec<&'static Chip>,
    /// Print JSON, one object for each chip
    #[arg(long)]
    json: bool,
    /// Only count the standard positions, but to where they have 120 million leaves: the initial position to depth 6
    #[arg(long, conflicts_with = "json")]
    deep: bool,
}

/// The most leaves of a count of a deep run.
const DEEP: u64 = 120_000_000;

/// Runs everything on the chips that are asked for, prints the table, and fails if anything is not as it should be.
pub(crate) fn run(root: &Path, options: &FirmwareOptions) -> Result<()> {
    let chips: Vec<&Chip> = if options.target.is_empty() {
        chip::CHIPS.iter().collect()
    } else {
        options.target.clone()
    };
    let missing: Vec<String> = chips.iter().flat_map(|chip| missing_tools(chip)).collect();
    if !missing.is_empty() {
        bail!("{}", missing.join("\n"));
    }
    if options.deep {
        return check_deep(root, chips);
    }
    let costs = check_all(root, chips)?;
    if options.json {
        println!("{}", report::json(&costs)?);
    } else {
        print!("{}", report::table(&costs));
    }
    within_budget(&costs)
}

/// Runs everything on the chips whose tools are there. What is missing for the others is returned.
pub(crate) fn test(root: &Path) -> (Result<()>, Vec<String>) {
    let mut missing = Vec::new();
    let mut chips = Vec::new();
    for chip in &chip::CHIPS {
        let tools = missing_tools(chip);
        if tools.is_empty() {
            chips.push(chip);
        }
        missing.extend(tools);
    }
    let result = check_all(root, chips).and_then(|costs| within_budget(&costs));
    (result, missing)
}

fn check_deep(root: &Path, chips: Vec<&'static Chip>) -> Result<()> {
    let builder = Builder::new(root, Some(DEEP));
    // An Uno would need an hour.
    for chip in chips.into_iter().filter(|chip| chip.most_leaves.is_none()) {
        program::check_deep(&builder, &Emulator::new(chip, &builder)?.patient())?;
    }
    Ok(())
}

fn check_all(root: &Path, chips: Vec<&'static Chip>) -> Result<Vec<Cost>> {
    let builder = Builder::new(root, None);
    let mut costs = Vec::new();
    for chip in chips {
        let emulator = Emulator::new(chip, &builder)?;
        program::check(&builder, &emulator)?;
        costs.push(Cost::of(chip, &builder, &emulator)?);
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

/// The tools that a chip needs and that are not there, each with the command that installs it.
fn missing_tools(chip: &Chip) -> Vec<String> {
    image::missing_tools(chip)
        .into_iter()
        .chain(emulator::missing_tool(chip))
        .map(|advice| format!("{}: {advice}", chip.name))
        .collect()
}
