//! Chooses the number of threads, and starts them.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use passant_perft::Runner;

use crate::{CliError, report};

/// The most threads for each core. More only wait for each other, and starting them takes longer than counting.
const PER_CORE: usize = 8;

/// Returns the number of threads that an option asks for, and one for each core without it. A number that is far too
/// large is lowered, with a warning that names the option.
pub(crate) fn number(asked: Option<NonZeroUsize>, option: &str) -> NonZeroUsize {
    let Some(asked) = asked else {
        return cores();
    };
    let most = maximum();
    if most < asked {
        report::warn(&format!(
            "warning: {option} {asked} is lowered to {most}, {PER_CORE} for each core\n"
        ));
    }
    asked.min(most)
}

/// Returns the largest number of threads that an option can ask for.
pub(crate) fn maximum() -> NonZeroUsize {
    cores().saturating_mul(NonZeroUsize::MIN.saturating_add(PER_CORE - 1))
}

/// Starts the threads that count.
///
/// # Errors
///
/// If the system has no more threads.
pub(crate) fn runner(number: NonZeroUsize) -> Result<Runner, CliError> {
    Runner::new(Some(number)).map_err(|error| CliError::NoThread(error.to_string()))
}

/// Starts the threads that compare answers and shrink positions: one for each core.
///
/// # Errors
///
/// If the system has no more threads.
pub(crate) fn start_pool() -> Result<(), CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(cores().get())
        .build_global()
        .map_err(|error| CliError::NoThread(format!("cannot start the threads: {error}")))
}

fn cores() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
