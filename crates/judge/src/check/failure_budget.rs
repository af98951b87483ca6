//! How much an engine that crashes, hangs and says what nobody understands may cost before it is given up.
//!
//! What counts is the time that is lost, not how often: an engine that dies of half of its questions, and is there
//! again in milliseconds, still answers the other half.

use std::fmt;
use std::time::Duration;

use super::Verdict;

/// What may be lost in any case.
const LOST: Duration = Duration::from_secs(600);

/// What may be lost where an answer may take long, in times that it may take.
const ANSWERS: u32 = 20;

/// How much may be lost, and how much is.
#[derive(Clone, Copy, Debug)]
pub(super) struct FailureBudget {
    budget: Duration,
    lost: Duration,
}

impl FailureBudget {
    /// Nothing is lost yet; an answer may take so long.
    pub(super) fn new(reply: Duration) -> Self {
        Self {
            budget: LOST.max(ANSWERS * reply),
            lost: Duration::ZERO,
        }
    }

    /// A case has ended in a verdict, after this time, which is lost if nothing was learnt of the engine's moves.
    pub(super) fn lose(&mut self, verdict: Verdict, time: Duration) {
        if matches!(
            verdict,
            Verdict::Crash | Verdict::Timeout | Verdict::Unknown
        ) {
            self.lost += time;
        }
    }

    /// Why the engine is asked nothing more, if it is not.
    pub(super) fn end(self) -> Option<End> {
        (self.budget <= self.lost).then_some(End { lost: self.lost })
    }
}

/// Why an engine was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    lost: Duration,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = self.lost.as_secs();
        write!(
            f,
            "not asked: cases that ended in a crash, in silence or in doubt have taken {lost} s"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FailureBudget, Verdict};

    /// After how many cases that take this long each an engine is given up, if it is within a thousand.
    fn given_up_after(verdict: Verdict, reply: u64, each: Duration) -> Option<u32> {
        let mut patience = FailureBudget::new(Duration::from_secs(reply));
        (1..=1000).find(|_| {
            patience.lose(verdict, each);
            patience.end().is_some()
        })
    }

    fn given_up(reply: u64, each: Duration) -> Option<u32> {
        given_up_after(Verdict::Timeout, reply, each)
    }

    #[test]
    fn who_answers_may_take_its_time_and_who_is_not_understood_may_not() {
        let each = Duration::from_secs(20);
        for verdict in [Verdict::Crash, Verdict::Timeout, Verdict::Unknown] {
            assert_eq!(given_up_after(verdict, 20, each), Some(30), "{verdict:?}");
        }
        for verdict in [Verdict::Pass, Verdict::Fail, Verdict::Refused] {
            assert_eq!(given_up_after(verdict, 20, each), None, "{verdict:?}");
        }
    }

    #[test]
    fn who_crashes_cheaply_is_asked_everything() {
        assert_eq!(given_up(20, Duration::from_millis(200)), None);
    }

    #[test]
    fn who_hangs_or_is_slow_to_come_back_is_given_up() {
        // Four ways, and twenty seconds without an answer to each.
        assert_eq!(given_up(20, Duration::from_secs(80)), Some(8));
        // Two seconds to start again, twice for each way.
        assert_eq!(given_up(20, Duration::from_secs(16)), Some(38));
        // Whoever may think for five minutes is believed a few times as well.
        assert_eq!(given_up(300, Duration::from_secs(1200)), Some(5));
    }

    #[test]
    fn the_reason_tells_the_time() {
        let mut patience = FailureBudget::new(Duration::from_secs(20));
        patience.lose(Verdict::Crash, Duration::from_secs(640));
        let end = patience.end().unwrap().to_string();
        assert!(end.ends_with("have taken 640 s"), "{end}");
    }
}
