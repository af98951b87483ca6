//! `passant suite`: the built-in positions, to look at and to carry elsewhere.

use std::process::ExitCode;

use passant_suite::{Case, Reach, Suites};

use crate::arguments::SuiteArguments;
use crate::report::suite as report_suite;
use crate::{Failure, exit_code, report};

/// Lists the suites, or shows the positions that are named.
pub fn run(arguments: &SuiteArguments) -> Result<ExitCode, Failure> {
    let suites = Suites::builtin().map_err(|problems| super::bad_data(&problems))?;
    let is_overview = arguments.names.is_empty() && !arguments.epd && !arguments.json;
    report::print(&if is_overview {
        report_suite::overview(suites.suites())
    } else {
        let cases = chosen(&suites, &arguments.names)?;
        if arguments.epd {
            report_suite::epd(
                cases
                    .iter()
                    .filter(|case| is_asked_of_engines(case, &arguments.names)),
            )
        } else if arguments.json {
            report_suite::json(&cases)?
        } else {
            report_suite::cases(&cases)
        }
    })?;
    Ok(exit_code::OK)
}

fn chosen(suites: &Suites, names: &[String]) -> Result<Vec<Case>, Failure> {
    if names.is_empty() {
        return Ok(suites.cases().cloned().collect());
    }
    let selection = suites
        .select(names)
        .map_err(|error| super::bad_input(&error.to_string()))?;
    Ok(selection.cases)
}

/// Whether a case is reachable, or its file was named all the same.
fn is_asked_of_engines(case: &Case, names: &[String]) -> bool {
    case.reach == Reach::Reachable
        || names
            .iter()
            .any(|name| name.contains('/') && case.address.starts_with(name.as_str()))
}
