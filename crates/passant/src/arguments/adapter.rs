//! The command line of `passant adapter`.

use clap::{Args, Subcommand};

use super::asking::START_TIMEOUT;

/// What follows the options in `passant adapter check --help`.
const NOTES: &str = "\
Examples:
  passant adapter check 'python3 adapter.py'
  passant adapter check ./adapter --json

Every request that the adapter announces is made, in positions where it has something to say,
and one that it does not announce must be refused. What is said about chess is not judged:
passant check does that.

Exit codes: 0 every reply has the form of the protocol, 1 one has not, 2 the command line could
not be used, 3 the adapter could not be started, ended or was silent, and every reply is right.";

/// What to do about an adapter.
#[derive(Args)]
pub struct AdapterArguments {
    /// What to do.
    #[command(subcommand)]
    pub verb: AdapterVerb,
}

/// What to do about an adapter.
#[derive(Subcommand)]
pub enum AdapterVerb {
    /// Check that an adapter speaks the line protocol `passant 1`
    #[command(after_long_help = NOTES)]
    Check {
        /// The adapter: a program, or a command with its arguments in quotes
        adapter: String,

        /// How long each later reply may take, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        timeout: u64,

        /// How long it may take to start and to answer the first request, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = START_TIMEOUT, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        start_timeout: u64,

        /// Print one JSON object: name, and exchanges with request, outcome (well, wrong, silent), reply and wrong
        #[arg(long)]
        json: bool,

        /// Say nothing but what is wrong
        #[arg(short, long)]
        quiet: bool,
    },
}
