//! The command line of `passant check`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, Command};
use passant_engine::{Calibration, EngineSpec};
use passant_judge::check::Plan;
use passant_judge::check::plan::{Choice, Shard};
use passant_judge::check::questions::Demands;
use passant_query::{Line, QuestionError};

use super::diagnose;
use super::engines::EngineArguments;
use super::reports::CheckForm;
use crate::CliError;
use crate::report::terminal::Extent;
use crate::settings::{self, UsedSettings};

/// The default limit for the nodes of a count.
pub(crate) const MAX_NODES: u64 = 10_000_000;

/// The default time for an engine, in seconds: two minutes, less what an engine that is deaf to `stop` can still take.
pub(crate) const TIME: u64 = 100;

/// The suite of the quick check, and the largest count in it, in nodes.
const QUICK: &str = "quick";
const QUICK_NODES: u64 = 2_000;

/// The default time for searches, in seconds.
pub(crate) const SEARCH: u64 = 10;

/// The options that choose cases of the suites or are about these. A check with cases of its own has none of them.
const CHOICE: [&str; 11] = [
    "script",
    "suite",
    "line",
    "convention",
    "class",
    "filter",
    "shard",
    "expected",
    "write_expected",
    "resume",
    "reproduce",
];

/// The end of `passant check --help`.
const NOTES: &str = "\
Examples:
  passant check stockfish
  passant check
  passant check ./my-engine --quick
  passant check ./my-engine -- --uci
  passant check stockfish \"gnuchess --xboard\" ./my-engine --jobs 2
  passant check ./my-engine --class rejected-rank --fail-fast
  passant check ./my-engine --suite perft/standard --max-nodes 1000000
  passant check ./my-adapter --suite state --class repetition
  passant check ./my-engine --book
  passant check 'python3 adapter.py' --pgn
  passant check ./my-adapter --packed
  passant check --script \"./perft.sh {depth} {fen} {moves}\"

Settings: without --no-config, options are also read from passant.toml, or from
[tool.passant] in pyproject.toml, or [package.metadata.passant] in Cargo.toml, in
this folder or one above it up to the root of the repository. The keys are the
long options, and `engine`; paths are relative to the file. The command line takes
precedence. Such a file can start programs: the first line says which one is used.

  engine   = \"./my-engine --uci\"
  expected = \"expected.toml\"
  time     = 60

The channel to an engine is detected. The channels, best first:
  divide, total   the perft command of the engine, over UCI or xboard
  line-protocol   the line protocol `passant 1` of an adapter
  script          a script that prints a divide (the convention of perftree)
  multipv         UCI: a search of depth 1 that lists all moves
  searchmoves     UCI: a search that is restricted to one move
  illegal-move    xboard: the engine rejects illegal moves
  bestmove        positions with one legal move, which must be played, and positions
                  in which an engine with a fault plays an illegal move

Each position is presented in up to four ways: by FEN; by the position before
the double push, followed by the push; and both again with colors swapped. Then
the en passant captures are played, and moves after which the right has expired.
Each case has a share of --time: counts that would take the engine longer, or
more than half of --timeout, are skipped. Counts of more than 20000 nodes that
would take it more than a tenth of a second are presented by FEN only.

The report begins with the number of known faults that the channel can show. An
engine that can only play is also asked for the moves of the suite play. A legal
move other than the best one shows nothing: the case is unsupported.

UCI and xboard engines are then asked to search: every line must be legal, mates and
only moves must be found, also after a search of the same pieces without the right,
and a mate that is announced must be there. UCI engines are also asked for several
lines, and for searches by nodes. A wrong result is confirmed in a new process with one
thread. An engine that misses mates without en passant is not judged by missed mates,
nor by its lines if they are also illegal without en passant. Time is never a reason
to fail.

Counting nodes cannot test the FEN after moves, whether positions are the same,
repetition, notation or single moves. Adapters are also tested on these; for
other engines use --suite state. The conventions of an engine (the en passant
square in its FEN and its key, and whether it reads e.p. after SAN) are observed
and shown, but judged only if --convention demands them.

Verdicts:
  pass         all answers are correct
  fail         an answer differs from the rules, twice, and the engine is known
               to hold the expected position
  refused      the engine does not accept a legal position
  crash        the engine ended, or printed without end, and did so again when it
               was restarted and asked again (--retries)
  timeout      no answer in time
  unknown      an answer contradicts itself or another answer
  nonstrict    a difference in a position that no game reaches: not an error
  unsupported  the channel cannot test this
  xfail        an expected failure
  xpass        an expected failure that did not happen

Exit codes:
   0  all cases pass
   1  at least one case is fail or refused
   2  the command line or a file cannot be used
   3  an engine could not be started, crashed or timed out, and nothing failed; a
      crash that does not happen again (--retries) is only a note
   4  no case was tested
   5  at least one xpass, and nothing worse: the list of expected failures is out
      of date
   6  at least one case is unknown, and nothing worse
   7  nothing is wrong, but hardly tested: an engine could be asked about less than
      half of the positions, a third of a class was left out for lack of time, or
      what was asked could show less than two thirds of the faults that its
      protocol can show
  74  reading or writing failed, or no thread could be started
 130  interrupted with Ctrl-C; the results so far are reported";

/// The arguments of `passant check`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct CheckArguments {
    /// The engines: programs, commands with their arguments in quotes, or names from the file of --engines [default: `engine`
    /// in passant.toml]
    #[arg(value_name = "ENGINE")]
    pub engines: Vec<String>,

    /// Arguments of the last engine
    #[arg(last = true, value_name = "ARGS")]
    pub engine_arguments: Vec<String>,

    /// Test a script: {depth}, {fen} and {moves} in the command are replaced, or appended if there are none
    #[arg(long, value_name = "COMMAND", conflicts_with = "engines")]
    pub script: Option<String>,

    /// Read settings from this file [default: passant.toml, or [tool.passant] in pyproject.toml, or
    /// [package.metadata.passant] in Cargo.toml, in this folder or one above it in the same repository]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Read no settings
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,

    /// The settings that were read.
    #[arg(skip)]
    pub(crate) settings: Option<UsedSettings>,

    /// The options for querying the engines.
    #[command(flatten)]
    pub engine_options: EngineArguments,

    /// Detect the channel again instead of using the result of an earlier run; always done before failures are reported
    #[arg(long)]
    pub calibrate: bool,

    /// Test the built-in cases of this address, for example `en-passant/plain` or `perft/standard/kiwipete` [default:
    /// en-passant, and state for adapters, play for engines that can only play, search for UCI and xboard engines]
    #[arg(long, value_name = "NAME")]
    pub suite: Vec<String>,

    /// Test only the few positions that catch nearly every fault, without a diagnosis; takes some three seconds
    #[arg(long, conflicts_with_all = ["suite", "line"])]
    pub quick: bool,

    /// Test the position at the end of this line: a FEN, or a FEN, `moves` and moves in UCI notation, in quotes; without
    /// --suite nothing else is tested
    #[arg(long, value_name = "LINE", value_parser = read_line)]
    pub line: Vec<Line>,

    /// Demand conventions, which are otherwise observed and not judged: a comma-separated list of `fen=always`, `pseudo-legal`
    /// or `legal`; `key=` one of these or `polyglot`; `suffix=read` or `refused`; `without-file=read` or `refused`
    ///
    /// The cases of `state` that tell conventions apart are then asked of every engine that can answer them. If it tells nothing
    /// about a demanded convention, the exit code is 7.
    #[arg(long, value_name = "LIST")]
    pub convention: Option<Demands>,

    /// Test by which rule a UCI or xboard engine makes the keys of its opening book, and nothing else: it is given a Polyglot book with
    /// one move for the key of the format and another for the key of a common mistake
    #[arg(long, conflicts_with_all = CHOICE)]
    pub book: bool,

    /// Test which moves a reader of PGN finds in games with marks for en passant captures, and nothing else: an adapter is asked with
    /// the request `pgn` for each game of `passant generate pgn`
    #[arg(long, conflicts_with = "book", conflicts_with_all = CHOICE)]
    pub pgn: bool,

    /// Test what is left of positions that a library packs and unpacks, and nothing else: an adapter is asked with the requests `pack` and
    /// `unpack`, and judged by what its format promises to keep
    #[arg(long, conflicts_with_all = ["book", "pgn"], conflicts_with_all = CHOICE)]
    pub packed: bool,

    /// Test only cases of this class
    #[arg(long, value_name = "CLASS")]
    pub class: Vec<String>,

    /// Test only cases whose address contains this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,

    /// Maximum nodes of a count; larger counts are skipped
    #[arg(long, value_name = "N", default_value_t = MAX_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: u64,

    /// Maximum depth [default: the deepest count of each case]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Option<u32>,

    /// Time for each engine, in seconds, with detection and diagnosis; slow engines get fewer questions, and skipped
    /// ones are reported
    #[arg(long, value_name = "SECONDS", default_value_t = TIME, value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub time: u64,

    /// Time for the searches of a UCI or xboard engine, in seconds, after everything else; 0 for none
    #[arg(long, value_name = "SECONDS", default_value_t = SEARCH, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub search: u64,

    /// Test one part of the cases, for example 1/4
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Skip diagnosis and minimization after failures
    #[arg(long)]
    pub no_diagnosis: bool,

    /// Stop testing an engine after its first failure
    #[arg(long)]
    pub fail_fast: bool,

    /// Number of processes of the engine that run in parallel, at most eight per core [default: one per core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Write every line to and from the engines to this file
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,

    /// Write a shell script for each failure into this folder; it repeats the failure, from any folder
    #[arg(long, value_name = "FOLDER")]
    pub reproduce: Option<PathBuf>,

    /// Read expected failures from this file; a case that is listed and passes is an error
    ///
    /// A TOML file with a table `[[expected]]` for each entry. Keys: `address` or `class` of the cases; `reason`; and
    /// `engine`, as on the command line, if the entry is about one engine only.
    #[arg(long, value_name = "FILE")]
    pub expected: Option<PathBuf>,

    /// Write a list of all failures, for use with --expected; with several engines, each entry names its engine
    #[arg(long, value_name = "FILE")]
    pub write_expected: Option<PathBuf>,

    /// Save results to this file as they come, and skip the cases that it already has
    ///
    /// A case is tested again if the program or its scripts, the depths or the way to query the engine have changed, or
    /// if its line is damaged. A file with other content is refused. Checksums show damage; they are no proof against
    /// somebody who changes the file and computes them.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// The form of the report.
    #[command(flatten)]
    pub form: CheckForm,
}

/// Reads a line, which must lead to a position.
fn read_line(text: &str) -> Result<Line, String> {
    let line: Line = text
        .parse()
        .map_err(|error: QuestionError| error.to_string())?;
    let start = line.setup.validate().map_err(|faults| {
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        faults.join("; ")
    })?;
    if line.position().is_some() {
        return Ok(line);
    }
    let steps = line.steps_from(start);
    let illegal = steps
        .last()
        .map_or_else(String::new, |(step, _)| step.to_string());
    Err(format!("{illegal} is not legal where it is played"))
}

impl CheckArguments {
    /// Demands an engine.
    ///
    /// # Errors
    ///
    /// If neither the command line nor the settings name one.
    pub(crate) fn demand_engine(&self, mut command: Command) -> Result<(), CliError> {
        if !self.engines.is_empty()
            || self.script.is_some()
            || self.engine_options.descriptors.is_some()
        {
            return Ok(());
        }
        command.build();
        let missing = "no engine is named: passant check ./my-engine, or `engine = \"./my-engine\"` in passant.toml";
        let error = match command.find_subcommand_mut(settings::VERB) {
            Some(check) => check.error(ErrorKind::MissingRequiredArgument, missing),
            None => command.error(ErrorKind::MissingRequiredArgument, missing),
        };
        Err(error.into())
    }

    /// Tells whether no fault is named after failures.
    pub(super) fn skips_diagnosis(&self) -> bool {
        self.no_diagnosis || self.quick
    }

    /// Returns the time for everything but searches.
    pub(super) fn all_time(&self) -> Duration {
        Duration::from_secs(self.time)
    }

    /// Returns the part of the time that is kept for the diagnosis of an engine that fails.
    pub(super) fn time_for_diagnosis(&self) -> Duration {
        if self.skips_diagnosis() {
            return Duration::ZERO;
        }
        let time = self.all_time();
        let limits = diagnose::time_limits(time).iter().sum();
        (time / 2).min(limits)
    }

    /// Returns the time for detecting the channel and for the cases of an engine that fails.
    pub(super) fn time_for_cases(&self) -> Duration {
        self.all_time().saturating_sub(self.time_for_diagnosis())
    }

    /// Returns the cases for an engine, and the longest time that they take, unless the engine is deaf to everything.
    pub(super) fn extent<'a>(
        &self,
        calibration: &Calibration,
        spec: &EngineSpec,
        plan: &'a Plan,
    ) -> Extent<'a> {
        let can_search = self.search != 0
            && calibration.sets_up
            && !plan.searches.is_empty()
            && calibration.open_search(spec).is_some();
        let (searches, search) = if can_search {
            (plan.searches.len(), self.search)
        } else {
            (0, 0)
        };
        Extent {
            plan,
            searches,
            longest: Duration::from_secs(self.time + search),
        }
    }

    /// Demands that a plan has a case. A part of the cases may be empty.
    ///
    /// # Errors
    ///
    /// If no case was chosen, or all counts of the chosen cases are too large.
    pub(super) fn demand_cases(&self, plan: &Plan) -> Result<(), CliError> {
        if plan.number_of_cases() != 0 || self.shard.is_some() {
            return Ok(());
        }
        let message = match plan.left_out_counts.iter().min() {
            Some(smallest) => format!(
                "every count of the chosen cases is above --max-nodes {}; the smallest is {smallest}",
                self.choice().max_nodes
            ),
            None => "no case is chosen by --suite, --class and --filter together; passant suite NAME lists the addresses"
                .to_owned(),
        };
        Err(CliError::bad_input(message))
    }

    pub(super) fn choice(&self) -> Choice {
        Choice {
            suites: if self.quick {
                vec![QUICK.to_owned()]
            } else {
                self.suite.clone()
            },
            classes: self.class.clone(),
            filters: self.filter.clone(),
            max_nodes: if self.quick {
                self.max_nodes.min(QUICK_NODES)
            } else {
                self.max_nodes
            },
            depth: self.depth,
            shard: self.shard,
            lines: self.line.clone(),
        }
    }

    /// Returns the options that limit the counts, as the user must type them to repeat the check.
    pub(super) fn options(&self) -> Vec<String> {
        let changed = |value: u64, default: u64| (value != default).then_some(value);
        let options = [
            ("--depth", self.depth.map(u64::from)),
            ("--max-nodes", changed(self.max_nodes, MAX_NODES)),
            ("--time", changed(self.time, TIME)),
            ("--search", changed(self.search, SEARCH)),
        ];
        let words = options.map(|(option, value)| Some([option.to_owned(), value?.to_string()]));
        let demands = self
            .convention
            .map(|it| ["--convention".to_owned(), it.to_string()]);
        words
            .into_iter()
            .flatten()
            .chain(demands)
            .flatten()
            .collect()
    }
}
