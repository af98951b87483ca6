//! `passant judge`: gives the verdict on what an engine printed.

use std::cell::LazyCell;
use std::fs::File;
use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_engine::dialect::CustomPatterns;
use passant_engine::recorded::{Form, PrintedText, TooManyQuestions};
use passant_judge::check::{InTurn, Plan, Verdict};
use passant_judge::diagnosis::quick_set;
use passant_query::{Channel, Subject};
use passant_report::answered_block::{Unanswered, find_answered};
use passant_report::block_protocol::BlockProtocol;
use passant_report::{EngineResult, TextJudge, answered_block, block_protocol};

use super::reports;
use super::reports::CheckForm;
use crate::input::read_at_most;
use crate::report::terminal;
use crate::{CliError, ExitCode, expected, report, threads};

/// The end of `passant judge --help`.
const NOTES: &str = "\
Examples:
  passant judge --ask > block.txt
  stockfish < block.txt > printed.txt
  passant judge printed.txt

For engines that cannot be started here. --ask prints a block of questions;
give it to the engine by any means, and pass what the engine prints: from a pipe,
pasted from a terminal, or from the log of a GUI. Banners, prompts and typed
commands are ignored. Use the same --suite, --class, --filter and
--no-diagnosis as with --ask.

Protocols:
  uci     position and `go perft` (--perft-command for another command), and `d`
  xboard  setboard and moves, of which the engine rejects the illegal ones; with
          --perft-command, setboard and that command
  fen     a FEN in each line, for a program that prints the divide of each to
          depth 2, or only the number of leaf nodes

An engine that prints its counts in its own way is read with patterns, such as
--move-pattern '^(?<move>\\S+) has (?<nodes>\\d+)$' and
--total-pattern '^(?<nodes>\\d+) in all'.

The answer to a question stands between two numbered marker positions. Where a
marker or an answer is missing, the case is not testable; where the text has
several answers that differ, the case is unknown. An engine that stops when its
input ends needs it kept open: (cat block.txt; sleep 5) | ./my-engine
GNU Chess crashes when it finds more than 2000 bytes to read: give it a few lines
at a time.

A failure is reported after a single wrong answer, because nothing can be asked
again; passant check asks twice. The diagnosis is made even if all cases pass,
because it also judges the FENs that `d` prints. If all failures are expected, it
does not change the exit code. The verdicts are those of passant check.

Exit codes:
   0  all cases pass
   1  at least one case is fail or refused, or the answers show a fault
   2  the command line cannot be used, or the text has no answers to the block
   4  no case was tested
   5  a case passes that is listed as an expected failure, and nothing worse
   6  at least one case is unknown, and nothing worse
   7  nothing is wrong, but less than half of the questions have an answer
  74  reading or writing failed";

/// The arguments of `passant judge`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct JudgeArguments {
    /// The output of engines, a file for each; - is standard input [default: -]
    #[arg(value_name = "FILE", conflicts_with = "ask")]
    pub files: Vec<PathBuf>,

    /// Print the block of questions to give to the engine
    #[arg(long)]
    pub ask: bool,

    /// The protocol of the questions: uci, xboard or fen [default: uci; for a text, detected]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = protocols())]
    pub protocol: Option<BlockProtocol>,

    /// The command of the engine that counts, with {depth} for the depth [default for uci: go perft {depth}]
    #[arg(long, value_name = "COMMAND", requires = "ask", value_parser = block_protocol::perft_command)]
    pub perft_command: Option<String>,

    /// The lines with a move, as a regular expression with groups named `move` and `nodes` [default: known patterns]
    #[arg(long, value_name = "REGEX", conflicts_with = "ask")]
    pub move_pattern: Option<String>,

    /// The line with the total, as a regular expression with a group named `nodes` [default: known patterns]
    #[arg(long, value_name = "REGEX", conflicts_with = "ask")]
    pub total_pattern: Option<String>,

    /// Ask about the built-in cases of this address, for example `en-passant/plain` [default: quick]
    #[arg(long, value_name = "NAME")]
    pub suite: Vec<String>,

    /// Ask only about cases of this class
    #[arg(long, value_name = "CLASS")]
    pub class: Vec<String>,

    /// Ask only about cases whose address contains this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Vec<String>,

    /// Skip the questions for the diagnosis, and the diagnosis
    #[arg(long)]
    pub no_diagnosis: bool,

    /// Read expected failures from this file, as for passant check; a case that is listed and passes is an error
    #[arg(long, value_name = "FILE", conflicts_with = "ask")]
    pub expected: Option<PathBuf>,

    /// Write a list of all failures, for use with --expected
    #[arg(long, value_name = "FILE", conflicts_with = "ask")]
    pub write_expected: Option<PathBuf>,

    /// The form of the report.
    #[command(flatten)]
    pub form: CheckForm,
}

fn protocols() -> impl TypedValueParser<Value = BlockProtocol> {
    let words = BlockProtocol::ALL.map(BlockProtocol::word);
    PossibleValuesParser::new(words)
        .try_map(|word| BlockProtocol::from_word(&word).ok_or("not a protocol"))
}

/// The longest text that is read, in bytes.
const LONGEST_TEXT: u64 = 64 << 20;

/// Prints a block, or judges what engines printed.
pub fn run(arguments: &JudgeArguments) -> Result<ExitCode, CliError> {
    let suites = CliError::builtin_suites()?;
    let choice = answered_block::choice(
        arguments.suite.clone(),
        arguments.class.clone(),
        arguments.filter.clone(),
    );
    let plan = Plan::new(&suites, &choice).map_err(CliError::bad_input)?;
    let listed = expected::read(arguments.expected.as_deref(), &suites)?;
    threads::start_pool()?;
    let predictions = if arguments.no_diagnosis {
        Vec::new()
    } else {
        quick_set(&suites, Channel::Divide).map_err(CliError::bad_input)?
    };
    let items = plan.to_all_depths();
    let make = |form: Form| TextJudge::new(form, &items, &predictions);
    if arguments.ask {
        let protocol = arguments.protocol.unwrap_or(BlockProtocol::Uci);
        let form = protocol.form(arguments.perft_command.clone());
        let judge = make(form).map_err(number_error)?;
        report::print(&judge.block().to_string())?;
        return Ok(ExitCode::Ok);
    }
    let judges: Vec<_> = BlockProtocol::forms(arguments.protocol)
        .map(|form| LazyCell::new(move || make(form)))
        .collect();
    let mut results = Vec::new();
    for (source, text) in texts(arguments)? {
        let judges = judges
            .iter()
            .map(|judge| LazyCell::force(judge).as_ref().map_err(|it| *it));
        let (judge, recorded) =
            find_answered(judges, &text).map_err(|why| no_answers(&source, why))?;
        let mut result = judge.judge(&source, &text, &recorded, !arguments.no_diagnosis);
        let channel = recorded.can().channel;
        let states = InTurn.check(Box::new(recorded.clone()), plan.questions(channel));
        let plays = InTurn.check(Box::new(recorded), plan.plays(channel));
        result.cases.extend(states.into_iter().chain(plays));
        expected::apply(&listed, &mut result);
        if arguments.form.prints_text() {
            let verbosity = arguments.form.amount.verbosity();
            report::print(&terminal::text(&result, verbosity))?;
        }
        results.push(result);
    }
    write(arguments, &results)?;
    if results.iter().any(shows_more_than_expected) {
        return Ok(ExitCode::Difference);
    }
    Ok(ExitCode::of_results(&results))
}

/// Tells whether a fault is named although no failure was expected.
fn shows_more_than_expected(result: &EngineResult) -> bool {
    let mut verdicts = result.verdicts();
    result.diagnosis.is_some() && !verdicts.any(|it| it == Verdict::Xfail)
}

fn number_error(error: TooManyQuestions) -> CliError {
    CliError::bad_input(format!(
        "{error}; choose fewer cases with --class or --filter"
    ))
}

fn no_answers(source: &str, why: Unanswered) -> CliError {
    if let Unanswered::TooMany(error) = why {
        return number_error(error);
    }
    let right = "print the questions with passant judge --ask, give them to the engine, and pass all that it prints, \
                 with the same --suite, --class, --filter and --no-diagnosis and the same version of passant";
    CliError::bad_input(format!("{source} {why}; {right}"))
}

/// Returns the patterns of the lines of an engine that prints its counts in its own way.
fn patterns(arguments: &JudgeArguments) -> Result<CustomPatterns, CliError> {
    let mut patterns = CustomPatterns::default();
    let invalid = |option: &str, error: String| CliError::bad_input(format!("{option}: {error}"));
    if let Some(pattern) = &arguments.move_pattern {
        let set = patterns.set_move(pattern);
        set.map_err(|error| invalid("--move-pattern", error))?;
    }
    if let Some(pattern) = &arguments.total_pattern {
        let set = patterns.set_total(pattern);
        set.map_err(|error| invalid("--total-pattern", error))?;
    }
    Ok(patterns)
}

/// Returns each text, with where it comes from.
fn texts(arguments: &JudgeArguments) -> Result<Vec<(String, PrintedText)>, CliError> {
    let patterns = patterns(arguments)?;
    let standard_input = [Path::new("-").to_owned()];
    let files = if arguments.files.is_empty() {
        &standard_input[..]
    } else {
        &arguments.files
    };
    let texts = files.iter().map(|path| {
        let source = if path == Path::new("-") {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let bytes = if path == Path::new("-") {
            bytes(io::stdin().lock(), &source)?
        } else {
            let file = File::open(path).map_err(CliError::reading(&source))?;
            bytes(file, &source)?
        };
        let text = PrintedText::from_bytes(&bytes).with_patterns(patterns.clone());
        if text.lines().len() == PrintedText::MOST_LINES {
            return Err(length_error(&source, "as many lines as are read"));
        }
        Ok((source, text))
    });
    texts.collect()
}

fn bytes(reader: impl Read, source: &str) -> Result<Vec<u8>, CliError> {
    let bytes = read_at_most(LONGEST_TEXT, reader).map_err(CliError::reading(source))?;
    bytes.ok_or_else(|| length_error(source, &format!("more than {} MiB", LONGEST_TEXT >> 20)))
}

fn length_error(source: &str, what: &str) -> CliError {
    CliError::bad_input(format!(
        "{source} has {what}; pass only what the engine printed about one block"
    ))
}

/// Writes every report except the text for the terminal.
fn write(arguments: &JudgeArguments, results: &[EngineResult]) -> Result<(), CliError> {
    reports::write_forms(&arguments.form, results)?;
    if let Some(path) = &arguments.write_expected {
        report::write_file(path, expected::write(results).as_bytes())?;
    }
    Ok(())
}
