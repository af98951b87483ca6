//! Makes everything anew that follows from the sources.

use anyhow::Result;
use clap::Args;
use xtask::{Step, run_all};

/// Steps that make what follows from the sources: a title, the arguments of cargo, and those that only look.
///
/// The quick cases come first, because the tests use them. The table of visible faults comes before what `passant` prints.
const STEPS: [(&str, &str, &str); 4] = [
    (
        "quick cases, and figures of the suites",
        "run --quiet --package xtask-chess -- suites figures",
        "--check",
    ),
    (
        "visible faults",
        "test --quiet --package passant-report --all-features --test visible_faults",
        "",
    ),
    (
        "programs for the tests",
        "build --quiet --all-features --package passant-oracle --package passant-test-tools --package passant --bins \
         --example adapter",
        "",
    ),
    (
        "addresses, tables, packed suites, schemas, snapshots and figures of pages",
        "test --quiet --no-fail-fast --all-features --tests --package passant-suite --package passant-firmware \
         --package passant-report --package passant-snapshots --package passant-judge --package passant -- --skip visible_faults",
        "",
    ),
];

/// Tells whether to write anything.
#[derive(Args)]
pub(crate) struct Bless {
    /// Change nothing, and say what is stale
    #[arg(long)]
    check: bool,
}

/// Writes everything anew, or fails if something is stale.
pub(crate) fn run(options: &Bless) -> Result<()> {
    let update = if options.check { "no" } else { "always" };
    let mut steps = STEPS.map(|(title, arguments, check)| {
        let step = Step::cargo(title, arguments).env("INSTA_UPDATE", update);
        if options.check && !check.is_empty() {
            step.argument(check)
        } else {
            step
        }
    });
    run_all(&mut steps)
}
