//! Limits the time of an engine, and leaves out what takes too long.
//!
//! An engine of any speed is asked about as many cases as its time allows, so each case has a share of the time that is
//! left. After two timeouts of one kind, a question is not asked in that way again. Crashes are limited by the time that they
//! take, not by their number, because an engine that crashes on half of the questions and restarts within milliseconds still
//! answers the other half. The end comes earlier once a case has failed, to leave time for the diagnosis.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::{CaseResult, Presentation, Verdict};

/// The longest time that may be lost with an engine that crashes or gives unreliable answers.
const MAY_BE_LOST: Duration = Duration::from_secs(600);

/// A case may take this many times an equal part of the time that is left. The cases that come last then have little left only
/// if all before them are slow.
const GENEROUS: u32 = 2;

/// Why nothing more is asked at the end.
pub(super) const TIME_IS_OVER: &str = "not asked: the time is over";

/// After how many timeouts of one kind a question is not asked in that way.
const TIMEOUTS: u32 = 2;

/// The time that an engine may take, and the time and the answers that have been lost.
#[derive(Clone, Debug)]
pub(super) struct TimeBudget {
    end: Instant,
    /// The end once a case has failed.
    end_after_failure: Instant,
    lost: Duration,
    /// The positions of each class that timed out as a FEN.
    by_class: BTreeMap<String, u32>,
    /// The timeouts since the last answer: of positions that were given as a FEN alone, and of those with moves to play.
    in_a_row: [u32; 2],
}

impl TimeBudget {
    /// The budget of a run that starts now and may take this long. A part of the time is kept for a diagnosis, which is
    /// needed only if a case fails.
    pub(super) fn starting(now: Instant, time: Duration, for_diagnosis: Duration) -> Self {
        Self {
            end: now + time,
            end_after_failure: now + time.saturating_sub(for_diagnosis),
            lost: Duration::ZERO,
            by_class: BTreeMap::new(),
            in_a_row: [0; 2],
        }
    }

    /// Records a case and the time that it took. The time is lost if the verdict says nothing about the moves of the
    /// engine.
    pub(super) fn record(&mut self, result: &CaseResult, time: Duration) {
        if matches!(
            result.verdict,
            Verdict::Crash | Verdict::Timeout | Verdict::Unknown
        ) {
            self.lost += time;
        }
        if matches!(result.verdict, Verdict::Fail | Verdict::Refused) {
            self.end = self.end_after_failure;
        }
        for it in &result.presentations {
            let is_played = it.presentation.is_played();
            let in_a_row = &mut self.in_a_row[usize::from(is_played)];
            match it.verdict {
                Verdict::Timeout => {
                    *in_a_row += 1;
                    if !is_played {
                        *self.by_class.entry(result.class.clone()).or_default() += 1;
                    }
                }
                Verdict::Unsupported => {}
                _ => *in_a_row = 0,
            }
        }
    }

    /// Why the engine is asked nothing more, if its time is over.
    pub(super) fn end(&self, now: Instant) -> Option<String> {
        if self.end <= now {
            return Some(TIME_IS_OVER.to_owned());
        }
        let lost = self.lost.as_secs();
        (MAY_BE_LOST <= self.lost).then(|| {
            format!("not asked: cases that ended in a crash, a timeout or an unknown verdict took {lost} s")
        })
    }

    /// Why a question is not asked in a way that has timed out before.
    pub(super) fn refuses(&self, class: &str, presentation: Presentation) -> Option<String> {
        if self.by_class.get(class).is_some_and(|it| TIMEOUTS <= *it) {
            return Some(format!("not asked: {class} has timed out {TIMEOUTS} times"));
        }
        let is_played = presentation.is_played();
        let way = if is_played { "with moves" } else { "as a FEN" };
        (TIMEOUTS <= self.in_a_row[usize::from(is_played)])
            .then(|| format!("not asked: positions {way} have timed out {TIMEOUTS} times in a row"))
    }

    /// The share of one of the cases that are left, with this number of threads: more than an equal part, because most cases take
    /// less.
    pub(super) fn share(&self, now: Instant, left: usize, threads: usize) -> Duration {
        let time = self.end.saturating_duration_since(now);
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        let part = time.saturating_mul(threads.saturating_mul(GENEROUS));
        (part / u32::try_from(left.max(1)).unwrap_or(u32::MAX)).min(time)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Presentation, TimeBudget, Verdict};
    use crate::check::{CaseResult, PresentationResult};
    use passant_query::Channel;
    use passant_rules::Position;

    const SECOND: Duration = Duration::from_secs(1);

    /// A case of a class that was given in one way.
    fn case(class: &str, presentation: Presentation, verdict: Verdict) -> CaseResult {
        let given = PresentationResult {
            verdict,
            ..PresentationResult::without_answers(presentation, None)
        };
        let about = ["", class, ""];
        CaseResult::of_case(about, &Position::default(), vec![given], Channel::Divide)
    }

    /// After how many cases with this verdict and of this length the engine is asked nothing more, if it is within a
    /// thousand and the time is not over.
    fn given_up_after(verdict: Verdict, each: Duration) -> Option<u32> {
        let now = Instant::now();
        let mut budget = TimeBudget::starting(now, 1_000_000 * SECOND, Duration::ZERO);
        let result = case("plain", Presentation::Fen, verdict);
        (1..=1000).find(|_| {
            budget.record(&result, each);
            budget.end(now).is_some()
        })
    }

    #[test]
    fn only_failures_without_an_answer_lose_time() {
        for verdict in [Verdict::Crash, Verdict::Timeout, Verdict::Unknown] {
            assert_eq!(given_up_after(verdict, 20 * SECOND), Some(30));
        }
        for verdict in [Verdict::Pass, Verdict::Fail, Verdict::Refused] {
            assert_eq!(given_up_after(verdict, 20 * SECOND), None);
        }
        assert_eq!(given_up_after(Verdict::Crash, SECOND / 5), None);
    }

    #[test]
    fn nothing_is_asked_when_the_time_is_over() {
        let now = Instant::now();
        let budget = TimeBudget::starting(now, 60 * SECOND, 30 * SECOND);
        assert_eq!(budget.end(now + 59 * SECOND), None);
        let why = budget.end(now + 60 * SECOND).unwrap();
        assert!(why.ends_with("the time is over"), "{why}");
        assert_eq!(budget.share(now + 40 * SECOND, 10, 2), 8 * SECOND);
        assert_eq!(budget.share(now + 61 * SECOND, 10, 2), Duration::ZERO);
        assert_eq!(budget.share(now, 0, 1), 60 * SECOND);
    }

    #[test]
    fn only_a_failure_needs_time_for_a_diagnosis() {
        let now = Instant::now();
        for (verdict, ends) in [
            (Verdict::Pass, false),
            (Verdict::Unknown, false),
            (Verdict::Fail, true),
            (Verdict::Refused, true),
        ] {
            let mut budget = TimeBudget::starting(now, 60 * SECOND, 20 * SECOND);
            budget.record(&case("plain", Presentation::Fen, verdict), SECOND);
            assert_eq!(budget.end(now + 39 * SECOND), None);
            assert_eq!(budget.end(now + 40 * SECOND).is_some(), ends, "{verdict:?}");
        }
    }

    #[test]
    fn what_has_timed_out_twice_is_not_asked_again() {
        use Presentation::{Fen, FlippedMoves, Moves};
        let mut budget = TimeBudget::starting(Instant::now(), 60 * SECOND, Duration::ZERO);
        budget.record(&case("mate", Fen, Verdict::Timeout), SECOND);
        budget.record(&case("plain", Fen, Verdict::Pass), SECOND);
        budget.record(&case("mate", Fen, Verdict::Timeout), SECOND);
        assert!(budget.refuses("mate", Fen).is_some());
        assert_eq!(budget.refuses("plain", Fen), None, "it has answered");
        budget.record(&case("plain", Moves, Verdict::Timeout), SECOND);
        assert_eq!(budget.refuses("plain", Moves), None);
        budget.record(&case("plain", FlippedMoves, Verdict::Timeout), SECOND);
        assert!(budget.refuses("plain", Moves).is_some());
        assert_eq!(budget.refuses("plain", Fen), None);
        budget.record(&case("edge-file", Fen, Verdict::Timeout), SECOND);
        assert!(budget.refuses("plain", Fen).is_some(), "twice in a row");
    }
}
