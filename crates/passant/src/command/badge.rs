//! `passant badge`: a badge for a README.

use passant_report::badge::Badge;

use super::reports;
use crate::arguments::BadgeArguments;
use crate::{CliError, ExitCode};

/// Reads the reports and writes the badge.
pub fn run(arguments: &BadgeArguments) -> Result<ExitCode, CliError> {
    let mut badge = Badge::of(&reports::read(&arguments.reports)?);
    badge.label.clone_from(&arguments.label);
    reports::write(arguments.output.as_deref(), &badge.text()?)?;
    Ok(ExitCode::Ok)
}
