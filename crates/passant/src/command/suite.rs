//! `passant suite`: shows the built-in positions, and prints them for other programs.

use std::process::ExitCode;

use passant_suite::{Case, Reach, Selection, Suites};

use crate::arguments::SuiteArguments;
use crate::report::suite as report_suite;
use crate::{CliError, exit_code, report};

/// Lists the suites, or shows the selected cases.
pub fn run(arguments: &SuiteArguments) -> Result<ExitCode, CliError> {
    let suites = Suites::builtin().map_err(|problems| CliError::bad_data(&problems))?;
    let is_overview = arguments.names.is_empty() && !arguments.epd && !arguments.json;
    report::print(&if is_overview {
        report_suite::overview(&suites)
    } else {
        let chosen = chosen(&suites, &arguments.names)?;
        if arguments.epd {
            report_suite::epd(
                chosen
                    .cases
                    .iter()
                    .filter(|case| is_exported(case, &arguments.names)),
            )
        } else if arguments.json {
            report_suite::json(&chosen)?
        } else {
            report_suite::cases(&chosen)
        }
    })?;
    Ok(exit_code::OK)
}

/// The named cases; all positions with counts if there are no names.
fn chosen(suites: &Suites, names: &[String]) -> Result<Selection, CliError> {
    if names.is_empty() {
        return Ok(Selection {
            cases: suites.cases().cloned().collect(),
            ..Selection::default()
        });
    }
    suites
        .select(names)
        .map_err(|error| CliError::bad_input(&error.to_string()))
}

/// Whether a case is reachable, or was named explicitly.
fn is_exported(case: &Case, names: &[String]) -> bool {
    case.reach == Reach::Reachable
        || names
            .iter()
            .any(|name| name.contains('/') && case.address.starts_with(name.as_str()))
}
