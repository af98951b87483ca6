//! The command line of `passant perft`, which `cargo xtask perft` runs.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_count::Column;
use passant_suite::epd::MAX_DEPTH;

use super::counting::CountingOptions;
use super::shards::ShardCommand;

/// The two ways to call `passant perft`.
const USAGE: &str = "\
passant perft --fen <FEN> --depth <N> [--divide] [--hash <SIZE>] [--checkpoint <FILE>] [OPTIONS]
       passant perft --fen <FEN> --depth <N> --distinct [--verbose] [OPTIONS]
       passant perft split|shard|join ...
       passant perft [SUITE-OR-EPD]... [--max-nodes <N>] [OPTIONS]";

/// The end of `passant perft --help`, with a word for the names of the columns.
const NOTES: &str = r#"Examples:
  passant perft --fen startpos --depth 6
  passant perft --fen "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1" --depth 3 --divide --tally
  passant perft --fen startpos --depth 9 --hash 8GiB --checkpoint startpos-9.json
  passant perft en-passant/rejected-rank
  passant perft my-positions.epd --max-nodes 10000000
  passant perft --fen startpos --depth 6 --distinct --verbose
  passant perft --fen startpos --depth 7 --tally --columns captures,en_passant
  passant perft split --fen startpos --depth 10 --tally --ply 6 --shards 500 shards

A line of an EPD file is a FEN followed by the expected counts: FEN ;D1 20 ;D2 400
Other forms are detected by the start of the file, and a note says which was read:
  FEN 3 8902             depth and nodes, after a FEN of four or six fields
  FEN;3;8902             depth and nodes; also with , | or tabs
  FEN|20|400             nodes at depth 1, 2 and so on; also with , ; or tabs
  fen,depth,nodes        CSV whose first line names the columns; also fen,d1,d2
  fen="FEN" depth=3 nodes=8902
  {"fen": "FEN", "perft": [20, 400]}
                         JSON or JSON Lines, with depth and nodes in any usual form

Columns of --tally:
  COLUMNS

Keys of the object that --json prints for one position:
  fen      the position, with an en passant square after every double push
  depth    in plies
  nodes    leaf nodes
  divide   {move: nodes}, with --divide
  tally    {column: leaf moves}, with --tally; only those of --columns
  grand_chess_tree  the same in the fields of The Grand Chess Tree, with --tally
           and without --columns
  method   {kernel, mode, threads, ply, positions, merged, hash_bytes, resumed,
           seconds, nodes_per_second}
           ply, positions, merged: the tree is divided at this ply into the
           trees of so many positions; if merged, transpositions are counted
           once and multiplied by the number of move orders that reach them;
           null if the tree is not divided
           resumed: the number of positions that the checkpoint already had
           seconds: includes the time of the runs before
  layout   {plies: [{ply, positions, lines, seconds, merging_seconds}], counting_seconds,
           bytes_in_files}, with --verbose: how the tree was divided
  Counts are numbers, or strings of digits from 2^64 on.

Keys of the object that --json prints for suites and EPD files:
  positions  [{name, fen, depth, expected, nodes, verdict, tally}]
             verdict: ok, different, or unchecked (every count is above
             --max-nodes; depth, expected and nodes are then null)
             nodes: null if counting stopped after more_than nodes, a key
             that only such a position has
             tally: with --tally, at this depth
  summary    {positions, checked, different, unchecked, without_counts, counts, nodes,
             seconds, nodes_per_second, kernel, mode, threads}
             without_counts: positions that have no counts, and are not listed
  kinds      {max_nodes, tally}: leaf moves by type, summed over all positions,
             each at its deepest depth of at most max_nodes nodes
  files      [{file, form, positions, without_counts, errors}]
             form: the form that was detected; null if it is unclear

Exit codes: 0 all counts are as expected, 1 at least one differs, 2 the input cannot be used, 4 a file
has no counts, 74 reading or writing failed, or no thread could be started, 130 interrupted."#;

/// The widest line of names, in characters.
const WIDTH: usize = 78;

/// The end of `passant perft --help`.
fn notes() -> String {
    let mut lines: Vec<String> = Vec::new();
    for group in Column::ALL.chunk_by(|one, other| one.group() == other.group()) {
        let mut line = String::new();
        for name in group.iter().map(|column| column.name()) {
            if line.is_empty() || WIDTH < line.len() + ", ,".len() + name.len() {
                lines.extend((!line.is_empty()).then(|| line + ","));
                line = format!("  {name}");
            } else {
                line += ", ";
                line += name;
            }
        }
        lines.push(line);
    }
    NOTES.replace("  COLUMNS", &lines.join("\n"))
}

/// The arguments of `passant perft`.
#[derive(Args)]
#[command(override_usage = USAGE, after_long_help = notes(), args_conflicts_with_subcommands = true)]
pub struct PerftArguments {
    /// One count on many machines.
    #[command(subcommand)]
    pub shards: Option<ShardCommand>,

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

    /// Verify the counts in this file: EPD, CSV, JSON and other forms
    ///
    /// The form is detected by the start of the file.
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub epd: Vec<PathBuf>,

    /// How to count, and how to print the result.
    #[command(flatten)]
    pub options: VerifyOptions,
}

/// One position to count.
#[derive(Args)]
pub struct PositionArguments {
    /// The position: a FEN in quotes, or startpos
    ///
    /// Impossible castling rights and en passant squares are dropped, with a warning on standard error.
    #[arg(long, requires = "depth")]
    pub fen: Option<String>,

    /// The depth in plies
    #[arg(long, value_name = "N", requires = "fen", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,

    /// Print the nodes below each move
    #[arg(long, requires = "fen")]
    pub divide: bool,

    /// Count only these columns of --tally, separated by commas [default: all]
    ///
    /// Without columns of checks, mates and stalemates, kernels count 1.3 to 4 times as fast; with nodes alone, faster still.
    /// To leave out other columns saves no time; they are not printed.
    #[arg(
        long,
        value_name = "NAMES",
        requires_all = ["fen", "tally"],
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = column(),
    )]
    pub columns: Vec<Column>,

    /// Use a hash table of this size, for example 512MiB or 8GiB [default: no hash table]
    ///
    /// Counts stay exact, because whole positions are stored and compared.
    #[arg(long, value_name = "SIZE", requires = "fen")]
    pub hash: Option<ByteSize>,

    /// Count the different positions at each ply up to the depth, under the three conventions for the en passant square
    #[arg(long, requires = "fen", conflicts_with_all = ["divide", "hash", "checkpoint", "tally", "unmerged"])]
    pub distinct: bool,

    /// Say more: the time and the memory of each ply; with --distinct, positions that only one convention tells apart
    #[arg(long, requires = "fen")]
    pub verbose: bool,

    /// Memory for the positions near the root, for example 4GiB [default: a quarter of what is free]
    ///
    /// The tree is laid out ply by ply near the root, and transpositions are merged: the more positions fit, the less is
    /// left to count. The hash table has memory of its own.
    #[arg(long, value_name = "SIZE", requires = "fen")]
    pub memory: Option<ByteSize>,

    /// Keep positions that do not fit into memory in this folder, 32 bytes each
    ///
    /// They are removed when all is counted. A run that was killed goes on with what it finds there. Without --checkpoint,
    /// the progress is saved there too.
    #[arg(long, value_name = "DIR", requires = "fen")]
    pub scratch: Option<PathBuf>,

    /// Save the progress to this file about once a second, and resume from it if it exists
    ///
    /// Run the same command again to resume after an interruption. The file of another run is refused, and so is a
    /// damaged one, at every depth; a count of milliseconds writes none. While it is written, there is a second file, whose name ends in .passant-part.
    #[arg(long, value_name = "FILE", requires = "fen")]
    pub checkpoint: Option<PathBuf>,
}

/// How to count, and how to print the result.
#[derive(Args, Clone)]
pub struct VerifyOptions {
    /// Maximum nodes of a count; larger counts are skipped
    ///
    /// A count stops soon after it has passed the expected number, whether transpositions are merged or not. Small trees are
    /// counted to the end.
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    pub max_nodes: u64,

    /// Also count the leaf moves by type, and print all columns
    #[arg(long)]
    pub tally: bool,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,

    /// What counts.
    #[command(flatten)]
    pub counting: CountingOptions,

    /// Do not merge transpositions near the root
    #[arg(long)]
    pub unmerged: bool,
}

/// Reads the name of a column.
fn column() -> impl TypedValueParser<Value = Column> {
    let names = Column::ALL.map(Column::name);
    PossibleValuesParser::new(names).try_map(|name| {
        let mut columns = Column::ALL.into_iter();
        let column = columns.find(|column| column.name() == name);
        column.ok_or("there is no such column")
    })
}
