//! The threads and the kernel that the options select.

use passant_perft::{Counter, Runner};

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
