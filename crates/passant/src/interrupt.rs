//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use passant_query::Interrupt;

use crate::ExitCode;

/// The time that a command has to stop by itself.
const GRACE: Duration = Duration::from_millis(900);

/// The polling interval for a command that takes longer to write its results.
const TICK: Duration = Duration::from_millis(100);

/// True if all queries and counts are done, and the results are being written.
static IS_WRITING: AtomicBool = AtomicBool::new(false);

/// True if the output waits for a reader, as in a pipe.
static IS_READ: AtomicBool = AtomicBool::new(false);

/// Returns a flag that Ctrl-C and SIGTERM raise.
///
/// Engines run in process groups of their own, so that Ctrl-C on the terminal does not reach them. The code that waits
/// for an engine sees the flag, returns, and ends the engine on the way out. A command that does not stop soon is
/// ended, unless it writes [results](note_writing) to a disk: a second signal ends it then. It does not wait for
/// those who [read](to_reader) what it writes, because they may have stopped.
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
        if is_second || must_end() {
            end();
        }
        // The handler must return before a second signal is noticed. Without a thread only that signal ends the
        // command.
        let watch = || loop {
            let was_read = IS_READ.load(Ordering::Relaxed);
            thread::sleep(TICK);
            if was_read && must_end() {
                end();
            }
        };
        let _ = thread::Builder::new().spawn(watch);
    })?;
    Ok(interrupt)
}

fn must_end() -> bool {
    !IS_WRITING.load(Ordering::Relaxed) || IS_READ.load(Ordering::Relaxed)
}

/// Ends the command. Guards end the engines.
fn end() -> ! {
    std::process::exit(ExitCode::Interrupted.number().into())
}

/// Writes to a terminal or a pipe, or to what may be one.
pub(crate) fn to_reader<T>(write: impl FnOnce() -> T) -> T {
    IS_READ.store(true, Ordering::Relaxed);
    let outcome = write();
    IS_READ.store(false, Ordering::Relaxed);
    outcome
}

/// Notes that a command has stopped and writes what it has found, which may take a while.
pub(crate) fn note_writing() {
    IS_WRITING.store(true, Ordering::Relaxed);
}
