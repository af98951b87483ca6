//! The command lines of `passant perft split`, `shard` and `join`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::{Args, Subcommand};
use passant_suite::epd::MAX_DEPTH;

use super::counting::CountingOptions;

/// The end of `passant perft split --help`.
const SPLIT_NOTES: &str = "\
The folder then holds split.json, which describes all shards, and a file for each. Copy them anywhere; each is counted by
passant perft shard. A shard should take some minutes: clusters ask for few starts.

Example:
  passant perft split --fen startpos --depth 10 --tally --ply 6 --shards 500 shards";

/// The end of `passant perft shard --help`.
const SHARD_NOTES: &str = "\
The ledger is written beside the shard, about once a second, as NAME.KERNEL.json. A run that was killed goes on where it was;
a shard that is counted is not counted again.

Example:
  passant perft shard shards/shard-00017.positions";

/// The end of `passant perft join --help`.
const JOIN_NOTES: &str = "\
Refuses a folder in which a ledger is missing, unfinished, damaged, there twice or of another split, and one in which two kernels
disagree.

Keys of the object that --json prints:
  fen, depth, counted, ply, shards, positions, lines   what was divided
  counts         {column: leaf moves}, or {nodes}
  seconds        the time that all shards took together
  kernels        {kernel: shards that it has counted}
  started_again  [{shard, kernel, starts}]: counts that were started more than once

Exit codes: 0 all is counted, 1 a shard is missing or two kernels disagree, 2 a file cannot be used.";

/// Runs that are divided into files, for many machines.
#[derive(Subcommand)]
pub enum ShardCommand {
    /// Divide a count into shards: files of positions
    Split(SplitArguments),
    /// Count shards, and write a ledger beside each
    Shard(ShardArguments),
    /// Add up the ledgers of all shards of a folder
    Join(JoinArguments),
}

/// What to divide.
#[derive(Args)]
#[command(after_long_help = SPLIT_NOTES)]
pub struct SplitArguments {
    /// The position: a FEN in quotes, or startpos
    #[arg(long)]
    pub fen: String,

    /// The depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_DEPTH)))]
    pub depth: u32,

    /// Count the leaf moves by type
    #[arg(long)]
    pub tally: bool,

    /// The number of plies from the root to the positions of the shards; at most two less than the depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ply: u32,

    /// The number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,

    /// Memory for positions, for example 4GiB [default: a quarter of what is free]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,

    /// Keep positions of earlier plies that do not fit into memory in this folder
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,

    /// Number of threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// The folder for the shards; made if it does not exist
    pub folder: PathBuf,
}

/// What to count.
#[derive(Args)]
#[command(after_long_help = SHARD_NOTES)]
pub struct ShardArguments {
    /// The shards: files that end in .positions; they are counted one after the other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// What counts.
    #[command(flatten)]
    pub counting: CountingOptions,
}

/// What to add up.
#[derive(Args)]
#[command(after_long_help = JOIN_NOTES)]
pub struct JoinArguments {
    /// The folder of the shards
    pub folder: PathBuf,

    /// Demand that so many different kernels have counted each shard
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub kernels: u64,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}
