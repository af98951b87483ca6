//! Undefined behavior and wrong memory accesses, looked for at run time.

use std::path::Path;

use anyhow::Result;
use xtask::{Step, run_all};

use crate::optional::{MIRI, NIGHTLY, Tool, command};

/// The tools for Miri.
pub(crate) const MIRI_TOOLS: &[Tool] = &[MIRI];

/// The tools for `AddressSanitizer`.
pub(crate) const ASAN_TOOLS: &[Tool] = &[NIGHTLY];

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

/// Builds the archive for C as the tests do (`crates/c/tests/it/archive.rs`), but with `AddressSanitizer`, and links their
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
