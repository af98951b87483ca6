//! `passant suite`: shows the built-in cases, and prints them for other programs.

use passant_suite::{Case, Reach, Selection, Suites, Variant};

use crate::arguments::{SuiteArguments, SuiteFormat};
use crate::report::{self, export, suite as report_suite, warn};
use crate::{CliError, ExitCode};

/// Lists the suites, or prints the selected cases.
pub fn run(arguments: &SuiteArguments) -> Result<ExitCode, CliError> {
    let suites = Suites::builtin().map_err(|problems| CliError::bad_data(&problems))?;
    let format = arguments.output_format();
    if arguments.names.is_empty() && format == SuiteFormat::Text {
        report::print(&report_suite::overview(&suites))?;
        return Ok(ExitCode::Ok);
    }
    let mut selection = select_cases(&suites, &arguments.names)?;
    if matches!(format, SuiteFormat::Perft | SuiteFormat::Epd) {
        selection
            .cases
            .retain(|case| is_exported(case, &arguments.names));
    }
    report::print(&match format {
        SuiteFormat::Text => report_suite::cases(&selection),
        SuiteFormat::Json => export::json(&selection)?,
        SuiteFormat::Jsonl => export::json_lines(&selection)?,
        SuiteFormat::Perft => {
            let others = text_case_count(&selection)
                + selection.play_cases.len()
                + selection.search_cases.len();
            warn_of_omissions(selection.cases.len(), others)?;
            export::perft(&selection.cases)
        }
        SuiteFormat::Epd | SuiteFormat::Csv => {
            let (rows, without) = export::rows(&selection);
            warn_of_omissions(rows.len(), text_case_count(&selection) + without)?;
            if format == SuiteFormat::Epd {
                export::epd(&rows)
            } else {
                export::csv(&rows)?
            }
        }
    })?;
    Ok(ExitCode::Ok)
}

/// The named cases; all positions with counts if there are no names.
fn select_cases(suites: &Suites, names: &[String]) -> Result<Selection, CliError> {
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

/// Whether every program that counts can be asked about a case: a game reaches it, and its FEN needs no Chess960. Or whether it
/// was named explicitly.
fn is_exported(case: &Case, names: &[String]) -> bool {
    case.reach == Reach::Reachable && case.variant == Variant::Standard
        || names
            .iter()
            .any(|name| name.contains('/') && case.address.starts_with(name.as_str()))
}

/// The number of cases that are questions about text, which only JSON has room for.
fn text_case_count(selection: &Selection) -> usize {
    selection.fen_cases.len() + selection.state_cases.len()
}

/// Says what a format has no room for; an error if that is everything.
fn warn_of_omissions(printed: usize, left_out: usize) -> Result<(), CliError> {
    if left_out == 0 {
        return Ok(());
    }
    let message =
        format!("this format has no room for {left_out} of the cases; --format jsonl has");
    if printed == 0 {
        return Err(CliError::bad_input(&message));
    }
    warn(&format!("{message}\n"));
    Ok(())
}
