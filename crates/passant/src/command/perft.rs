//! `passant perft`: counts the leaf nodes of a position, or verifies the counts of suites and EPD files.

mod counting;
mod distinct;
mod memory;
mod position;
mod positions;
mod shards;

use std::path::{Path, PathBuf};

use passant_suite::Suites;

use self::counting::{counter, runner};
use self::positions::Positions;
use crate::arguments::{PerftArguments, VerifyOptions};
use crate::report::perft as report_perft;
use crate::verifier::{ExpectedCounts, Measure, Summary, Verifier};
use crate::{CliError, ExitCode, report};

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
    if let Some(result) = position::run(position, options) {
        return result;
    }
    let (files, mut suites): (Vec<_>, Vec<_>) =
        names.iter().cloned().partition(|name| is_epd(name));
    suites.extend_from_slice(suite);
    if files.is_empty() && suites.is_empty() && epd.is_empty() {
        suites.push(STANDARD.to_owned());
    }
    let files = files.into_iter().map(PathBuf::from);
    verify(
        Positions::new(
            suite_counts(&suites)?,
            files.chain(epd.iter().cloned()).collect(),
        ),
        options,
    )
}

/// Whether a name is that of an EPD file, and not of a suite: the file exists, or the name ends in `.epd`.
fn is_epd(name: &str) -> bool {
    let path = Path::new(name);
    let ending = path.extension();
    path.is_file() || ending.is_some_and(|ending| ending.eq_ignore_ascii_case("epd"))
}

fn suite_counts(selectors: &[String]) -> Result<Vec<ExpectedCounts>, CliError> {
    if selectors.is_empty() {
        return Ok(Vec::new());
    }
    let suites = Suites::builtin().map_err(|diagnostics| CliError::bad_data(&diagnostics))?;
    let selection = suites
        .select(selectors)
        .map_err(|error| CliError::bad_input(&error.to_string()))?;
    if selection.cases.is_empty() {
        return Err(CliError::bad_input(&format!(
            "{} has no counts to verify; name a suite of positions, such as en-passant",
            selectors.join(", ")
        )));
    }
    Ok(selection.cases.iter().map(ExpectedCounts::from).collect())
}

/// How many positions are reported together: their lines are aligned, and with `--tally` they share tables. A file of any
/// length takes no more memory than this.
const PAGE: usize = 1000;

/// How many positions are counted together as far as their trees are small. The lines of all of them are printed a moment
/// later.
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
        options,
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
        let mut page = page.into_iter();
        loop {
            let some: Vec<_> = page.by_ref().take(AT_A_TIME).collect();
            if some.is_empty() {
                break;
            }
            verifier.verify_each(some, |finding| {
                if !options.json {
                    report::print(&report_perft::line(&finding, width))?;
                }
                findings.push(finding);
                Ok(())
            })?;
        }
        report::print(&if options.json {
            report_perft::json_page(&findings, is_first)?
        } else {
            report_perft::page(&findings)
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
        report_perft::json_end(&summary)?
    } else {
        report_perft::end(&summary)
    })?;
    match (positions.error(), summary.different) {
        (Some(error), _) => Err(error),
        (None, 0) if lacks_counts => untested(),
        (None, 0) => Ok(ExitCode::Ok),
        (None, _) => Ok(ExitCode::Difference),
    }
}
