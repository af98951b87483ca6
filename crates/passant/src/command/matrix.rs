//! `passant matrix`: a table of engines and classes on one HTML page.

use std::fs;
use std::process::ExitCode;

use passant_report::check_report;

use crate::arguments::MatrixArguments;
use crate::report::matrix;
use crate::{CliError, exit_code, report, write_file};

/// Reads the reports and writes the page.
pub fn run(arguments: &MatrixArguments) -> Result<ExitCode, CliError> {
    let mut engines = Vec::new();
    for path in &arguments.reports {
        let shown = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| CliError::bad_input(&format!("cannot read {shown}: {error}")))?;
        let read = check_report::read(&text).map_err(|error| {
            CliError::bad_input(&format!(
                "{shown} is not a report of passant check --json: {error}"
            ))
        })?;
        engines.extend(read);
    }
    let page = matrix::page(&engines, arguments.drawn.unwrap_or(usize::MAX))?;
    match &arguments.output {
        Some(path) => write_file(path, page.as_bytes())?,
        None => report::print(&page)?,
    }
    Ok(exit_code::OK)
}
