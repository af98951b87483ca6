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

mod bit_flips;
mod generated;
mod missing;
mod program;
mod random;
pub mod readme;
mod search_path;
mod tool;

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

pub use bit_flips::bit_flips;
pub use generated::{assert_generated, is_blessing};
pub use missing::{Missing, REPORT_FILE, is_ci};
pub use program::{filter, must_be_built, program, target};
pub use random::Random;
pub use search_path::search_path;
pub use tool::{find_program, find_tool, folders_of_programs, missing_tools, package, tool};
