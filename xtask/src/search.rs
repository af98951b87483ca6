//! Runs checks that take long, or are made before a release. Most need tools that a bare machine lacks: they are no part of
//! the tests.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use passant_test_tools::Missing;
use xtask::{Step, missing_tools, run_all};

use crate::fuzz;
use crate::optional::{CARGO_DENY, CARGO_SEMVER_CHECKS, MIRI, NIGHTLY, Tool, command};

/// The searches: a title, the tools, and the function that runs it.
const SEARCHES: [(&str, &[Tool], Search); 5] = [
    ("documentation", &[], |_| check_documentation()),
    ("fuzzing", fuzz::TOOLS, |root| {
        fuzz::run(root, &fuzz::Fuzz::short())
    }),
    ("Miri", MIRI_TOOLS, |_| miri()),
    ("AddressSanitizer", ASAN_TOOLS, asan),
    ("licenses", DENY_TOOLS, |_| licenses()),
];

/// Runs a search in the workspace at this path.
type Search = fn(&Path) -> Result<()>;

/// Writes the documentation of all libraries; a warning, such as a link to nothing, is an error. `cargo doc` analyzes each crate
/// and everything that it depends on once more, which takes as long as a third of the tests' build.
fn check_documentation() -> Result<()> {
    let doc = "doc --quiet --workspace --no-deps --all-features --lib";
    let step = Step::cargo("documentation", doc);
    step.env("RUSTDOCFLAGS", "-D warnings").run()
}

/// Runs every search whose tools are there, and lists what did not run. Fails if one of them finds something; with `CI=true`
/// a missing tool is a failure too.
pub(crate) fn run(root: &Path) -> Result<()> {
    let mut missing = Vec::new();
    let mut failures = Vec::new();
    let mut note = |result: Result<()>| {
        failures.extend(result.err().map(|error| format!("{error:#}")));
    };
    for (title, tools, search) in SEARCHES {
        match tools.iter().find(|tool| !tool.is_installed()) {
            Some(tool) => missing.push(tool.missing(title)),
            None => note(search(root)),
        }
    }
    if DENY_TOOLS.iter().all(Tool::is_installed) {
        note(advisories().map(|absent| missing.extend(absent)));
    }
    for failure in &failures {
        eprintln!("failed: {failure}");
    }
    eprint!("{}", missing_tools::table(&missing));
    match failures.len() {
        0 => missing_tools::accept(&missing),
        number => bail!("{number} searches failed"),
    }
}

/// The tools for licenses, sources and advisories of dependencies, which `.cargo/deny.toml` allows.
const DENY_TOOLS: &[Tool] = &[CARGO_DENY];

/// Checks licenses and sources.
fn licenses() -> Result<()> {
    let check = deny(&["check", "licenses", "bans", "sources"]);
    Step::of("licenses and sources", check).run()
}

/// Checks advisories, if their database can be had; otherwise says so.
fn advisories() -> Result<Option<Missing>> {
    let mut fetch = deny(&["fetch", "db"]);
    fetch.stdout(Stdio::null()).stderr(Stdio::null());
    if !fetch.status().is_ok_and(|status| status.success()) {
        return Ok(Some(Missing {
            tool: "advisory database".to_owned(),
            install: "cargo deny fetch db".to_owned(),
            what: "advisories".to_owned(),
        }));
    }
    let check = deny(&["--offline", "check", "advisories"]);
    Step::of("advisories", check).run().map(|()| None)
}

fn deny(arguments: &[&str]) -> Command {
    let mut deny = command(&["cargo", "deny"]);
    deny.args(arguments);
    deny
}

/// A crate that is published whenever a release is.
const PUBLISHED: &str = "passant-rules";

/// Checks before a release documentation, licenses, advisories, and versions that say what changed. Lists the checks whose
/// tools are missing; with `CI=true` those are a failure. `xtask/release` builds the release itself.
pub(crate) fn check_release() -> Result<()> {
    check_documentation()?;
    let mut missing = Vec::new();
    if let Some(tool) = DENY_TOOLS.iter().find(|tool| !tool.is_installed()) {
        missing.push(tool.missing("licenses and advisories"));
    } else {
        licenses()?;
        missing.extend(advisories()?);
    }
    missing.extend(compare_versions()?);
    if !missing.is_empty() {
        eprint!("{}", missing_tools::table(&missing));
    }
    missing_tools::accept(&missing)
}

/// Compares the public items of each crate with those of its last published version, if there is one.
fn compare_versions() -> Result<Option<Missing>> {
    let mut published = command(&["cargo", "info", "--registry", "crates-io", PUBLISHED]);
    published.stdout(Stdio::null()).stderr(Stdio::null());
    if !published.status().is_ok_and(|status| status.success()) {
        println!("no published version of {PUBLISHED} was found to compare with");
        return Ok(None);
    }
    if !CARGO_SEMVER_CHECKS.is_installed() {
        return Ok(Some(CARGO_SEMVER_CHECKS.missing("versions")));
    }
    let check = command(&["cargo", "semver-checks", "--workspace"]);
    Step::of("versions", check).run().map(|()| None)
}

/// The tools for Miri.
const MIRI_TOOLS: &[Tool] = &[MIRI];

/// The tools for `AddressSanitizer`.
const ASAN_TOOLS: &[Tool] = &[NIGHTLY];

/// The tests that Miri runs: package, and arguments of `cargo test`. Miri is a thousand times slower than a processor, so
/// these are chosen, and the sizes of their inputs depend on `cfg!(miri)`. Those that are skipped go through 20,481 moves,
/// long lines, all characters and many files. The modules of the rules that are left out, `games`, `repetition` and
/// `text`, took more than two minutes each, and so did a test of the reader of TOML.
const INTERPRETED: [(&str, &str); 4] = [
    (
        "passant-rules",
        "--all-features --test it -- castling:: en_passant:: faults:: keys:: notation:: outcome:: serde:: \
         symmetry:: syntax:: --skip uci_moves_read_back",
    ),
    ("passant-query", "--lib -- --skip no_form_shows"),
    (
        "passant-suite",
        "--lib --test it -- lines:: epd:: --skip lines_have_a_limit --skip reads_every_file",
    ),
    ("passant-kernel", "--test it -- the_portable_kernel"),
];

/// The target whose standard library comes with a sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Runs the chosen tests in Miri.
pub(crate) fn miri() -> Result<()> {
    MIRI_TOOLS.iter().try_for_each(Tool::require)?;
    let mut steps: Vec<_> = INTERPRETED
        .iter()
        .map(|(package, arguments)| {
            let mut miri = command(&["cargo", "+nightly", "miri", "test", "--package", package]);
            miri.args(arguments.split(' '));
            // Tests read files, and proptest keeps no file of failures.
            miri.env("MIRIFLAGS", "-Zmiri-disable-isolation");
            miri.env("PROPTEST_CASES", "2");
            Step::of(&format!("{package} in Miri"), miri)
        })
        .collect();
    run_all(&mut steps)
}

/// Runs the tests of the kernels, and hostile calls of the rules for C, with `AddressSanitizer`.
pub(crate) fn asan(root: &Path) -> Result<()> {
    ASAN_TOOLS.iter().try_for_each(Tool::require)?;
    // A compiler flag for everything must not spoil what is built without it.
    let folder = root.join("target/asan");
    let kernels = "test --package passant-kernel --test it";
    let kernels = sanitize("the kernels with AddressSanitizer", kernels, &folder).run();
    // These run even if those fail.
    kernels.and(rules_for_c(&folder))
}

/// Builds the archive for C as the tests do (`crates/c/tests/it/main.rs`), but with `AddressSanitizer`, and links their
/// programs with it. These have the library of the sanitizer from the C compiler.
fn rules_for_c(folder: &Path) -> Result<()> {
    let build = "rustc --package passant-c --release --lib --crate-type staticlib";
    let build = sanitize("the rules for C with AddressSanitizer", build, folder);
    build
        .argument("--")
        .argument("--cfg=passant_archive")
        .run()?;
    let archive = folder.join(TARGET).join("release/libpassant_c.a");
    let calls = "test --package passant-c --test it -- programs::";
    let calls = Step::cargo("calls of the rules for C with AddressSanitizer", calls);
    calls.env("PASSANT_ARCHIVE", archive).run()
}

/// A call of the nightly cargo, whose arguments are separated by spaces, with `AddressSanitizer`.
fn sanitize(title: &str, arguments: &str, folder: &Path) -> Step {
    let mut cargo = command(&["cargo", "+nightly"]);
    cargo.args(arguments.split(' '));
    cargo.args(["--target", TARGET, "--target-dir"]).arg(folder);
    Step::of(title, cargo).env("RUSTFLAGS", "-Zsanitizer=address")
}
