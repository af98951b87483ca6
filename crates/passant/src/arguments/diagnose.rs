//! The command lines of `passant diagnose` and `passant minimise`.

use clap::Args;

use super::AskingArguments;

/// What follows the options in `passant diagnose --help`.
const DIAGNOSE_NOTES: &str = "\
Examples:
  passant diagnose ./my-engine
  passant diagnose 'gnuchess --xboard'

The engine is asked about a few positions, and its answers are compared with those of engines
that have one known fault, or two. A fault is named only if it gives all answers of the engine;
what comes near is told with what speaks against it. One wrong answer is then shrunk, judged by
the rules, tried in small variants of its position, and written down as a test to paste.

JSON, one object:
  outcome     not-asked, sound, named, one-of, nearest or unknown
  suspects    the faults, with the number of answers that an engine with them gives
  habits      conventions that are not wrong
  exhibit     the wrong answer that is shown: found, fen, question, expected, came, squares, rules,
              neighbours, tests
  asked, cases, wrong, unanswered, is_complete

Exit codes: 0 nothing is wrong, 1 something is, 2 the input could not be used,
3 the engine could not be started, or left questions unanswered and is right otherwise,
130 interrupted.";

/// What follows the options in `passant minimise --help`.
const MINIMISE_NOTES: &str = "\
Example:
  passant minimise ./my-engine 'rnbqkbnr/1ppp1ppp/8/r3pP1K/p7/8/PPPPP1PP/RNBQ1BNR w k e6 0 1'

Leaves out men, rights, clocks and half-moves as long as the engine is wrong in the same way.
Ctrl-C ends it early: the smallest position so far is printed, if one was found.

Exit codes: 0 a smaller position was found, or the engine is right, 2 the input could not be used,
3 the engine could not be started or asked, 130 interrupted.";

/// Which engine to diagnose.
#[derive(Args)]
#[command(after_long_help = DIAGNOSE_NOTES)]
pub struct DiagnoseArguments {
    /// A program, or a command with its arguments in quotes
    pub engine: String,

    /// How it is asked.
    #[command(flatten)]
    pub asking: AskingArguments,

    /// How many seconds to go on
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Which position to shrink, for which engine.
#[derive(Args)]
#[command(after_long_help = MINIMISE_NOTES)]
pub struct MinimiseArguments {
    /// A program, or a command with its arguments in quotes
    pub engine: String,

    /// A position about which the engine is wrong
    pub fen: String,

    /// Depth in half-moves at which it is
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub depth: u32,

    /// How it is asked.
    #[command(flatten)]
    pub asking: AskingArguments,

    /// How many seconds to go on
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,
}
