//! The command lines of `passant diagnose` and `passant minimize`.

use clap::Args;

use super::engine::NamedEngine;

/// The end of `passant diagnose --help`.
const DIAGNOSE_NOTES: &str = "\
Examples:
  passant diagnose ./my-engine
  passant diagnose \"gnuchess --xboard\"

Asks the engine about a few positions, and compares its answers with those of engines that have
known faults. A fault is named only if it explains every answer, and further ones to questions that
are chosen to refute it. A fault that explains at least half of the wrong answers, and that no answer
contradicts, is called a partial fit. Then passant shrinks one counterexample, explains it by the
rules, tries variants of its position, and prints it as a test to paste.

Keys of the object that --json prints:
  outcome         not-asked, sound, named, one-of, in-part or unknown
  suspects        the faults, each with the number of answers that it explains
  conventions     conventions of the engine that are allowed
  counterexample  the wrong answer that is shown: found, fen, question, expected, got, squares,
                  rules, variants, tests
  asked, cases, wrong, unanswered, is_complete

Exit codes: 0 every answer is correct, 1 an answer is wrong, 2 the input cannot be used, 3 the
engine could not be started, or left questions unanswered while every answer is correct, 7 every answer is
correct, but the answers rule out few faults, 74 reading or writing failed, or no thread could be
started, 130 interrupted.";

/// The end of `passant minimize --help`.
const MINIMIZE_NOTES: &str = "\
Example:
  passant minimize ./my-engine \"rnbqkbn1/1ppp1ppp/8/r3pP1K/8/8/PPPPP1PP/RNBQ1BNR w q e6 0 1\"

Removes pieces, castling rights, clocks and plies as long as the engine makes the same mistake.
After Ctrl-C the smallest position so far is printed, if there is one.

Exit codes: 0 the position was shrunk, or the engine is correct about it, 2 the input cannot be
used, 3 the engine could not be started or gave no answer, 74 reading or writing failed,
or no thread could be started, 130 interrupted.";

/// The arguments of `passant diagnose`.
#[derive(Args)]
#[command(after_long_help = DIAGNOSE_NOTES)]
pub struct DiagnoseArguments {
    /// The engine.
    #[command(flatten)]
    pub engine: NamedEngine,

    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `passant minimize`.
#[derive(Args)]
#[command(after_long_help = MINIMIZE_NOTES)]
pub struct MinimizeArguments {
    /// The engine.
    #[command(flatten)]
    pub engine: NamedEngine,

    /// A position about which the engine is wrong: a FEN in quotes, or startpos
    pub fen: String,

    /// The depth at which it is wrong, in plies
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub depth: u32,

    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,
}
