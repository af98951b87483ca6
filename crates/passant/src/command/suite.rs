//! `passant suite`: the built-in positions, to look at and to carry elsewhere.

use std::process::ExitCode;

use passant_suite::{Case, Reach, Selection, Suites};

use crate::arguments::SuiteArguments;
use crate::report::suite as report_suite;
use crate::{Failure, exit_code, report};

/// Lists the suites, or shows the positions that are named.
pub fn run(arguments: &SuiteArguments) -> Result<ExitCode, Failure> {
    let suites = Suites::builtin().map_err(|problems| super::bad_data(&problems))?;
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
                    .filter(|case| is_asked_of_engines(case, &arguments.names)),
            )
        } else if arguments.json {
            report_suite::json(&chosen)?
        } else {
            report_suite::cases(&chosen)
        }
    })?;
    Ok(exit_code::OK)
}

/// The cases that are named; without names all positions that are counted.
fn chosen(suites: &Suites, names: &[String]) -> Result<Selection, Failure> {
    if names.is_empty() {
        return Ok(Selection {
            cases: suites.cases().cloned().collect(),
            ..Selection::default()
        });
    }
    suites
        .select(names)
        .map_err(|error| super::bad_input(&error.to_string()))
}

/// Whether a case is reachable, or its file was named all the same.
fn is_asked_of_engines(case: &Case, names: &[String]) -> bool {
    case.reach == Reach::Reachable
        || names
            .iter()
            .any(|name| name.contains('/') && case.address.starts_with(name.as_str()))
}
