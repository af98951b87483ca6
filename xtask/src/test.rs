//! Every check that a change must pass.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::ScopedJoinHandle;

use anyhow::{Context, Result, anyhow, bail};
use passant_test_tools::{Missing, REPORT_FILE};
use xtask::{Step, cargo, has_command, missing_tools, run_all};

use crate::arguments::Test;
use crate::{stand_in, tidy};

/// Needs a component of the Rust toolchain that some installations lack, as the lints do.
const FORMAT: Check = ("format", "fmt --all --check");

/// Checks that need only Rust. That judging needs neither processes nor threads is checked by the build of the page.
const CHECKS: [Check; 1] = [(
    "the rules for C, which tests link with",
    "rustc --quiet -p passant-c --release --lib --crate-type staticlib --target-dir target/c-build -- --cfg=passant_archive",
)];

const BUILD: Check = (
    "build of the tests",
    "test --workspace --all-features --no-run",
);

/// Builds with a compiler that lints, if clippy is installed.
const LINTS: Check = ("lints, and build of the tests", BUILD.1);

/// No test runs the benches, so the tests need not wait for their lints.
const LINTS_OF_BENCHES: Check = (
    "lints of the benches",
    "test --quiet --workspace --all-features --no-run --bench *",
);

/// Runs what was built, beside what is in the background: tests often wait for an engine.
const TESTS: Check = (
    "tests",
    "test --workspace --all-features --no-fail-fast --tests -- --skip slow::",
);

/// What [`TESTS`] leaves out, beside it: modules called `slow` wait for seconds.
const SLOW_TESTS: Check = (
    "tests of slow engines",
    "test --workspace --all-features --no-fail-fast --quiet --tests -- slow::",
);

/// Runs the tests in the documentation, and checks the documentation.
const DOCUMENTATION: Check = (
    "documentation",
    "test --workspace --all-features --no-fail-fast --doc",
);

/// What `xtask-chess` checks while the tests run, in the time that these leave, and after them: most of it is built for other
/// machines. The firmware, most of whose steps keep one core busy, needs company to its end, so NEON waits for the page, and
/// a browser for NEON.
const CHESS_CHECKS: [&[Check]; 4] = [
    &[("firmware", "firmware --available")],
    &[RULES_FOR_C],
    &[OTHER_SYSTEMS],
    &[
        ("page", "page --available"),
        ("NEON", "neon --available"),
        ("tests of the page", "page --test --available"),
    ],
];

/// One archive for each family of chips: those for which the firmware is built too, so that `core` is compiled once for both.
const RULES_FOR_C: Check = (
    "rules for C",
    "c --available --archive cortex-m0plus --archive cortex-m3 --archive rv32imac --archive atmega328p",
);

const OTHER_SYSTEMS: Check = ("lints for other systems", "lint --quick --available");

/// Comes before the documentation, for which cargo would make the tests wait if it began at the same time.
const SUITES: Check = ("suites", "suites verify --max-nodes 30000");

/// The part of `cargo xtask bless --check` that no test has.
const FIGURES: Check = ("figures of the suites", "suites figures --check");

/// The last line, which says what was left out.
const NOTHING_RAN: &str = "nothing of what was built was run";
const LONGER: &str = "longer searches are no part of this: cargo xtask search";

/// A title, and the arguments of the program.
type Check = (&'static str, &'static str);

/// Runs all checks, lists what did not run because a tool is missing, and fails if a check fails. With `CI=true` a
/// missing tool is a failure too.
pub(crate) fn run(root: &Path, options: &Test) -> Result<()> {
    let reports = std::env::temp_dir().join(format!("passant-not-run-{}", std::process::id()));
    let (mut results, is_linted) = std::thread::scope(|scope| {
        // Builds leave a core idle at their beginning and at their end.
        let check_text = || {
            [
                scope.spawn(|| check_tidiness(root)),
                scope.spawn(|| check_format(&reports)),
            ]
        };
        let text = (!options.no_run).then(check_text);
        let mut results = Vec::from(CHECKS.map(|check| step(check, &reports).run()));
        let is_linted = build(&reports, &mut results);
        if options.no_run {
            let lints = lints_of_benches(&reports);
            results.extend(lints.map(|step| step?.run()));
        }
        results.extend(text.into_iter().flatten().map(joined));
        (results, is_linted)
    });
    if !options.no_run {
        results.extend(last_checks(&reports, is_linted)?);
    }

    let mut missing = Missing::read(&reports);
    missing.extend(missing_tools::of_tests(root)?);
    // A file that was never written is not there.
    let _ = std::fs::remove_file(&reports);
    let failures: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    for failure in &failures {
        eprintln!("failed: {failure:#}");
    }
    if !options.no_run || !missing.is_empty() {
        eprint!("{}", missing_tools::table(&missing));
    }
    eprintln!("{}", if options.no_run { NOTHING_RAN } else { LONGER });
    match failures.len() {
        0 => missing_tools::accept(&missing),
        number => bail!("{number} checks failed"),
    }
}

/// Checks what no compiler reads.
fn check_tidiness(root: &Path) -> Result<()> {
    eprintln!("==> tidiness");
    tidy::run(root)
}

fn check_format(reports: &Path) -> Result<()> {
    if !is_installed("fmt") {
        missing_component("rustfmt", FORMAT.0).append_to(reports);
        return Ok(());
    }
    step(FORMAT, reports).run()
}

/// Builds the tests, with lints if clippy is installed. Returns whether the tests to be run are those with lints: without
/// clippy, and where there is a warning, they are not.
fn build(reports: &Path, results: &mut Vec<Result<()>>) -> bool {
    let is_linted = if is_installed("clippy") {
        let linting = stand_in::linting(step(LINTS, reports));
        let result = linting.and_then(|mut step| step.run());
        let is_linted = result.is_ok();
        results.push(result);
        is_linted
    } else {
        missing_component("clippy", "lints").append_to(reports);
        false
    };
    if !is_linted {
        results.push(step(BUILD, reports).run());
    }
    is_linted
}

/// The step that lints the benches, if clippy is installed.
fn lints_of_benches(reports: &Path) -> Option<Result<Step>> {
    is_installed("clippy").then(|| stand_in::linting(step(LINTS_OF_BENCHES, reports)))
}

/// Runs the tests, and what `xtask-chess` checks.
fn last_checks(reports: &Path, is_linted: bool) -> Result<Vec<Result<()>>> {
    let chess = chess_program()?;
    let chess_step = |(title, arguments): Check| {
        let step = Step::new(title, &chess, arguments);
        step.env(REPORT_FILE, reports)
    };
    let of_build = |check| {
        let step = step(check, reports);
        if is_linted {
            stand_in::linting(step)
        } else {
            Ok(step)
        }
    };
    let documentation = stand_in::documenting(of_build(DOCUMENTATION)?)?;
    let mut tests = of_build(TESTS)?;
    let mut slow_tests = of_build(SLOW_TESTS)?;
    let mut of_host = vec![chess_step(SUITES), chess_step(FIGURES)];
    of_host.extend(lints_of_benches(reports).transpose()?);
    of_host.push(documentation);
    let mut rows = vec![of_host];
    rows.extend(CHESS_CHECKS.map(|row| row.iter().copied().map(chess_step).collect()));
    let in_background = |row: Vec<Step>| row.into_iter().map(Step::in_background).collect();
    let mut rows: Vec<Vec<Step>> = rows.into_iter().map(in_background).collect();
    let results = std::thread::scope(|scope| {
        let background = rows.iter_mut().map(|row| scope.spawn(|| run_all(row)));
        let background: Vec<_> = background.collect();
        let slow = scope.spawn(|| slow_tests.run());
        let mut results = vec![tests.run(), joined(slow)];
        results.extend(background.into_iter().map(joined));
        results
    });
    Ok(results)
}

/// Waits for a thread with steps.
fn joined(thread: ScopedJoinHandle<'_, Result<()>>) -> Result<()> {
    thread
        .join()
        .unwrap_or_else(|_| Err(anyhow!("a check panicked")))
}

fn step((title, arguments): Check, reports: &Path) -> Step {
    // Many tests wait for an engine: three times as many threads as cores keep the cores busy.
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    Step::cargo(title, arguments)
        .env(REPORT_FILE, reports)
        // Engines that fail on purpose are no news for the summary of a run on GitHub.
        .env("GITHUB_ACTIONS", "false")
        .env("RUST_TEST_THREADS", (3 * cores).to_string())
        // Notes for building a crate again make a build from scratch longer.
        .env("CARGO_INCREMENTAL", "0")
}

/// The program `xtask-chess`, which `cargo test` has built for its tests: `cargo run` would build it once more, with the
/// features of its own dependencies only.
fn chess_program() -> Result<OsString> {
    let name = format!("xtask-chess{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::current_exe().context("cannot tell where this program is")?;
    Ok(path.with_file_name(name).into())
}

/// Whether cargo has a command.
fn is_installed(command: &str) -> bool {
    has_command(&cargo(), command)
}

fn missing_component(component: &str, check: &str) -> Missing {
    Missing {
        tool: component.to_owned(),
        install: format!("rustup component add {component}"),
        what: check.to_owned(),
    }
}
