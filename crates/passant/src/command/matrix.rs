//! `passant matrix`: a table of engines and classes as a self-contained HTML page.

mod svg;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use clap::Args;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, escape_formatter};
use passant_judge::check::{CaseResult, Verdict};
use passant_query::{Syntax, escape};
use passant_report::EngineResult;
use serde::Serialize;

use super::reports;
use crate::report::parts;
use crate::report::parts::{conventions, diagnosis, finding_lines, name};
use crate::{CliError, ExitCode};

/// The end of `passant matrix --help`.
const NOTES: &str = "\
Example:
  passant check stockfish phalanx --report report.json
  passant matrix report.json -o matrix.html

The page is one file without scripts, fonts or links to other hosts.

Exit codes: 0 the page was written, 2 a report cannot be read, 74 writing failed.";

/// The arguments of `passant matrix`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct MatrixArguments {
    /// Reports of `passant check --json` or `--report`
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,

    /// Write the page to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Number of failures to draw per class and engine; the others are listed [default: all]
    #[arg(long, value_name = "N")]
    pub drawn: Option<usize>,
}

/// Reads the reports and writes the page.
pub fn run(arguments: &MatrixArguments) -> Result<ExitCode, CliError> {
    let engines = reports::read(&arguments.reports)?;
    let page = page(&engines, arguments.drawn.unwrap_or(usize::MAX))?;
    reports::write(arguments.output.as_deref(), &page)?;
    Ok(ExitCode::Ok)
}

#[derive(Serialize)]
struct Page {
    version: &'static str,
    squares: String,
    engines: Vec<Head>,
    rows: Vec<Row>,
    verdicts: Vec<Key>,
}

/// The head of a column, and the section of the page about the engine.
#[derive(Serialize)]
struct Head {
    id: String,
    name: String,
    /// True if another engine has the same name.
    is_namesake: bool,
    command: String,
    channel: String,
    conventions: Option<String>,
    tried: Vec<String>,
    diagnosis: Option<String>,
    classes: Vec<Section>,
}

/// The failures of an engine in a class.
#[derive(Serialize)]
struct Section {
    id: String,
    class: String,
    failures: Vec<FailedCase>,
    more: Vec<String>,
}

#[derive(Serialize)]
struct FailedCase {
    id: String,
    verdict: &'static str,
    mark: &'static str,
    address: String,
    fen: String,
    why: String,
    board: String,
    found: Vec<String>,
    /// The command that repeats the case.
    rerun: Option<String>,
}

#[derive(Serialize)]
struct Row {
    class: String,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    verdict: &'static str,
    mark: &'static str,
    text: String,
    link: Option<String>,
}

#[derive(Serialize)]
struct Key {
    verdict: &'static str,
    mark: &'static str,
    meaning: &'static str,
}

/// Returns the page. Draws at most `drawn` failures per class and engine, and lists the others.
pub(crate) fn page(engines: &[EngineResult], drawn: usize) -> io::Result<String> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            escape_formatter(out, state, &escape(text, Syntax::Line).into())
        }
        _ => escape_formatter(out, state, value),
    });
    environment
        .render_str(
            include_str!("matrix/page.html"),
            Serde(content(engines, drawn)),
        )
        .map_err(io::Error::other)
}

fn content(engines: &[EngineResult], drawn: usize) -> Page {
    let mut classes: Vec<_> = engines
        .iter()
        .flat_map(|engine| engine.cases.iter().map(|case| case.class.as_str()))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    let numbered = || engines.iter().enumerate();
    let row = |class: &&str| Row {
        class: (*class).to_owned(),
        cells: numbered()
            .map(|(number, engine)| cell(number, engine, class))
            .collect(),
    };
    Page {
        version: env!("CARGO_PKG_VERSION"),
        squares: svg::squares(),
        rows: classes.iter().map(row).collect(),
        engines: numbered()
            .map(|(number, _)| head(number, engines, drawn))
            .collect(),
        verdicts: MARKS
            .iter()
            .map(|&(verdict, mark, meaning)| Key {
                verdict: verdict.word(),
                mark,
                meaning,
            })
            .collect(),
    }
}

fn head(number: usize, engines: &[EngineResult], drawn: usize) -> Head {
    let engine = &engines[number];
    let mut classes: BTreeMap<&str, Vec<&CaseResult>> = BTreeMap::new();
    for case in engine.cases.iter().filter(|case| is_reported(case.verdict)) {
        classes.entry(&case.class).or_default().push(case);
    }
    let section = |(class, cases): (&str, Vec<&CaseResult>)| Section {
        id: anchor(number, class),
        class: class.to_owned(),
        failures: cases
            .iter()
            .take(drawn)
            .map(|case| failure(number, engine, case))
            .collect(),
        more: cases
            .iter()
            .skip(drawn)
            .map(|case| format!("{} {}", case.verdict, case.address))
            .collect(),
    };
    Head {
        id: format!("engine-{number}"),
        name: name(engine).to_owned(),
        is_namesake: 1 < engines
            .iter()
            .filter(|other| name(other) == name(engine))
            .count(),
        command: engine.command.clone(),
        channel: engine
            .calibration
            .as_ref()
            .map_or("none", |found| found.channel.word())
            .to_owned(),
        conventions: conventions(engine),
        tried: engine.tried.clone(),
        diagnosis: diagnosis(engine),
        classes: classes.into_iter().map(section).collect(),
    }
}

fn failure(number: usize, engine: &EngineResult, case: &CaseResult) -> FailedCase {
    let command = || parts::check_command(case, engine);
    FailedCase {
        id: anchor(number, &case.address),
        rerun: (!engine.words.is_empty()).then(command),
        verdict: case.verdict.word(),
        mark: mark(case.verdict),
        address: case.address.clone(),
        fen: case.fen.clone(),
        why: case.why.clone(),
        board: svg::board(&case.fen).unwrap_or_default(),
        found: finding_lines(case).lines().map(str::to_owned).collect(),
    }
}

/// Returns the worst verdict in a class, and how many cases have it.
fn cell(number: usize, engine: &EngineResult, class: &str) -> Cell {
    let cases: Vec<_> = engine
        .cases
        .iter()
        .filter(|case| case.class == class)
        .collect();
    let worst = cases
        .iter()
        .map(|case| case.verdict)
        .max()
        .unwrap_or(Verdict::Unsupported);
    let count = cases.iter().filter(|case| case.verdict == worst).count();
    Cell {
        verdict: worst.word(),
        mark: mark(worst),
        text: if cases.is_empty() {
            "not run".to_owned()
        } else {
            format!("{count}/{} {worst}", cases.len())
        },
        link: cases
            .iter()
            .any(|case| is_reported(case.verdict))
            .then(|| anchor(number, class)),
    }
}

fn anchor(number: usize, class: &str) -> String {
    format!("engine-{number}-{class}")
}

fn is_reported(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Pass | Verdict::Unsupported)
}

/// A mark and an explanation for each verdict. The mark helps readers who cannot see the colors.
const MARKS: [(Verdict, &str, &str); 10] = [
    (Verdict::Pass, "✓", "all answers are correct"),
    (Verdict::Fail, "✗", "moves or counts differ from the rules"),
    (Verdict::Refused, "⊘", "a legal position is not accepted"),
    (
        Verdict::Crash,
        "†",
        "the engine ended, or printed without end",
    ),
    (Verdict::Timeout, "…", "no answer in time"),
    (
        Verdict::Unknown,
        "?",
        "an answer contradicts itself or another answer",
    ),
    (
        Verdict::Nonstrict,
        "≈",
        "a difference in a position that no game reaches: not an error",
    ),
    (Verdict::Unsupported, "–", "the channel cannot test this"),
    (Verdict::Xfail, "(✗)", "an expected failure"),
    (
        Verdict::Xpass,
        "!✓",
        "an expected failure that did not happen",
    ),
];

fn mark(verdict: Verdict) -> &'static str {
    MARKS
        .iter()
        .find(|(known, ..)| *known == verdict)
        .map_or("", |(_, mark, _)| mark)
}
