//! The command `stop`, which is handled out of order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Records whether a `stop` was sent after the command that is being answered. Clones share the state.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    /// The number of these commands that were read and are not answered yet.
    unanswered: Arc<Mutex<usize>>,
}

impl Stop {
    /// Tells whether the count is to end.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for code that does not know this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Notes that a `stop` was read.
    pub(crate) fn raise(&self) {
        self.change(|unanswered| unanswered.saturating_add(1));
    }

    /// Notes that it is the turn of the first `stop`: whatever comes now was sent after it.
    pub(crate) fn lower(&self) {
        self.change(|unanswered| unanswered.saturating_sub(1));
    }

    fn change(&self, change: impl Fn(usize) -> usize) {
        let mut unanswered = self
            .unanswered
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *unanswered = change(*unanswered);
        self.flag.store(*unanswered != 0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Stop;

    #[test]
    fn stays_raised_until_the_last_stop_is_answered() {
        let stop = Stop::default();
        assert!(!stop.is_raised());
        stop.raise();
        stop.raise();
        stop.lower();
        assert!(stop.is_raised());
        stop.lower();
        assert!(!stop.is_raised());
        stop.lower();
        assert!(!stop.is_raised());
    }
}
