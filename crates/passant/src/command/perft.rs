//! `passant perft`: counts the leaf nodes of a position, or verifies the counts of suites and EPD files.

mod counting;
mod distinct;
mod position;
mod positions;
mod shards;

use std::path::{Path, PathBuf};

use clap::Args;
use passant_count::Column;

use self::counting::{VerifyOptions, counter, runner};
use self::position::PositionArguments;
use self::positions::Positions;
use self::shards::ShardCommand;
use crate::report::counts as report_counts;
use crate::verifier::{ExpectedCounts, Measure, Summary, Verifier};
use crate::{CliError, ExitCode, report};

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
           trees of this many positions; if merged, transpositions are counted
           once and multiplied by the number of move orders that reach them;
           null if the tree is not divided
           resumed: the number of positions that the checkpoint already had
           seconds: includes the time of the runs before
  layout   {plies: [{ply, positions, lines, seconds, merging_seconds, passes}],
           counting_seconds, bytes_in_files}, with --verbose: how the tree was divided
           passes: over the ply before, more than one where memory is short
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

/// Returns the end of `passant perft --help`.
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

    /// The way to count and to print the result.
    #[command(flatten)]
    pub options: VerifyOptions,
}

/// The suite that is verified by default.
const STANDARD: &str = "perft";

/// Counts one position, or verifies the counts of suites and EPD files: the standard positions by default.
pub fn run(arguments: &PerftArguments) -> Result<ExitCode, CliError> {
    if let Some(command) = &arguments.shards {
        return shards::run(command);
    }
    let PerftArguments {
        shards: _,
        names,
        position,
        suite,
        epd,
        options,
    } = arguments;
    if let (Some(fen), Some(depth)) = (&position.fen, position.depth) {
        return if position.distinct {
            distinct::run(position, options, fen, depth)
        } else {
            position::run(position, options, fen, depth)
        };
    }
    let (files, mut suites): (Vec<_>, Vec<_>) =
        names.iter().cloned().partition(|name| is_epd(name));
    suites.extend_from_slice(suite);
    if files.is_empty() && suites.is_empty() && epd.is_empty() {
        suites.push(STANDARD.to_owned());
    }
    let paths = files.into_iter().map(PathBuf::from);
    verify(
        Positions::new(
            suite_counts(&suites)?,
            paths.chain(epd.iter().cloned()).collect(),
        ),
        options,
    )
}

/// Tells whether a name is that of an EPD file, and not of a suite: the file exists, or the name ends in `.epd`.
fn is_epd(name: &str) -> bool {
    let path = Path::new(name);
    let ending = path.extension();
    path.is_file() || ending.is_some_and(|ending| ending.eq_ignore_ascii_case("epd"))
}

fn suite_counts(selectors: &[String]) -> Result<Vec<ExpectedCounts>, CliError> {
    if selectors.is_empty() {
        return Ok(Vec::new());
    }
    let suites = CliError::builtin_suites()?;
    let selection = suites.select(selectors).map_err(CliError::bad_input)?;
    if selection.cases.is_empty() {
        return Err(CliError::bad_input(format!(
            "{} has no counts to verify; name a suite of positions, such as en-passant",
            selectors.join(", ")
        )));
    }
    Ok(selection.cases.iter().map(ExpectedCounts::from).collect())
}

/// The number of positions that are reported together: their lines are aligned, and with `--tally` they share tables. A
/// file of any length takes no more memory than this.
const PAGE: usize = 1000;

/// The number of positions that are counted together as far as their trees are small. The lines of all of them are
/// printed a moment later.
const AT_A_TIME: usize = 100;

/// Verifies the positions page by page.
fn verify(mut positions: Positions, options: &VerifyOptions) -> Result<ExitCode, CliError> {
    let measure = if options.tally {
        Measure::Tallies
    } else {
        Measure::Nodes
    };
    let mut verifier = Verifier::new(
        runner(&options.counting)?,
        counter(&options.counting)?,
        !options.unmerged,
        options.max_nodes,
        measure,
    );
    loop {
        let page: Vec<_> = positions.by_ref().take(PAGE).collect();
        if page.is_empty() {
            break;
        }
        let is_first = verifier.summary.positions == 0;
        let names = page.iter().map(|counts| counts.name.chars().count());
        let width = names.max().unwrap_or(0);
        let mut findings = Vec::new();
        let mut rest = page.into_iter();
        loop {
            let some: Vec<_> = rest.by_ref().take(AT_A_TIME).collect();
            if some.is_empty() {
                break;
            }
            verifier.verify_each(some, |finding| {
                if !options.json {
                    report::print(&report_counts::line(&finding, width))?;
                }
                findings.push(finding);
                Ok(())
            })?;
        }
        report::print(&if options.json {
            report_counts::json_page(&findings, is_first)?
        } else {
            report_counts::page(&findings)
        })?;
    }
    end(positions, verifier.summary, options)
}

/// Prints the end of the report, and returns the exit code.
fn end(
    mut positions: Positions,
    mut summary: Summary,
    options: &VerifyOptions,
) -> Result<ExitCode, CliError> {
    let lacks_counts = positions.lacks_counts();
    summary.files = std::mem::take(&mut positions.read);
    let untested = || Ok(ExitCode::Untested);
    if summary.positions == 0 {
        return match positions.error() {
            Some(error) => Err(error),
            None if lacks_counts => untested(),
            None => Err(CliError::bad_input("the files have no position to verify")),
        };
    }
    report::print(&if options.json {
        report_counts::json_end(&summary)?
    } else {
        report_counts::end(&summary)
    })?;
    match (positions.error(), summary.different) {
        (Some(error), _) => Err(error),
        (None, 0) if lacks_counts => untested(),
        (None, 0) => Ok(ExitCode::Ok),
        (None, _) => Ok(ExitCode::Difference),
    }
}
