//! How fast an engine counts, and what it is therefore asked for.

use std::time::Duration;

/// A count that is asked for in every way of telling a position, however slow the engine is, in nodes.
const SMALL: u64 = 20_000;

/// The longest that a larger count may be expected to take if it is asked for in every way. A position is told in four
/// ways, so that each case takes at most three times this longer than by its FEN alone.
const QUICK: Duration = Duration::from_millis(100);

/// How fast an engine counts, so that it is not asked for what it cannot finish.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long an answer may take before the next depth is not asked for.
    budget: Duration,
    /// Nodes a second in the largest count so far.
    speed: Option<f64>,
    largest: u64,
}

impl Pace {
    /// Knows nothing of the engine yet.
    #[must_use]
    pub fn new(budget: Duration) -> Self {
        Self {
            budget,
            speed: None,
            largest: 0,
        }
    }

    /// Whether a count may be asked for: of an engine of which nothing is known, any.
    pub(super) fn allows(&self, nodes: u64) -> bool {
        self.expected(nodes).is_none_or(|time| time <= self.budget)
    }

    /// Whether the engine is known to be fast enough for a count.
    pub(super) fn is_sure_of(&self, nodes: u64) -> bool {
        self.expected(nodes).is_some_and(|time| time <= self.budget)
    }

    /// Whether a count is asked for in every way of telling its position, and not by the FEN alone.
    pub(super) fn is_quick(&self, nodes: u64) -> bool {
        nodes <= SMALL || self.expected(nodes).is_some_and(|time| time <= QUICK)
    }

    /// Takes note of a count and how long it took.
    pub(super) fn learn(&mut self, nodes: u64, time: Duration) {
        if self.largest < nodes {
            self.largest = nodes;
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
            self.speed = Some(speed);
        }
    }

    /// How long a count will take, if that can be guessed.
    fn expected(&self, nodes: u64) -> Option<Duration> {
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let seconds = nodes as f64 / self.speed?;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Pace;

    #[test]
    fn a_slow_engine_is_asked_for_less() {
        let mut pace = Pace::new(Duration::from_secs(10));
        assert!(pace.allows(u64::MAX) && !pace.is_sure_of(1));
        assert!(pace.is_quick(20_000) && !pace.is_quick(20_001));
        // A million nodes a second.
        pace.learn(1_000, Duration::from_millis(1));
        assert!(pace.allows(9_000_000) && pace.is_sure_of(9_000_000));
        assert!(!pace.allows(11_000_000) && !pace.is_sure_of(11_000_000));
        assert!(pace.is_quick(90_000) && !pace.is_quick(110_000));
        // The largest count says most; a smaller one that comes later says nothing new.
        pace.learn(10_000, Duration::from_secs(1));
        pace.learn(1_000, Duration::from_millis(1));
        assert!(pace.allows(90_000) && !pace.allows(110_000));
        assert!(pace.is_quick(20_000) && !pace.is_quick(20_001));
    }

    #[test]
    fn no_count_is_too_large_to_be_estimated() {
        let mut pace = Pace::new(Duration::from_secs(10));
        pace.learn(1, Duration::from_secs(1 << 40));
        assert!(!pace.allows(u64::MAX) && !pace.is_quick(u64::MAX));
    }
}
