//! `passant matrix`: a table of engines and classes as a self-contained HTML page.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use clap::Args;
use passant_judge::check::{CaseResult, Verdict};
use passant_report::EngineResult;
use serde::Serialize;

use super::reports;
use crate::report::html::{FailedCase, MARKS, anchor, engine_anchor, mark};
use crate::report::parts::{conventions, depth_summary, diagnosis, name};
use crate::report::{board_svg, html};
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
    /// A cell for each engine, about all classes.
    summary: Vec<Cell>,
    verdicts: Vec<Key>,
    /// The mark of a class that was tested in part.
    partial: &'static str,
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
    /// The number of failures.
    count: usize,
    failures: Vec<FailedCase>,
    more: Vec<String>,
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
    html::render(include_str!("matrix/page.html"), content(engines, drawn))
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
            .map(|(number, engine)| {
                let cases = engine.cases.iter().filter(|case| case.class == *class);
                cell(&cases.collect::<Vec<_>>(), anchor(number, class))
            })
            .collect(),
    };
    Page {
        version: env!("CARGO_PKG_VERSION"),
        squares: board_svg::squares(),
        rows: classes.iter().map(row).collect(),
        summary: numbered()
            .map(|(number, engine)| {
                let cases: Vec<_> = engine.cases.iter().collect();
                cell(&cases, engine_anchor(number))
            })
            .collect(),
        partial: PARTIAL,
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
        count: cases.len(),
        failures: cases
            .iter()
            .take(drawn)
            .map(|case| FailedCase::new(number, engine, case))
            .collect(),
        more: cases
            .iter()
            .skip(drawn)
            .map(|case| format!("{} {}", case.verdict, case.address))
            .collect(),
    };
    Head {
        id: engine_anchor(number),
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

/// The mark of cases that pass as far as they were asked, while some could not be asked, or only in part.
const PARTIAL: &str = "(✓)";

/// Returns the worst verdict on some cases, and how many have it, with a link to those that are reported.
fn cell(cases: &[&CaseResult], link: String) -> Cell {
    let verdicts = || cases.iter().map(|case| case.verdict);
    let worst = verdicts().max().unwrap_or(Verdict::Unsupported);
    let count = verdicts().filter(|it| *it == worst).count();
    let is_whole = count == cases.len() && cases.iter().all(|it| depth_summary(it).is_none());
    Cell {
        verdict: worst.word(),
        mark: match worst {
            Verdict::Pass if !is_whole => PARTIAL,
            _ => mark(worst),
        },
        text: if cases.is_empty() {
            "not run".to_owned()
        } else {
            format!("{count}/{} {worst}", cases.len())
        },
        link: verdicts().any(is_reported).then_some(link),
    }
}

fn is_reported(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Pass | Verdict::Unsupported)
}
