//! The wish to stop, from Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that everybody who waits looks at. Clones share it.
///
/// Engines run in process groups of their own, so that Ctrl-C on the terminal does not reach them: whoever waits for
/// one sees the flag, returns, and ends its engine on the way out.
#[derive(Clone, Default, Debug)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    /// A flag that Ctrl-C and a polite `kill` raise.
    ///
    /// # Errors
    ///
    /// If the process has such a handler already.
    pub fn on_signals() -> Result<Self, ctrlc::Error> {
        let interrupt = Self::default();
        let shared = interrupt.clone();
        ctrlc::set_handler(move || shared.raise())?;
        Ok(interrupt)
    }

    /// Asks everybody to stop.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The flag itself, for those who know nothing of this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }
}
