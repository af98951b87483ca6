//! The command line of `passant bisect`.

use clap::Args;

use super::AskingArguments;

/// What follows the options in `passant bisect --help`.
const NOTES: &str = "\
Examples:
  passant bisect ./my-engine '3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1' 3
  passant bisect './my-engine --uci' startpos 5 e2e4 a7a6 e4e5 d7d5

Goes down from the counts that differ to the first position whose moves do. It
stops where a legal move is missing, and never plays a move that is not legal.
A move below which there is nothing may be left out by the engine. Where all
positions are right once the engine is told of them, the fault is within its
own count (make and unmake, a hash table), and the move is named. A script
(passant check --script) is asked with --protocol script.

Exit codes: 0 no difference, 1 a difference, 2 the input could not be used,
3 the engine could not be asked, 6 its answers contradict themselves or are not
repeated, 130 interrupted.";

/// Which engine to bisect, and where.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct BisectArguments {
    /// A program, a command with its arguments in quotes, or a name from the file of --engines
    pub engine: String,

    /// The position as FEN in quotes, or the word startpos
    pub fen: String,

    /// How many half-moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,

    /// Moves to play first, in UCI
    pub moves: Vec<String>,

    /// How the engine is asked.
    #[command(flatten)]
    pub asking: AskingArguments,

    /// Count the engine's leaf moves by kind as well, and compare: asks about each position before the last half-move
    #[arg(long)]
    pub tally: bool,
}
