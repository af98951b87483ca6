//! Reports of `passant check` and `passant judge`: written in every form, and read again by the commands that draw them.

use std::fs;
use std::path::{Path, PathBuf};

use passant_report::{EngineResult, check_report};

use crate::arguments::CheckForm;
use crate::report::check::{junit, tap};
use crate::{CliError, report, write_file};

/// Prints or writes the report in each form that was chosen, except as text.
pub(super) fn write_forms(form: &CheckForm, engines: &[EngineResult]) -> Result<(), CliError> {
    if form.json {
        report::print(&check_report::text(engines)?)?;
    }
    if form.tap {
        report::print(&tap::text(engines))?;
    }
    if let Some(path) = &form.junit {
        write_file(path, junit::text(engines)?.as_bytes())?;
    }
    if let Some(path) = &form.report {
        write_file(path, check_report::text(engines)?.as_bytes())?;
    }
    Ok(())
}

/// Reads the engines of all reports. The error names the report that cannot be read.
pub(super) fn read(paths: &[PathBuf]) -> Result<Vec<EngineResult>, CliError> {
    let mut engines = Vec::new();
    for path in paths {
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
    Ok(engines)
}

/// Writes what was made of the reports to a file, or prints it if there is none.
pub(super) fn write(output: Option<&Path>, text: &str) -> Result<(), CliError> {
    match output {
        Some(path) => write_file(path, text.as_bytes()),
        None => Ok(report::print(text)?),
    }
}
