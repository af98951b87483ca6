//! Undefined behavior and wrong memory accesses, looked for at run time.

use anyhow::Result;
use xtask::{Step, run_all};

use crate::optional::{MIRI, NIGHTLY, Tool, command};

/// What Miri needs.
pub(crate) const MIRI_TOOLS: &[Tool] = &[MIRI];

/// What `AddressSanitizer` needs.
pub(crate) const ASAN_TOOLS: &[Tool] = &[NIGHTLY];

/// The tests that Miri runs: package, and arguments of `cargo test`. Miri is a thousand times slower than a processor, so
/// these are chosen, and the sizes of their inputs depend on `cfg!(miri)`. Those that are skipped go through 20,481 moves,
/// long lines and many files.
const INTERPRETED: [(&str, &str); 4] = [
    (
        "passant-rules",
        "--all-features --test it -- en_passant:: castling:: notation:: syntax:: \
         --skip uci_moves_read_back",
    ),
    ("passant-query", "--lib"),
    (
        "passant-suite",
        "--lib --test it -- lines:: epd:: --skip lines_have_a_limit --skip reads_every_file",
    ),
    (
        "passant-perft",
        "--no-default-features --features kernels --test it -- the_portable_kernel",
    ),
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

/// Runs the tests of the kernels with `AddressSanitizer`.
pub(crate) fn asan() -> Result<()> {
    ASAN_TOOLS.iter().try_for_each(Tool::require)?;
    let mut test = command(&["cargo", "+nightly", "test", "--package", "passant-perft"]);
    // A compiler flag for everything must not spoil what is built without it.
    test.args([
        "--lib",
        "--test",
        "it",
        "--target",
        TARGET,
        "--target-dir",
        "target/asan",
    ]);
    test.env("RUSTFLAGS", "-Zsanitizer=address");
    Step::of("the kernels with AddressSanitizer", test).run()
}
