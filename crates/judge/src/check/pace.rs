//! Estimates how fast an engine counts, so that it is not asked for too much.

use std::time::{Duration, Instant};

/// The largest count that is asked for with every presentation even if it takes longer than [`QUICK`], in nodes.
const SMALL: u64 = 20_000;

/// The time that a larger count may take if it is asked for with every presentation.
const QUICK: Duration = Duration::from_millis(100);

/// The part of the time of a case that a count may take if it is asked for with every presentation.
const PART: u32 = 8;

/// The speed at which an engine counts.
///
/// An answer takes a fixed time and a time for each node. The fixed time is estimated by the quickest answer, and the
/// time for each node by what the largest answer took beyond that.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// True if there is a clock.
    is_timed: bool,
    /// The time that a count may take.
    longest: Duration,
    /// The time that a case may take.
    share: Duration,
    /// The time by which cases may take longer in all: on a busy machine a quick engine is late now and then.
    reserve: Duration,
    quickest: Option<Duration>,
    /// The largest count, and how long it took.
    largest: Option<(u64, Duration)>,
}

/// Measures time, if there is a clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// The time since the start; zero without a clock.
    pub(super) fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

impl Pace {
    /// The pace of an engine that has not answered yet, and the longest time for one count.
    #[must_use]
    pub fn new(longest: Duration) -> Self {
        Self {
            is_timed: true,
            longest,
            share: Duration::MAX,
            reserve: Duration::ZERO,
            quickest: None,
            largest: None,
        }
    }

    /// The pace where there is no clock: everything may be asked for, and nothing is learned. Browsers have no clock for
    /// this program.
    #[must_use]
    pub fn without_clock() -> Self {
        Self {
            is_timed: false,
            ..Self::new(Duration::MAX)
        }
    }

    /// Starts to measure.
    pub(super) fn stopwatch(&self) -> Stopwatch {
        Stopwatch(self.is_timed.then(Instant::now))
    }

    /// Lets cases take so much longer than their share, all together.
    pub(super) fn with_reserve(self, reserve: Duration) -> Self {
        Self { reserve, ..self }
    }

    /// Limits the time of the next case.
    pub(super) fn limit(&mut self, share: Duration) {
        self.share = share;
    }

    /// Tells whether the case has taken its time, and the reserve is used up.
    pub(super) fn is_over(&self, taken: Duration) -> bool {
        self.share.saturating_add(self.reserve) <= taken
    }

    /// Takes from the reserve what the case took longer than its share.
    pub(super) fn settle(&mut self, taken: Duration) {
        self.reserve = self
            .reserve
            .saturating_sub(taken.saturating_sub(self.share));
    }

    /// Tells whether a count may be asked for. As long as nothing is known about the engine, any count may.
    pub(super) fn allows(&self, nodes: u64) -> bool {
        self.expect_duration(nodes)
            .is_none_or(|time| time <= self.longest.min(self.share))
    }

    /// Tells whether the engine is known to be fast enough for a count.
    pub(super) fn is_sure_of(&self, nodes: u64) -> bool {
        self.expect_duration(nodes)
            .is_some_and(|time| time <= self.longest.min(self.share))
    }

    /// Tells whether a count is asked for with every presentation, not only with the FEN.
    pub(super) fn is_quick(&self, nodes: u64) -> bool {
        match self.expect_duration(nodes) {
            Some(time) => time <= self.share / PART && (nodes <= SMALL || time <= QUICK),
            None => nodes <= SMALL,
        }
    }

    /// Records a count and how long it took, without the time that the engine needs to start.
    pub(super) fn learn(&mut self, nodes: u64, time: Duration) {
        self.quickest = Some(self.quickest.map_or(time, |quickest| quickest.min(time)));
        let is_news = |(most, took)| most < nodes || most == nodes && time < took;
        if self.largest.is_none_or(is_news) {
            self.largest = Some((nodes, time));
        }
    }

    /// Returns the time that a count will take; `None` if there was only one answer, or if the largest was the quickest.
    fn expect_duration(&self, nodes: u64) -> Option<Duration> {
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

    /// An engine with a fixed time for each answer and a time for each node.
    fn pace(latency: Duration, node: Duration, counts: &[u32]) -> Pace {
        let mut pace = Pace::new(Duration::from_secs(10));
        for &nodes in counts {
            pace.learn(nodes.into(), latency + node * nodes);
        }
        pace
    }

    #[test]
    fn asks_a_slow_engine_for_less() {
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
    fn a_case_takes_no_more_than_its_share() {
        let mut slow = pace(Duration::ZERO, Duration::from_millis(1), &[10, 1_000]);
        slow.limit(Duration::from_secs(4));
        assert!(slow.allows(3_900) && !slow.allows(4_100));
        assert!(slow.is_quick(490) && !slow.is_quick(510));
        assert!(slow.is_over(Duration::from_secs(4)) && !slow.is_over(Duration::from_secs(3)));
    }

    #[test]
    fn some_cases_take_longer() {
        let second = Duration::from_secs(1);
        let mut pace = Pace::new(10 * second).with_reserve(3 * second);
        pace.limit(second);
        assert!(pace.is_over(4 * second) && !pace.is_over(3 * second));
        for _ in 0..2 {
            pace.settle(2 * second);
        }
        assert!(pace.is_over(2 * second));
        pace.settle(second / 2);
        assert!(!pace.is_over(second), "a quick case takes nothing");
    }

    #[test]
    fn tells_slow_answers_from_slow_counting() {
        let late = pace(Duration::from_secs(3), Duration::from_micros(1), &[7, 70]);
        assert!(late.allows(6_000_000) && !late.allows(8_000_000));
        let once = pace(Duration::from_secs(3), Duration::from_micros(1), &[7]);
        assert!(once.allows(6_000_000) && !once.is_sure_of(8));
    }

    #[test]
    fn asks_for_everything_without_a_clock() {
        let mut pace = Pace::without_clock();
        let stopwatch = pace.stopwatch();
        pace.learn(1, stopwatch.elapsed());
        pace.learn(1_000_000, stopwatch.elapsed());
        assert_eq!(stopwatch.elapsed(), Duration::ZERO);
        assert!(pace.allows(u64::MAX) && !pace.is_sure_of(1));
    }

    #[test]
    fn estimates_counts_of_any_size() {
        let pace = pace(Duration::ZERO, Duration::from_secs(1 << 30), &[1, 2]);
        assert!(!pace.allows(u64::MAX) && !pace.is_quick(u64::MAX));
    }
}
