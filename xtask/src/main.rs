//! What this repository does to itself: verify, test, measure, keep tidy. `cargo xtask --help` lists it.

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use passant::{PositionArguments, VerifyOptions, command, exit_code, report};

mod bench;
mod compiler;
mod firmware;
mod steps;
mod stockfish;
mod suites;
mod test;
mod tidy;
mod zoo;

/// What this repository does to itself
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Verify the counts of the standard positions, and print leaf moves by kind; or count one position
    ///
    /// Exit codes: 0 all counts are as expected, 1 one is not, 2 the input could not be used, 130 interrupted.
    Perft {
        /// Suites (perft, en-passant/plain, perft/standard/kiwipete) and EPD files; `perft` by default
        #[arg(value_name = "SUITE-OR-EPD", conflicts_with = "fen")]
        names: Vec<String>,
        #[command(flatten)]
        position: PositionArguments,
        #[command(flatten)]
        options: VerifyOptions,
    },
    /// Run every check that a change must pass
    Test,
    /// Measure: in pairs against cozy-chess, then piece by piece; or against peers
    Bench(bench::Bench),
    /// Run the rules on microcontrollers, in an emulator, and check counts and cost
    ///
    /// Exit codes: 0 all is as it should be, 1 a count differs or a budget is exceeded, or a tool is missing.
    Firmware(firmware::FirmwareOptions),
    /// Keep the position data true
    #[command(subcommand)]
    Suites(suites::SuitesCommand),
    /// Check published libraries, and whether what is known of them is still so; installs them on demand
    ///
    /// Exit codes: 0 each library does what `xtask/zoo` says of it, 1 one does not, or could not be run.
    Zoo(zoo::ZooOptions),
    /// Check what the project promises about its own text: layout, arrows, lengths, unsafe, suites, README
    Tidy,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."));
    let result = match Arguments::parse().task {
        Task::Perft {
            names,
            position,
            options,
        } => {
            return command::perft::verify(&names, &position, &options)
                .unwrap_or_else(|failure| report::failure(&failure));
        }
        Task::Test => test::run(root),
        Task::Bench(options) => bench::run(&options),
        Task::Firmware(options) => firmware::run(root, &options),
        Task::Suites(command) => suites::run(root, &command),
        Task::Zoo(options) => zoo::run(root, &options),
        Task::Tidy => tidy::run(root),
    };
    match result {
        Ok(()) => exit_code::OK,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(exit_code::DIFFERENCE)
        }
    }
}
