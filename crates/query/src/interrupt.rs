//! A flag that stops everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that every wait and every count checks. Clones share the flag.
#[derive(Clone, Default, Debug)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    /// Raises the flag, so that everything stops.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The flag itself, for code that does not know this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }
}
