//! How much time an engine that crashes, hangs or gives unreliable answers may cost before it is asked nothing more.
//!
//! The lost time counts, not the number of failures, because an engine that crashes on half of the questions and restarts
//! within milliseconds still answers the other half.

use std::fmt;
use std::time::Duration;

use super::Verdict;

/// The time that may be lost with any engine.
const LOST: Duration = Duration::from_secs(600);

/// How many answers may be lost if each answer may take long.
const ANSWERS: u32 = 20;

/// The time that may be lost, and the time that has been lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct FailureBudget {
    budget: Duration,
    lost: Duration,
}

impl FailureBudget {
    /// A budget for an engine whose answers may take this long.
    pub(super) fn new(reply: Duration) -> Self {
        Self {
            budget: LOST.max(ANSWERS * reply),
            lost: Duration::ZERO,
        }
    }

    /// Records the time of a case. It is lost if the verdict says nothing about the moves of the engine.
    pub(super) fn record(&mut self, verdict: Verdict, time: Duration) {
        if matches!(
            verdict,
            Verdict::Crash | Verdict::Timeout | Verdict::Unknown
        ) {
            self.lost += time;
        }
    }

    /// Why the engine is asked nothing more, if the budget is spent.
    pub(super) fn end(self) -> Option<BudgetSpent> {
        (self.budget <= self.lost).then_some(BudgetSpent { lost: self.lost })
    }
}

/// The time that was lost with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BudgetSpent {
    lost: Duration,
}

impl fmt::Display for BudgetSpent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = self.lost.as_secs();
        write!(
            f,
            "not asked: cases that ended in a crash, a timeout or an unknown verdict took {lost} s"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FailureBudget, Verdict};

    /// After how many cases of this length the budget is spent, if it is within a thousand.
    fn given_up_after(verdict: Verdict, reply: u64, each: Duration) -> Option<u32> {
        let mut budget = FailureBudget::new(Duration::from_secs(reply));
        (1..=1000).find(|_| {
            budget.record(verdict, each);
            budget.end().is_some()
        })
    }

    fn given_up(reply: u64, each: Duration) -> Option<u32> {
        given_up_after(Verdict::Timeout, reply, each)
    }

    #[test]
    fn only_failures_without_an_answer_use_up_the_budget() {
        let each = Duration::from_secs(20);
        for verdict in [Verdict::Crash, Verdict::Timeout, Verdict::Unknown] {
            assert_eq!(given_up_after(verdict, 20, each), Some(30), "{verdict:?}");
        }
        for verdict in [Verdict::Pass, Verdict::Fail, Verdict::Refused] {
            assert_eq!(given_up_after(verdict, 20, each), None, "{verdict:?}");
        }
    }

    #[test]
    fn quick_crashes_do_not_use_up_the_budget() {
        assert_eq!(given_up(20, Duration::from_millis(200)), None);
    }

    #[test]
    fn timeouts_and_slow_restarts_use_up_the_budget() {
        // Four presentations with a timeout of twenty seconds each.
        assert_eq!(given_up(20, Duration::from_secs(80)), Some(8));
        // Two restarts of two seconds for each presentation.
        assert_eq!(given_up(20, Duration::from_secs(16)), Some(38));
        // An engine that may take five minutes may also time out a few times.
        assert_eq!(given_up(300, Duration::from_secs(1200)), Some(5));
    }

    #[test]
    fn the_reason_contains_the_lost_time() {
        let mut budget = FailureBudget::new(Duration::from_secs(20));
        budget.record(Verdict::Crash, Duration::from_secs(640));
        let end = budget.end().unwrap().to_string();
        assert!(end.ends_with("took 640 s"), "{end}");
    }
}
