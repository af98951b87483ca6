//! The command line of `passant bisect`.

use clap::Args;

use super::engine::NamedEngine;

/// The end of `passant bisect --help`.
const NOTES: &str = "\
Examples:
  passant bisect ./my-engine \"3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1\" 3
  passant bisect \"./my-engine --uci\" startpos 5 e2e4 a7a6 e4e5 d7d5
  passant bisect --script \"./perft.sh {depth} {fen} {moves}\" startpos 5

Follows the counts that differ down to the first position whose moves differ.
Stops at a missing legal move, and never plays an illegal move. The engine may
omit moves with 0 nodes. If every position on the way is counted correctly when
it is sent to the engine by itself, the fault is in the count of the engine
(make and unmake, or a hash table), and the move is named.

Exit codes: 0 no difference, 1 a difference, 2 the input cannot be used, 3 the
engine could not be started or has no perft, 6 its answers contradict each other
or are not repeated, 74 reading or writing failed, or no thread could be started,
130 interrupted.";

/// The arguments of `passant bisect`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct BisectArguments {
    /// The engine.
    #[command(flatten)]
    pub engine: NamedEngine,

    /// The position: a FEN in quotes, or startpos
    pub fen: String,

    /// The depth of the wrong count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,

    /// Moves to play first, in UCI
    pub moves: Vec<String>,

    /// Also compare the leaf moves by type; queries each position before the last ply
    #[arg(long)]
    pub tally: bool,
}
