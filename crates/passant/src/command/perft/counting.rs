//! The threads and the kernel that the options select, and how a run fails.

use passant_perft::{Counter, RunError, Runner};

use crate::arguments::VerifyOptions;
use crate::{CliError, threads};

pub(super) fn runner(options: &VerifyOptions) -> Result<Runner, CliError> {
    threads::runner(threads::number(options.threads, "--threads"))
}

pub(super) fn counter(options: &VerifyOptions) -> Result<Counter, CliError> {
    let mode = options.mode.map(Into::into);
    Counter::choose(options.kernel.as_deref(), mode)
        .map_err(|error| CliError::bad_input(&error.to_string()))
}

/// The error of a run that was not interrupted.
pub(super) fn failed(error: &RunError) -> CliError {
    let is_input_output = match error {
        RunError::Checkpoint(error) => error.is_input_output(),
        RunError::Frontier(error) => error.is_input_output(),
        _ => false,
    };
    if is_input_output {
        CliError::Checkpoint(error.to_string())
    } else {
        CliError::bad_input(&error.to_string())
    }
}
