//! `passant badge`: a badge for a README.

use std::path::PathBuf;

use clap::Args;
use passant_report::badge::{Badge, LABEL};

use super::reports;
use crate::{CliError, ExitCode};

/// The end of `passant badge --help`.
const NOTES: &str = "\
Example:
  passant check ./my-engine --report report.json
  passant badge report.json -o badge.json

Publish the file, and show it in a README by its address:
  https://img.shields.io/endpoint?url=ADDRESS

The badge says how many positions are correct, of those that the engines could
be asked about. An expected failure is not correct. The color is brightgreen if
all are correct, yellow if nine of ten are, else red. It is lightgrey if nothing
was tested, or if all is correct and the check was stopped or shows little (exit
code 7 of passant check).

Exit codes: 0 the badge was written, 2 a report cannot be read, 74 writing failed.";

/// The arguments of `passant badge`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct BadgeArguments {
    /// Reports of `passant check --json` or `--report`
    #[arg(required = true, value_name = "REPORT")]
    pub reports: Vec<PathBuf>,

    /// The left text of the badge
    #[arg(long, value_name = "TEXT", default_value = LABEL)]
    pub label: String,

    /// Write the badge to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Reads the reports and writes the badge.
pub fn run(arguments: &BadgeArguments) -> Result<ExitCode, CliError> {
    let mut badge = Badge::of(&reports::read(&arguments.reports)?);
    badge.label.clone_from(&arguments.label);
    reports::write(arguments.output.as_deref(), &badge.text()?)?;
    Ok(ExitCode::Ok)
}
