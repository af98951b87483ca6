//! `passant check --book`, `--pgn` and `--packed`: checks with cases of their own, which no suite selects.

use std::time::Instant;

use passant_engine::{BookOptions, Calibration, EngineSpec, Protocol};
use passant_judge::check::book::{self, BookCheck, without_book};
use passant_judge::check::packed::{self, without_packing};
use passant_judge::check::questions::Conventions;
use passant_judge::check::reader::{self, without_reader};
use passant_judge::check::{CaseResult, Checked, Verdict};
use passant_pgn::reader_games;
use passant_query::{Channel, EngineError, Interrupt, Subject};
use passant_report::{EngineResult, describe_conventions};
use passant_suite::book::book;
use tempfile::NamedTempFile;

use super::calibration_cache::calibrate;
use super::check_arguments::CheckArguments;
use super::engines::SelectedEngine;
use crate::report::labelled_list::BOLD;
use crate::report::{self, terminal};
use crate::{CliError, engine_results};

/// The cases that are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OwnCases {
    /// By which rule an engine makes the keys of its opening book.
    Book,
    /// Which moves a reader of PGN finds in games with marks.
    Pgn,
    /// What is left of a position that a library packs and unpacks.
    Packed,
}

impl OwnCases {
    /// Returns what the options choose, if it is one of these.
    pub(super) fn chosen(arguments: &CheckArguments) -> Option<Self> {
        let options = [
            (arguments.book, Self::Book),
            (arguments.pgn, Self::Pgn),
            (arguments.packed, Self::Packed),
        ];
        let chosen = options.into_iter().find(|(is_given, _)| *is_given);
        chosen.map(|(_, cases)| cases)
    }

    fn number(self) -> usize {
        match self {
            Self::Book => book::number_of_cases(),
            Self::Pgn => reader_games().len(),
            Self::Packed => packed::number_of_cases(),
        }
    }

    fn description(self) -> String {
        match self {
            Self::Book => format!("{} positions with a Polyglot book", self.number()),
            Self::Pgn => format!("{} games in PGN", self.number()),
            Self::Packed => format!("{} packed positions", self.number()),
        }
    }

    fn without_answers(self, why: &EngineError) -> Vec<CaseResult> {
        match self {
            Self::Book => without_book(why),
            Self::Pgn => without_reader(why),
            Self::Packed => without_packing(why),
        }
    }
}

/// Asks each engine about every case, and prints the reports.
pub(super) fn run(
    cases: OwnCases,
    arguments: &CheckArguments,
    engines: &[SelectedEngine],
    interrupt: &Interrupt,
) -> Result<Vec<EngineResult>, CliError> {
    let left = engines.iter().take_while(|_| !interrupt.is_raised());
    left.map(|engine| check(cases, &engine.spec, arguments))
        .collect()
}

fn check(
    cases: OwnCases,
    spec: &EngineSpec,
    arguments: &CheckArguments,
) -> Result<EngineResult, CliError> {
    let start = Instant::now();
    let calibrated = calibrate(spec, arguments.calibrate, start + arguments.all_time());
    let mut result = match calibrated {
        Ok((calibration, _)) => {
            // The channel of the counts is not asked.
            let calibration = Calibration {
                channel: match cases {
                    OwnCases::Book => Channel::BestMove,
                    OwnCases::Pgn | OwnCases::Packed => Channel::Line,
                },
                ..calibration
            };
            if arguments.form.prints_text() && !arguments.form.amount.quiet {
                report::print(&head(cases, spec, &calibration))?;
            }
            let asked = match cases {
                OwnCases::Book => {
                    ask_book(spec, &calibration, arguments, start)?.map(|results| (results, None))
                }
                OwnCases::Pgn => adapter(spec, &calibration, arguments, start)
                    .map(|mut it| reader::run(&mut *it)),
                OwnCases::Packed => adapter(spec, &calibration, arguments, start)
                    .map(|mut it| (packed::run(&mut *it), None)),
            };
            let (results, marks) = asked.unwrap_or_else(|why| (cases.without_answers(&why), None));
            engine_results::of(
                spec,
                &calibration,
                Conventions {
                    marks,
                    ..Conventions::default()
                },
                Checked::complete(results),
            )
        }
        Err(no_channel) => engine_results::without_channel(spec, no_channel, cases.number()),
    };
    result.options = arguments.options();
    result.milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if arguments.form.prints_text() {
        let verbosity = arguments.form.amount.verbosity();
        if let Some(why) = reason_for_nothing(&result) {
            report::print(&format!("not tested: {why}\n\n"))?;
        }
        if !result.conventions.is_empty() {
            let observed = describe_conventions(result.conventions);
            report::print(&format!("observed: {observed}\n\n"))?;
        }
        report::print(&terminal::result(&result, verbosity))?;
    }
    Ok(result)
}

/// The head of the report.
fn head(cases: OwnCases, spec: &EngineSpec, calibration: &Calibration) -> String {
    format!(
        "{BOLD}{}{BOLD:#}\n  command   {}\n  tests     {}\n\n",
        calibration.name,
        spec.command,
        cases.description()
    )
}

/// Why no case could be asked about, if so.
fn reason_for_nothing(result: &EngineResult) -> Option<&str> {
    let first = result.cases.first()?;
    let is_asked = result.verdicts().any(|it| it != Verdict::Unsupported);
    let mut findings = first.presentations.iter().flat_map(|it| &it.findings);
    findings.next().filter(|_| !is_asked).map(|it| &*it.text)
}

/// Opens an adapter; the error says why it cannot be asked.
fn adapter(
    spec: &EngineSpec,
    calibration: &Calibration,
    arguments: &CheckArguments,
    start: Instant,
) -> Result<Box<dyn Subject>, EngineError> {
    if calibration.protocol != Protocol::Line {
        let what = "this: only the line protocol has a request for it";
        return Err(EngineError::unsupported(what));
    }
    Ok(calibration.open(&spec.until(start + arguments.all_time())))
}

/// Asks an engine with the book; the inner error says why it cannot be asked.
fn ask_book(
    spec: &EngineSpec,
    calibration: &Calibration,
    arguments: &CheckArguments,
    start: Instant,
) -> Result<Result<Vec<CaseResult>, EngineError>, CliError> {
    let file = NamedTempFile::with_suffix(".bin")?;
    std::fs::write(file.path(), book()).map_err(CliError::writing(file.path()))?;
    let bounded = spec.until(start + arguments.all_time());
    let options = match BookOptions::find(&bounded, calibration.protocol) {
        Ok(Some(options)) => options,
        Ok(None) => {
            let what = "a book: no option of the engine names one";
            return Ok(Err(EngineError::unsupported(what)));
        }
        Err(error) => return Ok(Err(error)),
    };
    let open = |options| {
        let mut spec = bounded.clone();
        spec.overrides.options.extend(options);
        calibration.open_search(&spec)
    };
    let with_book = open(options.with_book(&file.path().to_string_lossy()));
    let without_book = open(options.without_book());
    Ok(match with_book.zip(without_book) {
        Some((with_book, without_book)) => Ok(BookCheck {
            with_book,
            without_book,
        }
        .run()),
        None => Err(EngineError::unsupported("a search")),
    })
}
