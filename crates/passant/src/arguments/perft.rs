//! The command line of `passant perft`, which `cargo xtask perft` runs.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use passant_perft::kernel::Mode;

/// The two ways to call `passant perft`.
const USAGE: &str = "\
passant perft --fen <FEN> --depth <N> [--divide] [--hash <SIZE>] [--checkpoint <FILE>] [OPTIONS]
       passant perft [SUITE-OR-EPD]... [--max-nodes <N>] [OPTIONS]";

/// What follows the options in `passant perft --help`.
const NOTES: &str = "\
Examples:
  passant perft --fen startpos --depth 6
  passant perft --fen '3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1' --depth 3 --divide --tally
  passant perft --fen startpos --depth 9 --hash 8GiB --checkpoint startpos-9.json
  passant perft en-passant/rejected-rank
  passant perft my-positions.epd --max-nodes 10000000

A line of an EPD file is a FEN and what it must count: FEN ;D1 20 ;D2 400

Keys of the object that --json prints for one position:
  fen      the position, en passant square after every double push
  depth    in half-moves
  nodes    leaf nodes
  divide   {move: nodes}, with --divide
  tally    {column: leaf moves}, with --tally
  method   {kernel, mode, threads, ply, positions, merged, hash_bytes, resumed,
           seconds, nodes_per_second}
           ply, positions, merged: the tree is cut at that ply into the trees of
           so many positions, those that several lines lead to counted once and
           taken as many times if merged; null for a tree that is not cut
           resumed: how many of them the checkpoint had already
           seconds: the time before the checkpoint included

Keys of the object that --json prints for suites and EPD files:
  positions  [{name, fen, depth, expected, nodes, verdict, tally}]
             verdict: ok, different, or unchecked (no count within the limit;
             depth, expected and nodes are null then)
             tally: with --tally, at that depth
  summary    {positions, checked, different, unchecked, counts, nodes, seconds,
             nodes_per_second, kernel, mode, threads}
  kinds      {max_nodes, tally}: leaf moves by kind, all positions together,
             each at its deepest depth of at most that many nodes

Exit codes: 0 all counts are as expected, 1 one is not, 2 the input could not be used,
130 interrupted.";

/// What to count.
#[derive(Args)]
#[command(override_usage = USAGE, after_long_help = NOTES)]
pub struct PerftArguments {
    /// Verify the counts of built-in suites (perft, en-passant/plain, perft/standard/kiwipete) and EPD files
    ///
    /// The suite perft if nothing is named. A name is an EPD file if there is such a file, or if it ends in .epd.
    #[arg(value_name = "SUITE-OR-EPD", conflicts_with = "fen")]
    pub names: Vec<String>,

    /// One position.
    #[command(flatten)]
    pub position: PositionArguments,

    /// Verify the counts of a built-in suite, whatever files there are
    #[arg(long, value_name = "NAME", conflicts_with = "fen")]
    pub suite: Vec<String>,

    /// Verify the counts that an EPD file gives
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub epd: Vec<PathBuf>,

    /// What to verify, and how to say it.
    #[command(flatten)]
    pub options: VerifyOptions,
}

/// One position to count.
#[derive(Args)]
pub struct PositionArguments {
    /// The position as FEN in quotes, or the word startpos
    ///
    /// Castling rights and en passant squares that cannot be are dropped, with a warning on standard error.
    #[arg(long, requires = "depth")]
    pub fen: Option<String>,

    /// How many half-moves to look ahead
    #[arg(long, value_name = "N", requires = "fen", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: Option<u32>,

    /// Print the nodes below each move
    #[arg(long, requires = "fen")]
    pub divide: bool,

    /// Keep what was counted in a hash table of this size: 512MiB, 8GiB
    ///
    /// Counts stay exact: whole positions are stored and compared. Without this there is no hash table.
    #[arg(long, value_name = "SIZE", requires = "fen")]
    pub hash: Option<ByteSize>,

    /// Keep what was counted in a file, about once in a second, and go on from it if it is there
    ///
    /// A run that was interrupted or killed goes on when the same command is given again. The file of another run is
    /// refused.
    #[arg(long, value_name = "FILE", requires = "fen")]
    pub checkpoint: Option<PathBuf>,
}

/// How much to verify, and how to say what was found.
#[derive(Args, Clone)]
pub struct VerifyOptions {
    /// Leave out counts that are larger than this
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    pub max_nodes: u64,

    /// Count leaf moves by kind as well, and print all columns
    #[arg(long)]
    pub tally: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// How many threads to use; one for each core by default
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// What counts: scalar, neon, avx2, avx512, or rules; by default the fastest that this machine has
    ///
    /// All count the same. `rules` is the generator of the rules crate, which shares nothing with the others.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// How a kernel counts the last two half-moves; reuse by default, and always make-all with --tally
    #[arg(long, value_name = "MODE")]
    pub mode: Option<ModeName>,

    /// Count a position each time it is met in the upper half-moves: do not merge transpositions
    #[arg(long)]
    pub unmerged: bool,
}

/// How a kernel counts the last two half-moves.
#[derive(ValueEnum, Clone, Copy)]
pub enum ModeName {
    /// Make and count every position before the last half-move
    MakeAll,
    /// Do not make those whose count is known from the position before
    Reuse,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::MakeAll => Self::MakeAll,
            ModeName::Reuse => Self::Reuse,
        }
    }
}
