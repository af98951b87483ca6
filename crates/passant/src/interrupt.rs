//! Ctrl-C.

use passant_query::Interrupt;

/// A flag that Ctrl-C and a polite `kill` raise.
///
/// Engines run in process groups of their own, so that Ctrl-C on the terminal does not reach them: what waits for one
/// sees the flag, returns, and ends its engine on the way out.
///
/// # Errors
///
/// If the process has such a handler already.
pub(crate) fn on_signals() -> Result<Interrupt, ctrlc::Error> {
    let interrupt = Interrupt::default();
    let shared = interrupt.clone();
    ctrlc::set_handler(move || shared.raise())?;
    Ok(interrupt)
}
