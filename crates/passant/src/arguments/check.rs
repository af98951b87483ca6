//! The command line of `passant check`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::AskingArguments;
use crate::report::check::terminal::Detail;
use passant_judge::check::plan::Shard;

/// Counts that are larger are left out if nobody says otherwise.
pub(crate) const MAX_NODES: u64 = 10_000_000;

/// What follows the options in `passant check --help`.
const NOTES: &str = "\
Examples:
  passant check stockfish
  passant check ./my-engine -- --uci
  passant check stockfish 'gnuchess --xboard' ./my-engine --jobs 2
  passant check ./my-engine --class rejected-rank --fail-fast
  passant check ./my-engine --suite perft/standard --max-nodes 1000000
  passant check ./my-adapter --suite state --class repetition
  passant check --script './perft.sh {depth} {fen} {moves}'

How an engine can be asked is found out by itself. The channels, best first:
  divide, total   its own perft, over UCI or xboard
  line-protocol   the line protocol `passant 1` of an adapter
  script          a script that prints a divide (perftree's convention)
  multipv         UCI: a search of depth 1 that lists all moves
  searchmoves     UCI: a search that is restricted to one move
  illegal-move    xboard: the engine says which moves are illegal
  bestmove        the only legal move must be the one that is played

Each position is told in up to four ways: by FEN; by the position before the
double push, and the push; and both again with colours swapped. Counts that
would take an engine more than half of --timeout are left out, and those of
more than 20000 nodes that would take it a tenth of a second are asked by FEN
alone.

What counting nodes cannot see (FEN after moves, same position, repetition,
notation, single moves) is asked of adapters, and of others with --suite state.
Which convention an engine follows for en passant in FEN and in its key, and
whether it reads e.p. behind SAN, is found out and shown, not judged.

Verdicts:
  pass         all answers are right
  fail         an answer differs from the rules, twice, about a position that
               is known to be the right one
  refused      a legal position is not accepted
  crash        the engine ended, or printed without end
  timeout      no answer in time
  unknown      an answer that contradicts itself or another
  nonstrict    a difference in a position that no game reaches: nobody is wrong
  unsupported  this channel cannot ask it
  xfail, xpass expected to fail: it does, it does not

Exit codes:
   0  all pass
   1  at least one fail or refused
   2  the command line or a file could not be used
   3  the engine could not be started, crashed or timed out, and nothing failed
   4  nothing was tested
   5  the list of expected failures is stale, and nothing is worse
   6  only unknown besides what passes
  74  reading or writing failed
 130  interrupted with Ctrl-C: what was found until then is reported";

/// Which engine to check, and how.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct CheckArguments {
    /// Engines: a program, a command with its arguments in quotes, or a name from the file of --engines
    #[arg(required_unless_present_any = ["script", "descriptors"], value_name = "ENGINE")]
    pub engines: Vec<String>,

    /// Arguments for the last engine
    #[arg(last = true, value_name = "ARGS")]
    pub engine_arguments: Vec<String>,

    /// Check a script: a command in which {depth}, {fen} and {moves} are filled in, or to which they are added
    #[arg(long, value_name = "COMMAND", conflicts_with = "engines")]
    pub script: Option<String>,

    /// How they are asked.
    #[command(flatten)]
    pub asking: AskingArguments,

    /// Find out again how the engine can be asked, instead of remembering it
    #[arg(long)]
    pub calibrate: bool,

    /// Ask about the built-in positions of an address: `en-passant/plain`, `perft/standard/kiwipete`
    #[arg(long, value_name = "NAME")]
    pub suite: Vec<String>,

    /// Ask about positions of this class only
    #[arg(long, value_name = "CLASS")]
    pub class: Vec<String>,

    /// Ask about positions whose address has this text in it
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,

    /// Leave out counts that are larger than this
    #[arg(long, value_name = "N", default_value_t = MAX_NODES)]
    pub max_nodes: u64,

    /// Ask for all depths up to this one, and for none that is deeper
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,

    /// Ask about one part of the positions, like 1/4
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Do not look for the broken rule and the smallest positions when something goes wrong
    #[arg(long)]
    pub no_diagnosis: bool,

    /// Stop asking an engine at the first position that goes wrong
    #[arg(long)]
    pub fail_fast: bool,

    /// How many engines run side by side; one for each core by default
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Write every line to and from the engines to a file
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,

    /// Write a shell script for each failure into a folder, which asks the engine again, from wherever it is run
    #[arg(long, value_name = "FOLDER")]
    pub reproduce: Option<PathBuf>,

    /// A list of expected failures: a case that is on it and passes is an error
    ///
    /// TOML, one table `[[expected]]` for each entry: address or class of the cases, reason, and engine if it is about
    /// one engine alone, which it names as the command line does.
    #[arg(long, value_name = "FILE")]
    pub expected: Option<PathBuf>,

    /// Write a list of everything that goes wrong, for --expected; where there are several engines, by engine
    #[arg(long, value_name = "FILE")]
    pub write_expected: Option<PathBuf>,

    /// Keep results in a file as they come, and do not ask again what it holds already
    ///
    /// What was asked of other bytes of the program and its scripts, with other depths or in another way, is asked
    /// again. A file that holds anything else is refused.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// In which form.
    #[command(flatten)]
    pub form: CheckForm,
}

/// In which form to say what was found.
#[derive(Args)]
pub struct CheckForm {
    /// Print one JSON object; `passant generate schema` describes it
    #[arg(long, conflicts_with = "tap")]
    pub json: bool,

    /// Print the Test Anything Protocol
    #[arg(long)]
    pub tap: bool,

    /// Write the XML of `JUnit` to a file
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// How much of it.
    #[command(flatten)]
    pub amount: CheckAmount,
}

/// How much to tell people.
#[derive(Args)]
pub struct CheckAmount {
    /// Say nothing but failures
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Draw every failure, and not only two of those that are alike
    #[arg(short, long)]
    pub verbose: bool,
}

impl CheckAmount {
    /// The two switches as one choice.
    pub(crate) fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Every,
            (false, false) => Detail::Some,
        }
    }
}

impl CheckForm {
    /// Whether standard output is for people.
    pub(crate) fn prints_text(&self) -> bool {
        !self.json && !self.tap
    }
}
