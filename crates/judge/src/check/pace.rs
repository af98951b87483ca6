//! How fast an engine counts, and what it is therefore asked for.

use std::time::Duration;

/// A count that is asked for in every way of telling a position, however slow the engine is, in nodes.
const SMALL: u64 = 20_000;

/// The longest that a larger count may be expected to take if it is asked for in every way. A position is told in four
/// ways, so that each case takes at most three times this longer than by its FEN alone.
const QUICK: Duration = Duration::from_millis(100);

/// How fast an engine counts, so that it is not asked for what it cannot finish.
///
/// An answer takes a time that has nothing to do with its size, and a time for each node. The first is at most that of
/// the quickest answer, and what the largest took beyond it gives the second.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long an answer may take before the next depth is not asked for.
    budget: Duration,
    quickest: Option<Duration>,
    /// The most nodes in one answer, and how long they took.
    largest: Option<(u64, Duration)>,
}

impl Pace {
    /// Knows nothing of the engine yet.
    #[must_use]
    pub fn new(budget: Duration) -> Self {
        Self {
            budget,
            quickest: None,
            largest: None,
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

    /// Takes note of a count and how long it took, without the time that the engine needs to start.
    pub(super) fn learn(&mut self, nodes: u64, time: Duration) {
        self.quickest = Some(self.quickest.map_or(time, |quickest| quickest.min(time)));
        let is_news = |(most, took)| most < nodes || most == nodes && time < took;
        if self.largest.is_none_or(is_news) {
            self.largest = Some((nodes, time));
        }
    }

    /// How long a count will take, if that can be guessed: not from one answer, or where the largest was the quickest.
    fn expected(&self, nodes: u64) -> Option<Duration> {
        let (quickest, (most, took)) = (self.quickest?, self.largest?);
        let counting = took.checked_sub(quickest).filter(|time| !time.is_zero())?;
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let seconds = counting.as_secs_f64() * (nodes as f64 / most.max(1) as f64);
        let counting = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Some(quickest.saturating_add(counting))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Pace;

    /// An engine that answers after so long, and needs so long for each node.
    fn pace(latency: Duration, node: Duration, counts: &[u32]) -> Pace {
        let mut pace = Pace::new(Duration::from_secs(10));
        for &nodes in counts {
            pace.learn(nodes.into(), latency + node * nodes);
        }
        pace
    }

    #[test]
    fn a_slow_engine_is_asked_for_less() {
        let unknown = Pace::new(Duration::from_secs(10));
        assert!(unknown.allows(u64::MAX) && !unknown.is_sure_of(1));
        assert!(unknown.is_quick(20_000) && !unknown.is_quick(20_001));
        // A million nodes a second.
        let fast = pace(Duration::ZERO, Duration::from_micros(1), &[10, 1_000]);
        assert!(fast.allows(9_000_000) && fast.is_sure_of(9_000_000));
        assert!(!fast.allows(11_000_000) && !fast.is_sure_of(11_000_000));
        assert!(fast.is_quick(90_000) && !fast.is_quick(110_000));
        let slow = pace(Duration::ZERO, Duration::from_millis(1), &[10, 1_000, 20]);
        assert!(slow.allows(9_000) && !slow.allows(11_000));
        assert!(slow.is_quick(20_000) && !slow.is_quick(20_001));
    }

    #[test]
    fn an_engine_that_answers_late_is_not_taken_for_one_that_counts_slowly() {
        let late = pace(Duration::from_secs(3), Duration::from_micros(1), &[7, 70]);
        assert!(late.allows(6_000_000) && !late.allows(8_000_000));
        let once = pace(Duration::from_secs(3), Duration::from_micros(1), &[7]);
        assert!(once.allows(6_000_000) && !once.is_sure_of(8));
    }

    #[test]
    fn no_count_is_too_large_to_be_estimated() {
        let pace = pace(Duration::ZERO, Duration::from_secs(1 << 30), &[1, 2]);
        assert!(!pace.allows(u64::MAX) && !pace.is_quick(u64::MAX));
    }
}
