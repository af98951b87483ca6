//! Runs every check that a change must pass.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::ScopedJoinHandle;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use passant_test_tools::{Missing, REPORT_FILE, is_ci};
use tempfile::NamedTempFile;
use xtask::{Step, cargo, has_command, missing_tools, run_all};

use crate::tidy;

/// The choice between all checks and the builds alone.
#[derive(Args)]
pub(crate) struct TestOptions {
    /// Build and lint, and run nothing of what was built
    #[arg(long)]
    no_run: bool,
}

/// Needs a component of the Rust toolchain that some installations lack, as the lints do.
const FORMAT: Check = ("format", "fmt --all --check");

const ARCHIVE: Check = (
    "the rules for C, which tests link with",
    "rustc --quiet -p passant-c --release --lib --crate-type staticlib --target-dir target/c-build -- --cfg=passant_archive",
);

const BUILD: Check = (
    "lints, and build of the tests",
    "test --workspace --all-features --no-run",
);

/// Lints the benches, which no test runs: the tests need not wait for that.
const BENCHES: Check = (
    "lints of the benches",
    "test --quiet --workspace --all-features --no-run --bench *",
);

/// Runs what was built, beside what is in the background: tests often wait for an engine.
const TESTS: Check = (
    "tests",
    "test --workspace --all-features --no-fail-fast --tests -- --skip slow::",
);

/// Runs the rest beside [`TESTS`]: modules called `slow` wait for seconds.
const SLOW_TESTS: Check = (
    "tests of slow engines",
    "test --workspace --all-features --no-fail-fast --quiet --tests -- slow::",
);

/// Runs the tests in the documentation. `cargo xtask search` checks its links.
const DOCUMENTATION: Check = (
    "tests in the documentation",
    "test --workspace --all-features --no-fail-fast --doc",
);

/// The checks of `xtask-chess` while the tests run, in the time that these leave, and after them: most of what they need is
/// built for other machines. The build of the page shows that judging needs neither processes nor threads. The firmware, most
/// of whose steps keep one core busy, needs company to its end, so NEON waits for the page, and a browser for NEON.
const CHESS_CHECKS: [&[Check]; 4] = [
    &[("firmware", "firmware --available")],
    &[RULES_FOR_C],
    &[("lints for other systems", "lint --quick --available")],
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
/// missing tool is a failure too, but for tools of tests that continuous integration does not install.
pub(crate) fn run(root: &Path, options: &TestOptions) -> Result<()> {
    let reports = NamedTempFile::new()?;
    let reports = reports.path();
    let has_clippy = has_command(&cargo(), "clippy");
    if !has_clippy {
        missing_component("clippy", "lints").append_to(reports);
    }
    let mut is_built = false;
    let mut results = std::thread::scope(|scope| {
        // Builds leave a core idle at their beginning and at their end.
        let tidiness = (!options.no_run).then(|| scope.spawn(|| check_tidiness(root)));
        let format = (!options.no_run).then(|| scope.spawn(|| check_format(reports)));
        let mut results = vec![step(ARCHIVE, reports).run()];
        let build = lint(step(BUILD, reports), has_clippy).run();
        is_built = build.is_ok();
        results.push(build);
        if options.no_run {
            results.push(lint(step(BENCHES, reports), has_clippy).run());
        }
        results.extend(tidiness.into_iter().chain(format).map(join));
        results
    });
    if is_built && !options.no_run {
        results.extend(last_checks(reports, has_clippy)?);
    }

    let missing = Missing::read(reports);
    let ignored = passant_test_tools::missing_tools(&root.join("target"), is_ci());
    let failures: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    for failure in &failures {
        eprintln!("failed: {failure:#}");
    }
    let all = [&missing[..], &ignored].concat();
    if !options.no_run || !all.is_empty() {
        eprint!("{}", missing_tools::table(&all));
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
    if !has_command(&cargo(), "fmt") {
        missing_component("rustfmt", FORMAT.0).append_to(reports);
        return Ok(());
    }
    step(FORMAT, reports).run()
}

/// Compiles the crates of this workspace with lints in a step, if clippy is there: a warning is an error. `cargo clippy`
/// sets these two variables too, for a build that nothing can use. Only such a step finds what another has built.
fn lint(step: Step, has_clippy: bool) -> Step {
    if !has_clippy {
        return step;
    }
    let step = step.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    step.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings")
}

/// Runs the tests, and the checks of `xtask-chess`.
fn last_checks(reports: &Path, has_clippy: bool) -> Result<Vec<Result<()>>> {
    let chess = chess_program()?;
    let chess_step = |(title, arguments): Check| {
        let step = Step::new(title, &chess, arguments);
        step.env(REPORT_FILE, reports)
    };
    let of_build = |check| lint(step(check, reports), has_clippy);
    let of_host = vec![
        chess_step(SUITES),
        chess_step(FIGURES),
        of_build(BENCHES),
        of_build(DOCUMENTATION),
    ];
    let mut rows = vec![of_host];
    rows.extend(CHESS_CHECKS.map(|row| row.iter().copied().map(chess_step).collect()));
    let in_background = |row: Vec<Step>| row.into_iter().map(Step::in_background).collect();
    let mut rows: Vec<Vec<Step>> = rows.into_iter().map(in_background).collect();
    let (mut tests, mut slow_tests) = (of_build(TESTS), of_build(SLOW_TESTS));
    let results = std::thread::scope(|scope| {
        let background = rows.iter_mut().map(|row| scope.spawn(|| run_all(row)));
        let background: Vec<_> = background.collect();
        let slow = scope.spawn(|| slow_tests.run());
        let mut results = vec![tests.run(), join(slow)];
        results.extend(background.into_iter().map(join));
        results
    });
    Ok(results)
}

/// Waits for a thread with steps.
fn join(thread: ScopedJoinHandle<'_, Result<()>>) -> Result<()> {
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

/// Returns the program `xtask-chess`, which `cargo test` has built for its tests: `cargo run` would build it once more, with
/// the features of its own dependencies only.
fn chess_program() -> Result<OsString> {
    let name = format!("xtask-chess{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::current_exe().context("cannot tell where this program is")?;
    Ok(path.with_file_name(name).into())
}

fn missing_component(component: &str, check: &str) -> Missing {
    Missing {
        tool: component.to_owned(),
        install: format!("rustup component add {component}"),
        what: check.to_owned(),
    }
}
