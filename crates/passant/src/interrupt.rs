//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use passant_query::Interrupt;

use crate::exit_code;

/// How long a command may take to stop by itself.
const GRACE: Duration = Duration::from_millis(900);

/// Whether nothing is asked or counted any more, and the results are being written.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// Returns a flag that Ctrl-C and SIGTERM raise.
///
/// Engines run in process groups of their own, so that Ctrl-C on the terminal does not reach them. The code that waits
/// for an engine sees the flag, returns, and ends the engine on the way out. A command that does not stop soon is ended,
/// unless it writes [results](results_are_written): a second signal ends it then.
///
/// # Errors
///
/// If the process already has a handler for these signals.
pub(crate) fn on_signals() -> Result<Interrupt, ctrlc::Error> {
    let interrupt = Interrupt::default();
    let shared = interrupt.clone();
    ctrlc::set_handler(move || {
        let is_second = shared.is_raised();
        shared.raise();
        if !is_second {
            thread::sleep(GRACE);
        }
        if is_second || !IS_WRITING.load(Ordering::Relaxed) {
            // Guards end the engines.
            std::process::exit(exit_code::INTERRUPTED.into());
        }
    })?;
    Ok(interrupt)
}

/// Notes that a command has stopped and writes what it has found, which may take a while.
pub(crate) fn results_are_written() {
    IS_WRITING.store(true, Ordering::Relaxed);
}
