//! Tools that the tests of this workspace need besides Rust.
//!
//! - [`tool`] finds an installed program. A test that uses it has the attribute `needs` of the crate `passant-needs`: where the
//!   program is missing when the tests are built, the test is ignored.
//! - [`program`] finds a program that this workspace builds, such as the engine `passant-oracle`, or `passant-hostile`, an
//!   engine that misbehaves.
//! - [`search_path`] is the `PATH` for the programs under test: it holds the declared tools and nothing else, so that a
//!   test cannot depend on a program that only some machines have.
//! - [`bit_flips`] damages a file, so that a test can demand that no damage is believed.
//! - [`assert_generated`] compares a file with what the sources make of it, or writes it.
//! - [`Random`] gives random numbers that are the same in every run.
//! - [`readme`] lists the commands of the README, so that the tests of each program can try those that it runs.
//!
//! ```no_run
//! use passant_test_tools::{search_path, tool};
//!
//! # fn test() {
//! let _ = std::process::Command::new(tool("python3")).env("PATH", search_path());
//! # }
//! ```

mod program;
mod random;
pub mod readme;
mod tool;

pub use program::{filter, must_be_built, program, target};
pub use random::{Random, bit_flips};
pub use tool::{
    Missing, REPORT_FILE, find_program, find_tool, folders_of_programs, is_ci, missing_tools,
    package, search_path, tool,
};

use std::fs;
use std::path::Path;

/// Makes a test of each engine out of a function that takes the name of one first: each is ignored where its engine is missing.
///
/// ```ignore
/// test_each!(passes: stockfish("stockfish", 0), phalanx("phalanx", 1));
/// fn passes(engine: &str, code: i32) {}
/// ```
#[macro_export]
macro_rules! test_each {
    ($function:ident: $($name:ident($tool:tt $(, $argument:expr)*)),+ $(,)?) => {
        mod $function {
            #[allow(clippy::wildcard_imports, unused_imports)]
            use super::*;
            $(
                #[passant_needs::needs($tool)]
                #[test]
                fn $name() {
                    super::$function($tool $(, $argument)*);
                }
            )+
        }
    };
}

/// Compares a file with what the sources make of it. With `INSTA_UPDATE=always`, as `cargo xtask bless` sets it, writes the
/// file.
///
/// # Panics
///
/// Panics if the file differs, or cannot be written.
#[track_caller]
pub fn assert_generated(path: &Path, expected: impl AsRef<[u8]>) {
    let bytes = expected.as_ref();
    let is_same = fs::read(path).is_ok_and(|found| found == bytes);
    if !is_same && is_blessing() {
        fs::write(path, bytes).expect("the file can be written");
        return;
    }
    assert!(
        is_same,
        "{} is not what the sources make: cargo xtask bless writes it anew",
        path.display()
    );
}

/// Tells whether the tests are to write what follows from the sources, as snapshots do.
#[must_use]
pub fn is_blessing() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}
