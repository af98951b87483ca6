//! `cargo xtask windows`: builds tests for Windows, and runs them in Wine.
//!
//! Wine is not Windows: [`gaps`] lists what it does not show.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use passant_test_tools::{Missing, find_tool};
use xtask::missing_tools::report_or_fail;

use crate::compiler::ChipCompiler;

pub(crate) mod build;
mod gaps;
mod results;
mod wine;

use build::{TARGET, TestProgram, build};
use results::Results;
use wine::{LINKER, Wine};

/// What to run.
#[derive(Args)]
pub(crate) struct WindowsOptions {
    /// Run only the tests about processes, paths, quoting and files
    #[arg(long)]
    smoke: bool,
    /// Report what is missing instead of failing
    #[arg(long)]
    available: bool,
    /// Only tests whose names contain one of these
    filters: Vec<String>,
}

/// The modules of tests of `passant` that a short run has.
const SMOKE: [&str; 8] = [
    "damaged::",
    "descriptors::",
    "escapes::",
    "files::",
    "hostile::",
    "long_run::",
    "rerun::",
    "windows::",
];

/// Runs everything that is selected, prints what failed and what was not shown, and fails if a test does.
pub(crate) fn run(root: &Path, options: &WindowsOptions) -> Result<()> {
    let compiler = match compiler() {
        Ok(compiler) => compiler,
        Err(missing) => return report_or_fail(&missing, options.available),
    };
    let programs = build(&compiler)?;
    let wine = Wine::prepare(root)?;
    let mut results = Results::default();
    for program in programs {
        results.add(&wine.run(&program, &filters(options, &program))?);
    }
    wine.end();
    print!("{}", results.table());
    results.check()
}

/// The filters of a program: those of the user, or those of a short run.
fn filters<'a>(options: &'a WindowsOptions, program: &TestProgram) -> Vec<&'a str> {
    let filters = &options.filters;
    if options.smoke && filters.is_empty() && program.package == "passant" {
        SMOKE.into()
    } else {
        filters.iter().map(String::as_str).collect()
    }
}

/// The compiler, or what is missing.
fn compiler() -> Result<ChipCompiler, Vec<Missing>> {
    let what = "tests for Windows";
    let mut absent: Vec<_> = [LINKER, "wine"]
        .iter()
        .filter_map(|tool| find_tool(tool, what).err())
        .collect();
    match ChipCompiler::require(TARGET, what) {
        Ok(compiler) if absent.is_empty() => return Ok(compiler),
        Ok(_) => {}
        Err(missing) => absent.push(missing),
    }
    Err(absent)
}
