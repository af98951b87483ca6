//! Every check that a change must pass.

use std::path::Path;

use anyhow::{Result, bail};

use crate::compiler::ChipCompiler;
use crate::steps::{Step, run_all};
use crate::{firmware, suites, tidy};

/// The target that stands for small chips: Cortex-M0, no operating system, no allocator.
const CHIP: &str = "thumbv6m-none-eabi";

/// If this is set, what cannot be checked on chips for lack of tools is a failure.
const REQUIRE_CHIPS: &str = "PASSANT_REQUIRE_CHIPS";

/// Runs all checks, and fails if one does; what could not be checked is said.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut steps = host_steps();
    steps.extend(chip_steps());
    let mut failures: Vec<String> = run_all(&mut steps)
        .err()
        .iter()
        .map(|error| format!("{error:#}"))
        .collect();

    eprintln!("==> tidiness");
    failures.extend(tidy::run(root).err().map(|error| format!("{error:#}")));
    eprintln!("==> suites, computed again");
    failures.extend(
        suites::verify_quickly(root)
            .err()
            .map(|error| format!("{error:#}")),
    );

    eprintln!("==> firmware");
    let (result, missing) = firmware::test(root);
    failures.extend(result.err().map(|error| format!("{error:#}")));
    for tool in missing {
        eprintln!("skipped: {tool}");
        if std::env::var_os(REQUIRE_CHIPS).is_some() {
            failures.push(format!(
                "{REQUIRE_CHIPS} is set, and something is missing: {tool}"
            ));
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        bail!("{}", failures.join("\n"))
    }
}

/// What needs nothing but Rust.
fn host_steps() -> Vec<Step> {
    vec![
        Step::cargo("format", "fmt --all --check"),
        Step::cargo(
            "lints",
            "clippy --quiet --workspace --all-targets --all-features -- -D warnings",
        ),
        Step::cargo(
            "perft without threads",
            "check --quiet -p passant-perft --no-default-features",
        ),
        Step::cargo("tests", "test --workspace --all-features"),
        Step::cargo("documentation", "doc --quiet --workspace --no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
    ]
}

/// Builds what runs on chips for a chip; nothing where no compiler for it is at hand.
fn chip_steps() -> Vec<Step> {
    let Some(compiler) = ChipCompiler::find(CHIP) else {
        return Vec::new();
    };
    let step = |title, package| compiler.step(title, CHIP, package);
    vec![
        step("rules for a Cortex-M0", "-p passant-rules --all-features"),
        step(
            "perft for a Cortex-M0",
            "-p passant-perft --no-default-features",
        ),
    ]
}
