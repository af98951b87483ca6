//! Reports of `passant check` and `passant judge`: written in every form, and read again by the commands that draw
//! them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use passant_report::{EngineResult, check_report};

use crate::report::{Verbosity, html, junit, tap};
use crate::{CliError, report};

/// The form of the report.
#[derive(Args)]
pub struct CheckForm {
    /// Print a JSON object; `passant generate schema` prints its schema
    #[arg(long, conflicts_with = "tap")]
    pub json: bool,

    /// Print the report in the Test Anything Protocol
    #[arg(long)]
    pub tap: bool,

    /// Write the report as `JUnit` XML to this file
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Write the report as an HTML page with drawn boards to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write the report as a JSON object to this file, as --json prints it
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// The length of the report.
    #[command(flatten)]
    pub amount: CheckAmount,
}

/// The length of the report on a terminal.
#[derive(Args)]
pub struct CheckAmount {
    /// Print failures and the verdict; nothing if an engine passes
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print every failure [default: two of each group with the same mistake], and how the engine could not be asked
    #[arg(short, long)]
    pub verbose: bool,
}

impl CheckAmount {
    /// Returns the two switches as one value.
    pub(crate) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        }
    }
}

impl CheckForm {
    /// Tells whether the report on standard output is text for people.
    pub(crate) fn prints_text(&self) -> bool {
        !self.json && !self.tap
    }
}

/// Prints or writes the report in each form that was chosen, except as text.
pub(super) fn write_forms(form: &CheckForm, engines: &[EngineResult]) -> Result<(), CliError> {
    if form.json {
        report::print(&check_report::text(engines)?)?;
    }
    if form.tap {
        report::print(&tap::text(engines))?;
    }
    if let Some(path) = &form.junit {
        report::write_file(path, junit::text(engines)?.as_bytes())?;
    }
    if let Some(path) = &form.html {
        report::write_file(path, html::text(engines)?.as_bytes())?;
    }
    if let Some(path) = &form.report {
        report::write_file(path, check_report::text(engines)?.as_bytes())?;
    }
    Ok(())
}

/// Reads the engines of all reports. The error names the report that cannot be read, or that is given twice.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<EngineResult>, CliError> {
    let mut engines = Vec::new();
    let mut seen: HashMap<String, &PathBuf> = HashMap::new();
    for path in paths {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(CliError::reading(&shown))?;
        let read = check_report::read(&text).map_err(|error| {
            CliError::bad_input(format!(
                "{shown} is not a report of passant check --json: {error}"
            ))
        })?;
        if let Some(other) = seen.insert(text, path) {
            return Err(CliError::bad_input(format!(
                "{shown} has the same text as {}; name each report once",
                other.display()
            )));
        }
        engines.extend(read);
    }
    Ok(engines)
}

/// Writes what was made of the reports to a file, or prints it if there is none.
pub(super) fn write(output: Option<&Path>, text: &str) -> Result<(), CliError> {
    match output {
        Some(path) => report::write_file(path, text.as_bytes()),
        None => Ok(report::print(text)?),
    }
}
