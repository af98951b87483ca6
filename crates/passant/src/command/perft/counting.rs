//! The threads and the kernel that the options select, and how a run fails.

use std::num::NonZeroUsize;
use std::path::Path;

use bytesize::ByteSize;
use passant_perft::{Counter, Resources, RunError, Runner};

use super::memory;
use crate::arguments::CountingOptions;
use crate::{CliError, threads};

pub(super) fn runner(options: &CountingOptions) -> Result<Runner, CliError> {
    threads::runner(threads(options))
}

pub(super) fn threads(options: &CountingOptions) -> NonZeroUsize {
    threads::number(options.threads, "--threads")
}

pub(super) fn counter(options: &CountingOptions) -> Result<Counter, CliError> {
    let mode = options.mode.map(Into::into);
    Counter::choose(options.kernel.as_deref(), mode)
        .map_err(|error| CliError::bad_input(&error.to_string()))
}

/// The memory that the user allows, or a share of what is free, and a folder for what does not fit.
pub(super) fn resources<'a>(memory: Option<ByteSize>, scratch: Option<&Path>) -> Resources<'a> {
    let resources = Resources::default().memory(memory::limit(memory));
    match scratch {
        Some(folder) => resources.scratch(folder),
        None => resources,
    }
}

/// The error of a run that was not interrupted.
pub(super) fn run_error(error: &RunError) -> CliError {
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
