//! `passant perft`: counts the leaf nodes of a position, or verifies the counts of suites and EPD files.

mod counting;
mod position;

use std::path::Path;
use std::process::ExitCode;

use passant_suite::epd::{self, EpdCase};
use passant_suite::{Ink, Suites};

use self::counting::{counter, runner};
use crate::arguments::{PerftArguments, PositionArguments, VerifyOptions};
use crate::report::perft as report_perft;
use crate::verifier::{ExpectedCounts, Measure, Verifier};
use crate::{CliError, exit_code, fen_error, report};

/// The suite that is verified by default.
const STANDARD: &str = "perft";

/// Counts one position, or verifies the counts of suites and files.
pub fn run(arguments: &PerftArguments) -> Result<ExitCode, CliError> {
    if let Some(result) = position::run(&arguments.position, &arguments.options) {
        return result;
    }
    let mut plan = Plan {
        counts: suite_counts(&arguments.suite)?,
        unreadable: 0,
    };
    for file in &arguments.epd {
        plan.add_epd(file);
    }
    plan.run(&arguments.options)
}

/// Counts the position if the arguments name one. Otherwise verifies the named suites and EPD files, or the suite
/// `perft` if there are no names. A name is an EPD file if that file exists or the name ends in `.epd`.
pub fn verify(
    names: &[String],
    position: &PositionArguments,
    options: &VerifyOptions,
) -> Result<ExitCode, CliError> {
    if let Some(result) = position::run(position, options) {
        return result;
    }
    let mut plan = Plan::default();
    for name in names {
        if Path::new(name).is_file() || has_ending(name, "epd") {
            plan.add_epd(Path::new(name));
        } else {
            plan.counts
                .extend(suite_counts(std::slice::from_ref(name))?);
        }
    }
    if names.is_empty() {
        plan.counts = suite_counts(&[STANDARD.to_owned()])?;
    }
    plan.run(options)
}

fn suite_counts(selectors: &[String]) -> Result<Vec<ExpectedCounts>, CliError> {
    if selectors.is_empty() {
        return Ok(Vec::new());
    }
    let suites = Suites::builtin().map_err(|problems| CliError::bad_data(&problems))?;
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
#[derive(Default)]
struct Plan {
    counts: Vec<ExpectedCounts>,
    /// The number of errors in EPD files.
    unreadable: usize,
}

impl Plan {
    /// Adds the positions of an EPD file. Prints errors at once; the positions that can be read are verified anyway.
    fn add_epd(&mut self, file: &Path) {
        let (cases, problems) = epd::load_partly(file);
        let shown = file.display().to_string();
        if !problems.is_empty() {
            report::warn(&(problems.render(Ink::Colored) + "\n\n"));
        }
        for case in &cases {
            report::warn(&repairs(&shown, case));
        }
        self.unreadable += problems.len();
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

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}
