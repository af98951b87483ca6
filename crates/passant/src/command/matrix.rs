//! `passant matrix`: engines against classes, on one page.

use std::fs;
use std::process::ExitCode;

use super::bad_input;
use crate::arguments::MatrixArguments;
use crate::report::check::json;
use crate::report::matrix;
use crate::{Failure, exit_code, report};

/// Reads the reports and writes the page.
pub fn run(arguments: &MatrixArguments) -> Result<ExitCode, Failure> {
    let mut engines = Vec::new();
    for path in &arguments.reports {
        let shown = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| bad_input(&format!("cannot read {shown}: {error}")))?;
        let read = json::read(&text).map_err(|error| {
            bad_input(&format!(
                "{shown} is no report of passant check --json: {error}"
            ))
        })?;
        engines.extend(read);
    }
    let page = matrix::page(&engines, arguments.drawn.unwrap_or(usize::MAX))?;
    match &arguments.output {
        Some(path) => fs::write(path, page).map_err(Failure::writing(path))?,
        None => report::print(&page)?,
    }
    Ok(exit_code::OK)
}
