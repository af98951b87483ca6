//! The command line of `passant adapter`.

use clap::{Args, Subcommand};

use super::engine::{EngineMemory, START_TIMEOUT};

/// The end of `passant adapter check --help`.
const NOTES: &str = "\
Examples:
  passant adapter check \"python3 adapter.py\"
  passant adapter check ./adapter --json

Makes every request that the adapter announces, in suitable positions. Requests that it does not
announce must be refused. Only the form of the replies is checked: passant check tests whether the
adapter is correct about chess.

Exit codes: 0 every reply has the form of the protocol, 1 at least one has not, 2 the command line
cannot be used, 3 the adapter could not be started, ended or gave no reply, and no reply is wrong,
130 interrupted.";

/// The arguments of `passant adapter`.
#[derive(Args)]
pub struct AdapterArguments {
    /// The command to run.
    #[command(subcommand)]
    pub verb: AdapterVerb,
}

/// The commands for adapters.
#[derive(Subcommand)]
pub enum AdapterVerb {
    /// Check that an adapter follows the line protocol `passant 1`
    #[command(after_long_help = NOTES)]
    Check {
        /// The adapter: a program, or a command with its arguments in quotes
        adapter: String,

        /// Time limit for each later reply, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        timeout: u64,

        /// Time limit for starting and for the first reply, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = START_TIMEOUT, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        start_timeout: u64,

        /// How much of this machine the adapter may use.
        #[command(flatten)]
        memory: EngineMemory,

        /// Print a JSON object: name, and exchanges with request, outcome (ok, wrong or silent), reply and problem
        #[arg(long)]
        json: bool,

        /// Print only wrong replies
        #[arg(short, long)]
        quiet: bool,
    },
}
