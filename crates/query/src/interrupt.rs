//! A flag that stops everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag that every wait and every count checks. Clones share the flag.
#[derive(Clone, Default, Debug)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
    /// A flag that stops more than this one.
    parent: Option<Arc<Interrupt>>,
    /// When it counts as raised.
    end: Option<Instant>,
}

impl Interrupt {
    /// Raises the flag, so that everything stops.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Tells whether the flag is raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        let is_raised = |parent: &Arc<Self>| parent.is_raised();
        self.raised.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(is_raised)
            || self.is_over()
    }

    /// A flag of its own, which is also raised when this one is.
    #[must_use]
    pub fn child(&self) -> Self {
        Self {
            raised: Arc::default(),
            parent: Some(Arc::new(self.clone())),
            end: None,
        }
    }

    /// A [child](Self::child) that counts as raised from an instant on.
    #[must_use]
    pub fn until(&self, end: Instant) -> Self {
        Self {
            end: Some(end),
            ..self.child()
        }
    }

    /// Tells whether the instant of [`until`](Self::until) has come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some_and(|end| end <= Instant::now())
    }

    /// The flag itself, for code that does not know this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Interrupt;

    #[test]
    fn a_child_is_raised_with_its_parent_but_not_the_other_way_round() {
        let parent = Interrupt::default();
        let [first, second] = [parent.child(), parent.child()];
        first.raise();
        assert!(first.is_raised() && !second.is_raised() && !parent.is_raised());
        parent.raise();
        assert!(second.is_raised());
    }

    #[test]
    fn time_that_is_over_raises_a_flag_and_its_children_alone() {
        let parent = Interrupt::default();
        let now = Instant::now();
        let (over, later) = (
            parent.until(now),
            parent.until(now + Duration::from_secs(3600)),
        );
        assert!(over.is_raised() && over.child().is_raised());
        assert!(!later.is_raised() && !parent.is_raised());
        parent.raise();
        assert!(later.is_raised() && !later.is_over());
    }
}
