//! The readers of files, as functions of their contents, for fuzzing.

use std::path::Path;

use passant_report::check_report;
use passant_suite::descriptor::Descriptor;
use passant_suite::{Diagnostics, Suites};

use crate::command::matrix;
use crate::diagnostic;
use crate::journal::Stored;

/// Returns the faults of a file as text for people.
#[must_use]
pub fn render(diagnostics: &Diagnostics) -> String {
    diagnostic::render_all(diagnostics)
}

/// Returns the number of engines that a file describes. The error has every fault, including those that only a start
/// would show.
pub fn engines(text: &str, suites: &Suites) -> Result<usize, Diagnostics> {
    let descriptors = Descriptor::parse("engines.toml", text, suites)?;
    crate::descriptors::engines(descriptors, Path::new("")).map(|engines| engines.len())
}

/// Returns the results of a journal, written again in a fixed order, and the number of lines that are not used.
///
/// # Errors
///
/// If a result cannot be written.
pub fn rewrite_journal(file: &[u8]) -> std::io::Result<(String, usize)> {
    let stored = Stored::read(file);
    Ok((stored.text()?, stored.count_unused()))
}

/// Returns a report of `passant check --json`, written again. The error describes what is wrong with it.
pub fn rewrite_report(text: &str) -> Result<String, String> {
    let engines = check_report::read(text)?;
    check_report::text(&engines).map_err(|error| error.to_string())
}

/// Returns the page that `passant matrix` makes of a report. The error describes what is wrong with the report.
pub fn matrix_page(text: &str) -> Result<String, String> {
    let engines = check_report::read(text)?;
    matrix::page(&engines, usize::MAX).map_err(|error| error.to_string())
}
