//! `passant judge`: gives the verdict on what an engine printed.

use std::cell::LazyCell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

use passant_engine::recorded::{Form, PrintedText, Recorded, TooManyQuestions};
use passant_judge::check::plan::Choice;
use passant_judge::check::{Plan, Verdict};
use passant_judge::diagnosis::quick_set;
use passant_query::Channel;
use passant_suite::Suites;

use crate::arguments::judge::{BlockProtocol, JudgeArguments};
use crate::engine_report::EngineResult;
use crate::judged_text::TextJudge;
use crate::report::check as report_check;
use crate::{CliError, exit_code, report, threads, write_file};

/// The longest text that is read, in bytes.
const LONGEST_TEXT: u64 = 64 << 20;

/// The largest count that is asked for, in nodes: the texts are for people to carry.
const MAX_NODES: u64 = 5_000;

/// The maximum depth in plies.
const DEPTH: u32 = 2;

/// The command of most UCI engines that counts.
const PERFT: &str = "go perft {depth}";

/// The suite that is asked about if none is chosen.
const SUITE: &str = "quick";

/// Prints a block, or judges what engines printed.
pub fn run(arguments: &JudgeArguments) -> Result<ExitCode, CliError> {
    let suites = Suites::builtin().map_err(|diagnostics| CliError::bad_data(&diagnostics))?;
    let plan = Plan::new(&suites, &choice(arguments)).map_err(|it| CliError::bad_input(&it))?;
    threads::start_pool()?;
    let predictions = if arguments.no_diagnosis {
        Vec::new()
    } else {
        quick_set(&suites, Channel::Divide).map_err(|error| CliError::bad_input(&error))?
    };
    let make = |form: Form| TextJudge::new(form, &plan, &predictions);
    if arguments.ask {
        let judge = make(form_to_ask(arguments)).map_err(too_many)?;
        report::print(&judge.block().to_string())?;
        return Ok(exit_code::OK);
    }
    let forms = forms_to_read(arguments);
    let judges: Vec<_> = forms
        .into_iter()
        .map(|form| LazyCell::new(move || make(form)))
        .collect();
    let mut results = Vec::new();
    for (source, text) in texts(arguments)? {
        let judges = judges
            .iter()
            .map(|judge| LazyCell::force(judge).as_ref().map_err(|it| *it));
        let (judge, recorded) = answered(judges, &source, &text)?;
        let result = judge.judge(&source, &text, &recorded, !arguments.no_diagnosis);
        if arguments.form.prints_text() {
            let verbosity = arguments.form.amount.verbosity();
            report::print(&report_check::terminal::text(&result, verbosity))?;
        }
        results.push(result);
    }
    write(arguments, &results)?;
    let verdicts = results.iter().flat_map(EngineResult::verdicts);
    let is_wrong = results.iter().any(|result| result.diagnosis.is_some());
    let code = match Verdict::exit_code(verdicts) {
        _ if is_wrong => exit_code::DIFFERENCE,
        0 if results.iter().any(EngineResult::is_hardly_tested) => exit_code::HARDLY_TESTED,
        code => code,
    };
    Ok(ExitCode::from(code))
}

fn choice(arguments: &JudgeArguments) -> Choice {
    let quick = vec![SUITE.to_owned()];
    Choice {
        suites: Some(arguments.suite.clone())
            .filter(|suites| !suites.is_empty())
            .unwrap_or(quick),
        classes: arguments.class.clone(),
        filters: arguments.filter.clone(),
        max_nodes: MAX_NODES,
        depth: Some(DEPTH),
        shard: None,
    }
}

/// The words in which the block is put.
fn form_to_ask(arguments: &JudgeArguments) -> Form {
    let perft = arguments.perft_command.clone();
    match (arguments.protocol, perft) {
        (Some(BlockProtocol::Fen), _) => Form::Fen,
        (Some(BlockProtocol::Xboard), Some(perft)) => Form::XboardPerft { perft },
        (Some(BlockProtocol::Xboard), None) => Form::Xboard,
        (Some(BlockProtocol::Uci) | None, perft) => Form::Uci {
            perft: perft.unwrap_or_else(|| PERFT.to_owned()),
        },
    }
}

/// The words in which the block may have been put that a text answers. The command that counts does not matter.
fn forms_to_read(arguments: &JudgeArguments) -> Vec<Form> {
    let perft = || PERFT.to_owned();
    let all = [
        (BlockProtocol::Uci, Form::Uci { perft: perft() }),
        (BlockProtocol::Xboard, Form::Xboard),
        (BlockProtocol::Xboard, Form::XboardPerft { perft: perft() }),
        (BlockProtocol::Fen, Form::Fen),
    ];
    let chosen = all
        .into_iter()
        .filter(|(protocol, _)| arguments.protocol.is_none_or(|it| it == *protocol));
    chosen.map(|(_, form)| form).collect()
}

fn too_many(error: TooManyQuestions) -> CliError {
    CliError::bad_input(&format!(
        "{error}; choose fewer cases with --class or --filter"
    ))
}

/// The block that a text answers, and the answers. The first that it answers for the most part is taken, because it takes
/// time to make more.
fn answered<'j>(
    judges: impl Iterator<Item = Result<&'j TextJudge<'j>, TooManyQuestions>>,
    source: &str,
    text: &PrintedText,
) -> Result<(&'j TextJudge<'j>, Recorded), CliError> {
    let refused = |why: &str| {
        let right = "print the questions with passant judge --ask, give them to the engine, and pass all that it \
                     prints, with the same --suite, --class, --filter and --no-diagnosis and the same version of passant";
        CliError::bad_input(&format!("{source} {why}; {right}"))
    };
    let mut error = refused("has no answers to these questions");
    let mut best: Option<(&TextJudge<'_>, Recorded)> = None;
    for judge in judges {
        let judge = match judge {
            Ok(judge) => judge,
            // Other words may need fewer questions.
            Err(too_many_questions) => {
                error = too_many(too_many_questions);
                continue;
            }
        };
        let recorded = judge.read(text);
        let found = recorded.found();
        if !found.is_in_order {
            error = refused("answers the questions of another block");
            continue;
        }
        let number =
            |recorded: &Recorded| recorded.found().answered + recorded.found().contradicted;
        let is_most = found.asked < 2 * number(&recorded);
        if best.as_ref().map_or(0, |(_, best)| number(best)) < number(&recorded) {
            best = Some((judge, recorded));
        }
        if is_most {
            break;
        }
    }
    best.ok_or(error)
}

/// Each text, with where it comes from.
fn texts(arguments: &JudgeArguments) -> Result<Vec<(String, PrintedText)>, CliError> {
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
        let text = PrintedText::from_bytes(&bytes);
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
    if arguments.form.json {
        report::print(&report_check::json::text(results)?)?;
    }
    if arguments.form.tap {
        report::print(&report_check::tap::text(results))?;
    }
    if let Some(path) = &arguments.form.junit {
        write_file(path, report_check::junit::text(results)?.as_bytes())?;
    }
    Ok(())
}
