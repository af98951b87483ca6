//! The readers of files, as functions of their contents, for fuzzing.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use passant_judge::check::questions::Demands;
use passant_pgn::FindingKind;
use passant_report::check_report;
use passant_suite::descriptor::Descriptor;
use passant_suite::expected_findings::ExpectedFindings;
use passant_suite::{Diagnostics, Suites};

use crate::arguments::Arguments;
use crate::command::matrix;
use crate::journal::Stored;
use crate::{CliError, diagnostic, settings};

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

/// Reads a text in the place of each kind of file with settings. Returns the options of `passant check` that it stands for.
///
/// # Errors
///
/// If the text is no TOML, or if an option cannot have its value.
pub fn settings(text: &str) -> [Result<Vec<OsString>, CliError>; 3] {
    settings::read_text(&Arguments::command(), text)
}

/// Reads the value of `passant check --convention`, and writes it again. The error describes what is wrong with it.
pub fn rewrite_demands(text: &str) -> Result<String, String> {
    text.parse::<Demands>().map(|demands| demands.to_string())
}

/// Reads a list of expected findings in games. Returns the number of its entries.
pub fn expected_findings(text: &str) -> Result<usize, Diagnostics> {
    let kinds = FindingKind::ALL.map(FindingKind::word);
    let list = ExpectedFindings::parse("expected.toml", text, &kinds)?;
    Ok(list.entries().len())
}
