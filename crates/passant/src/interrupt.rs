//! Ctrl-C.

use passant_query::Interrupt;

/// Returns a flag that Ctrl-C and SIGTERM raise.
///
/// Engines run in process groups of their own, so that Ctrl-C on the terminal does not reach them. The code that waits
/// for an engine sees the flag, returns, and ends the engine on the way out.
///
/// # Errors
///
/// If the process already has a handler for these signals.
pub(crate) fn on_signals() -> Result<Interrupt, ctrlc::Error> {
    let interrupt = Interrupt::default();
    let shared = interrupt.clone();
    ctrlc::set_handler(move || shared.raise())?;
    Ok(interrupt)
}
