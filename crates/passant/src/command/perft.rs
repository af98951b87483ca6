//! `passant perft`: counts the leaf nodes of a position, or verifies the counts of suites and EPD files.

mod counting;
mod position;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use passant_suite::Suites;
use passant_suite::epd::{self, EpdCase};

use self::counting::{counter, runner};
use crate::arguments::{PerftArguments, VerifyOptions};
use crate::report::perft as report_perft;
use crate::verifier::{ExpectedCounts, Measure, Verifier};
use crate::{CliError, diagnostic, exit_code, fen_error, report};

/// The suite that is verified by default.
const STANDARD: &str = "perft";

/// Counts one position, or verifies the counts of suites and EPD files: the standard positions by default.
pub fn run(arguments: &PerftArguments) -> Result<ExitCode, CliError> {
    let PerftArguments {
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
    let mut plan = Plan {
        counts: suite_counts(&suites)?,
        unreadable: 0,
    };
    for file in files
        .iter()
        .map(Path::new)
        .chain(epd.iter().map(PathBuf::as_path))
    {
        plan.add_epd(file);
    }
    plan.run(options)
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

/// The repairs of one line of a file. Each takes only one line, because a file may have thousands.
fn repairs(file: &str, case: &EpdCase) -> String {
    let warning = |fault: &passant_rules::SetupFault| {
        format!(
            "warning: {file}:{}: {fault} ({})\n",
            case.line,
            fen_error::remedy(*fault)
        )
    };
    case.repairs.iter().map(warning).collect()
}

/// The counts to verify.
struct Plan {
    counts: Vec<ExpectedCounts>,
    /// The number of errors in EPD files.
    unreadable: usize,
}

impl Plan {
    /// Adds the positions of an EPD file. Prints errors at once; the positions that can be read are verified anyway.
    fn add_epd(&mut self, file: &Path) {
        let (cases, diagnostics) = epd::load_partly(file);
        let shown = file.display().to_string();
        if !diagnostics.is_empty() {
            report::warn(&(diagnostic::render_all(&diagnostics) + "\n"));
        }
        for case in &cases {
            report::warn(&repairs(&shown, case));
        }
        self.unreadable += diagnostics.len();
        self.counts.extend(
            cases
                .into_iter()
                .map(|case| ExpectedCounts::of_line(&shown, case)),
        );
    }

    fn run(self, options: &VerifyOptions) -> Result<ExitCode, CliError> {
        if self.counts.is_empty() {
            return Err(self.unread().unwrap_or_else(|| {
                CliError::bad_input("the EPD files have no position to verify")
            }));
        }
        let unread = self.unread();
        let measure = if options.tally {
            Measure::Tallies
        } else {
            Measure::Nodes
        };
        let mut verifier = Verifier::new(runner(options)?, counter(options)?, options, measure);
        let names = self.counts.iter().map(|counts| counts.name.chars().count());
        let width = names.max().unwrap_or(0);
        let mut findings = Vec::new();
        for counts in self.counts {
            let finding = verifier.verify(counts)?;
            if !options.json {
                report::print(&report_perft::line(&finding, width))?;
            }
            findings.push(finding);
        }
        let summary = verifier.summary;
        report::print(&if options.json {
            report_perft::verified_json(&findings, &summary)?
        } else {
            report_perft::verified(&findings, &summary)
        })?;
        match (unread, summary.different) {
            (Some(error), _) => Err(error),
            (None, 0) => Ok(exit_code::OK),
            (None, _) => Ok(ExitCode::from(exit_code::DIFFERENCE)),
        }
    }

    /// The error with which the command ends if an EPD file has errors.
    fn unread(&self) -> Option<CliError> {
        let message = match self.unreadable {
            0 => return None,
            1 => "1 error in EPD files, see above".to_owned(),
            number => format!("{number} errors in EPD files, see above"),
        };
        Some(CliError::bad_input(&message))
    }
}
