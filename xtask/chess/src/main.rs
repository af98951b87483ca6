//! The tasks of this repository that need its chess crates. `cargo xtask` builds and runs this program for them.

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod c;
mod compiler;
mod firmware;
mod neon;
mod page;
mod stockfish;
mod suites;
mod windows;

/// The tasks of this repository that need its chess crates
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: ChessTask,
}

#[derive(Subcommand)]
enum ChessTask {
    /// Build the archives of the rules for C and C++, and run programs that are linked with them, in an emulator
    ///
    /// Exit codes: 0 everything is as expected, 1 an answer differs, a budget is exceeded, or a tool is missing.
    C(c::COptions),
    /// Run the rules on microcontrollers, in an emulator, and check counts and cost
    ///
    /// Exit codes: 0 everything is as expected, 1 a count differs, a budget is exceeded, or a tool is missing.
    Firmware(firmware::FirmwareOptions),
    /// Lint the code for Windows and macOS
    ///
    /// Exit codes: 0 nothing was found, 1 there is a warning, or a tool is missing.
    Lint(windows::LintOptions),
    /// Test the NEON kernel in an emulator
    ///
    /// Exit codes: 0 everything is as expected, 1 a test fails, or a tool is missing.
    Neon(neon::NeonOptions),
    /// Build the page into `target/page`, and show it in a browser on demand
    ///
    /// Exit codes: 0 it was built, 1 it was not, because of an error or for lack of a tool.
    Page(page::PageOptions),
    /// Verify, confirm and rate the test positions
    #[command(subcommand)]
    Suites(suites::SuitesCommand),
    /// Run the tests for Windows in Wine
    ///
    /// Exit codes: 0 everything is as expected, 1 a test fails, or a tool is missing.
    Windows(windows::WindowsOptions),
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap_or(Path::new("."));
    let result = match Arguments::parse().task {
        ChessTask::C(options) => c::run(root, &options),
        ChessTask::Firmware(options) => firmware::run(root, &options),
        ChessTask::Lint(options) => windows::lint(&options),
        ChessTask::Neon(options) => neon::run(&options),
        ChessTask::Page(options) => page::run(root, &options),
        ChessTask::Suites(command) => suites::run(root, &command),
        ChessTask::Windows(options) => windows::run(root, &options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
