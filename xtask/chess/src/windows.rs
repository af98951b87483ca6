//! `cargo xtask windows`: what differs on Windows and macOS.
//!
//! Lints the code for Windows and macOS, builds tests for Windows, and runs them in Wine. Wine is not Windows:
//! [`gaps`] lists what it does not show.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use passant_test_tools::Missing;

use crate::compiler::{ChipCompiler, is_program};

mod build;
mod gaps;
mod results;
pub(crate) mod wine;

use build::{TARGET, TestProgram, build, lint};
use results::Results;
use wine::{LINKER, Wine};

/// What to run.
#[derive(Args)]
pub(crate) struct WindowsOptions {
    /// Run only the tests about processes, paths, quoting and files
    #[arg(long)]
    smoke: bool,
    /// Skip the lints
    #[arg(long)]
    no_lints: bool,
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
        Err(missing) if options.available => {
            missing.iter().for_each(Missing::report);
            return Ok(());
        }
        Err(missing) => {
            let lines = missing.iter().map(|it| {
                let Missing { tool, install, .. } = it;
                format!("{tool} is not installed: {install}")
            });
            bail!("{}", lines.collect::<Vec<_>>().join("\n"));
        }
    };
    if !options.no_lints {
        lint(&compiler)?;
    }
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
    let missing = |tool: &str, install: &str| Missing {
        tool: tool.to_owned(),
        install: install.to_owned(),
        what: "tests for Windows".to_owned(),
    };
    let tools = [
        (LINKER, "gcc-mingw-w64-x86-64-win32"),
        ("wine", "wine wine64"),
    ];
    let absent = tools.iter().filter(|(program, _)| !is_program(program));
    let mut absent: Vec<_> = absent
        .map(|(program, package)| missing(program, &format!("apt-get install {package}")))
        .collect();
    match ChipCompiler::find(TARGET) {
        Some(compiler) if absent.is_empty() => Ok(compiler),
        Some(_) => Err(absent),
        None => {
            let tool = format!("a compiler for {TARGET}");
            absent.push(missing(&tool, &ChipCompiler::advice(TARGET)));
            Err(absent)
        }
    }
}
