//! `passant check --book`: by which rule an engine makes the keys of its opening book.

use std::time::Instant;

use passant_engine::uci::options_of_book;
use passant_engine::{Calibration, EngineSpec, Protocol};
use passant_judge::check::book::{BookCheck, without_book};
use passant_judge::check::questions::Conventions;
use passant_judge::check::{CaseResult, Checked, Verdict};
use passant_query::{Channel, EngineError, Interrupt};
use passant_report::EngineResult;
use passant_suite::book::{BOOK_CASES, book};
use tempfile::NamedTempFile;

use super::calibration_cache::calibrate;
use super::check_arguments::CheckArguments;
use super::engines::SelectedEngine;
use crate::report::labelled_list::BOLD;
use crate::report::{self, terminal};
use crate::{CliError, engine_results};

/// Asks each engine about every position of the book, and prints the reports.
pub(super) fn run(
    arguments: &CheckArguments,
    engines: &[SelectedEngine],
    interrupt: &Interrupt,
) -> Result<Vec<EngineResult>, CliError> {
    let left = engines.iter().take_while(|_| !interrupt.is_raised());
    left.map(|engine| check(&engine.spec, arguments)).collect()
}

fn check(spec: &EngineSpec, arguments: &CheckArguments) -> Result<EngineResult, CliError> {
    let start = Instant::now();
    let calibrated = calibrate(spec, arguments.calibrate, start + arguments.all_time());
    let mut result = match calibrated {
        Ok((calibration, _)) => {
            // The channel of the counts is not asked.
            let calibration = Calibration {
                channel: Channel::BestMove,
                ..calibration
            };
            if arguments.form.prints_text() && !arguments.form.amount.quiet {
                report::print(&head(spec, &calibration))?;
            }
            let cases = match ask(spec, &calibration, arguments, start)? {
                Ok(cases) => cases,
                Err(why) => without_book(&why),
            };
            engine_results::of(
                spec,
                &calibration,
                Conventions::default(),
                Checked::complete(cases),
            )
        }
        Err(no_channel) => engine_results::without_channel(spec, no_channel, BOOK_CASES.len()),
    };
    result.options = arguments.options();
    result.milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if arguments.form.prints_text() {
        let verbosity = arguments.form.amount.verbosity();
        if let Some(why) = reason_for_nothing(&result) {
            report::print(&format!("not tested: {why}\n\n"))?;
        }
        report::print(&terminal::result(&result, verbosity))?;
    }
    Ok(result)
}

/// The head of the report.
fn head(spec: &EngineSpec, calibration: &Calibration) -> String {
    format!(
        "{BOLD}{}{BOLD:#}\n  command   {}\n  tests     {} positions with a Polyglot book\n\n",
        calibration.name,
        spec.command,
        BOOK_CASES.len()
    )
}

/// Why no position could be asked about, if so.
fn reason_for_nothing(result: &EngineResult) -> Option<&str> {
    let first = result.cases.first()?;
    let is_asked = result.verdicts().any(|it| it != Verdict::Unsupported);
    let mut findings = first.presentations.iter().flat_map(|it| &it.findings);
    findings.next().filter(|_| !is_asked).map(|it| &*it.text)
}

/// Asks the engine; the inner error says why it cannot be asked.
fn ask(
    spec: &EngineSpec,
    calibration: &Calibration,
    arguments: &CheckArguments,
    start: Instant,
) -> Result<Result<Vec<CaseResult>, EngineError>, CliError> {
    if calibration.protocol != Protocol::Uci {
        let what = "a book: only UCI has options that name one";
        return Ok(Err(EngineError::unsupported(what)));
    }
    let file = NamedTempFile::with_suffix(".bin")?;
    std::fs::write(file.path(), book()).map_err(CliError::writing(file.path()))?;
    let bounded = spec.until(start + arguments.all_time());
    let options = match options_of_book(&bounded) {
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
        calibration.open(&spec)
    };
    let mut check = BookCheck {
        with_book: open(options.with_book(&file.path().to_string_lossy())),
        without_book: open(options.without_book()),
    };
    Ok(Ok(check.run()))
}
