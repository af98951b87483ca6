//! What the tests of this workspace need besides Rust.
//!
//! - [`tool`] finds an installed program. If it is missing, the test is reported as not run, and returns early.
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
//! let Some(python) = tool("python3") else {
//!     return;
//! };
//! let _ = std::process::Command::new(python).env("PATH", search_path());
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

pub use bit_flips::bit_flips;
pub use generated::{assert_generated, is_blessing};
pub use missing::{Missing, REPORT_FILE, is_ci};
pub use program::{filter, must_be_built, program, target};
pub use random::Random;
pub use search_path::search_path;
pub use tool::{find_tool, optional_tool, package, tool};
