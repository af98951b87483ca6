//! `passant matrix`: a table of engines and classes on one HTML page.

use super::reports;
use crate::arguments::MatrixArguments;
use crate::report::matrix;
use crate::{CliError, ExitCode};

/// Reads the reports and writes the page.
pub fn run(arguments: &MatrixArguments) -> Result<ExitCode, CliError> {
    let engines = reports::read(&arguments.reports)?;
    let page = matrix::page(&engines, arguments.drawn.unwrap_or(usize::MAX))?;
    reports::write(arguments.output.as_deref(), &page)?;
    Ok(ExitCode::Ok)
}
