//! `passant judge`: gives the verdict on what an engine printed.

use std::cell::LazyCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use passant_engine::dialect::CustomPatterns;
use passant_engine::recorded::{Form, PrintedText, TooManyQuestions};
use passant_judge::check::{InTurn, Plan, Verdict};
use passant_judge::diagnosis::quick_set;
use passant_query::{Channel, Subject};
use passant_report::answered_block::{self, Unanswered, answered};
use passant_report::block_protocol::BlockProtocol;
use passant_report::{EngineResult, TextJudge};
use passant_suite::Suites;

use super::reports;
use crate::arguments::judge::JudgeArguments;
use crate::report::check as report_check;
use crate::{CliError, ExitCode, expected, report, threads, write_file};

/// The longest text that is read, in bytes.
const LONGEST_TEXT: u64 = 64 << 20;

/// Prints a block, or judges what engines printed.
pub fn run(arguments: &JudgeArguments) -> Result<ExitCode, CliError> {
    let suites = Suites::builtin().map_err(|diagnostics| CliError::bad_data(&diagnostics))?;
    let choice = answered_block::choice(
        arguments.suite.clone(),
        arguments.class.clone(),
        arguments.filter.clone(),
    );
    let plan = Plan::new(&suites, &choice).map_err(|it| CliError::bad_input(&it))?;
    let listed = expected::read(arguments.expected.as_deref(), &suites)?;
    threads::start_pool()?;
    let predictions = if arguments.no_diagnosis {
        Vec::new()
    } else {
        quick_set(&suites, Channel::Divide).map_err(|error| CliError::bad_input(&error))?
    };
    let items = plan.to_all_depths();
    let make = |form: Form| TextJudge::new(form, &items, &predictions);
    if arguments.ask {
        let protocol = arguments.protocol.unwrap_or(BlockProtocol::Uci);
        let form = protocol.form(arguments.perft_command.clone());
        let judge = make(form).map_err(too_many)?;
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
        let (judge, recorded) = answered(judges, &text).map_err(|why| no_answers(&source, why))?;
        let mut result = judge.judge(&source, &text, &recorded, !arguments.no_diagnosis);
        let channel = recorded.can().channel;
        let states = InTurn.check(Box::new(recorded.clone()), plan.questions(channel));
        let plays = InTurn.check(Box::new(recorded), plan.plays(channel));
        result.cases.extend(states.into_iter().chain(plays));
        expected::apply(&listed, &mut result);
        if arguments.form.prints_text() {
            let verbosity = arguments.form.amount.verbosity();
            report::print(&report_check::terminal::text(&result, verbosity))?;
        }
        results.push(result);
    }
    write(arguments, &results)?;
    if results.iter().any(shows_more_than_expected) {
        return Ok(ExitCode::Difference);
    }
    Ok(ExitCode::of_results(&results))
}

/// Whether a fault is named although no failure was expected.
fn shows_more_than_expected(result: &EngineResult) -> bool {
    let mut verdicts = result.verdicts();
    result.diagnosis.is_some() && !verdicts.any(|it| it == Verdict::Xfail)
}

fn too_many(error: TooManyQuestions) -> CliError {
    CliError::bad_input(&format!(
        "{error}; choose fewer cases with --class or --filter"
    ))
}

fn no_answers(source: &str, why: Unanswered) -> CliError {
    if let Unanswered::TooMany(error) = why {
        return too_many(error);
    }
    let right = "print the questions with passant judge --ask, give them to the engine, and pass all that it prints, \
                 with the same --suite, --class, --filter and --no-diagnosis and the same version of passant";
    CliError::bad_input(&format!("{source} {why}; {right}"))
}

/// The patterns of the lines of an engine that prints its counts in its own way.
fn patterns(arguments: &JudgeArguments) -> Result<CustomPatterns, CliError> {
    let mut patterns = CustomPatterns::default();
    let invalid = |option: &str, error: String| CliError::bad_input(&format!("{option}: {error}"));
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

/// Each text, with where it comes from.
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
            let file = File::open(path);
            let file = file
                .map_err(|error| CliError::bad_input(&format!("cannot read {source}: {error}")))?;
            bytes(file, &source)?
        };
        let text = PrintedText::from_bytes(&bytes).with_patterns(patterns.clone());
        if text.lines().len() == PrintedText::MOST_LINES {
            return Err(too_long(&source, "as many lines as are read"));
        }
        Ok((source, text))
    });
    texts.collect()
}

fn bytes(reader: impl Read, source: &str) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = reader.take(LONGEST_TEXT + 1).read_to_end(&mut bytes);
    read.map_err(|error| CliError::bad_input(&format!("cannot read {source}: {error}")))?;
    if LONGEST_TEXT < bytes.len() as u64 {
        let most = format!("more than {} MiB", LONGEST_TEXT >> 20);
        return Err(too_long(source, &most));
    }
    Ok(bytes)
}

fn too_long(source: &str, what: &str) -> CliError {
    CliError::bad_input(&format!(
        "{source} has {what}; pass only what the engine printed about one block"
    ))
}

/// Writes every report except the text for the terminal.
fn write(arguments: &JudgeArguments, results: &[EngineResult]) -> Result<(), CliError> {
    reports::write_forms(&arguments.form, results)?;
    if let Some(path) = &arguments.write_expected {
        write_file(path, expected::write(results).as_bytes())?;
    }
    Ok(())
}
