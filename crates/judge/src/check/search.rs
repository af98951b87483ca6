//! Asks an engine to search, and judges what it prints: every move of a line must be legal, what must be found must be played,
//! and a mate that is announced must be there. All cases are asked one after the other, within a time.

use std::time::{Duration, Instant};

use passant_query::{Channel, Interrupt, RetryLog, Subject};
use passant_suite::SearchCase;

use super::CaseResult;
use case::case;
use controls::Searcher;

pub(crate) mod case;
pub(crate) mod controls;
mod findings;
pub mod flaw;

/// The number of cases in a row that may end without an answer. Those that follow would do the same.
const UNANSWERED: usize = 3;

/// Cases about searches, and the engine that is asked.
pub struct SearchRun<'a> {
    /// The engine.
    pub subject: Box<dyn Subject>,
    /// The record of the questions that the engine answered when they were asked again after a crash.
    pub retry_log: RetryLog,
    /// The channel through which the moves of the engine are asked about, for the results.
    pub channel: Channel,
    /// The cases, the most important first.
    pub cases: &'a [SearchCase],
    /// The time that this may take.
    pub time: Duration,
    /// Stops the run when it is raised, also in the middle of a case.
    pub interrupt: &'a Interrupt,
    /// Tells whether the run ends after a result.
    pub ends: &'a dyn Fn(&CaseResult) -> bool,
}

/// The results of searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchesChecked {
    /// The results, in the order of the cases.
    pub cases: Vec<CaseResult>,
    /// The number of cases that were not asked because there was no time left.
    pub left_out: usize,
    /// The number of cases that were not asked because several in a row had no answer.
    pub silent: usize,
    /// The number of cases that were not asked because the run was stopped.
    pub stopped: usize,
    /// The time that it took.
    pub time: Duration,
}

impl SearchRun<'_> {
    /// Asks the cases, and hands on each result as it comes.
    pub fn run(mut self, mut on_result: impl FnMut(&CaseResult)) -> SearchesChecked {
        let start = Instant::now();
        let mut searcher = Searcher::new(self.subject.as_mut());
        let mut cases: Vec<CaseResult> = Vec::new();
        let mut unanswered = 0;
        for asked in self.cases {
            let is_over = self.time <= start.elapsed() || self.interrupt.is_raised();
            if is_over || unanswered == UNANSWERED {
                break;
            }
            let began = Instant::now();
            let mut result = case(&mut searcher, asked, self.channel, self.interrupt);
            // An interrupted case has no result.
            if self.interrupt.is_raised() {
                break;
            }
            result.milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            result.retries = self.retry_log.take();
            let is_silent = result.presentations.iter().all(|it| it.depth == 0);
            unanswered = if is_silent { unanswered + 1 } else { 0 };
            on_result(&result);
            let is_last = (self.ends)(&result);
            cases.push(result);
            if is_last {
                break;
            }
        }
        let is_late = self.time <= start.elapsed();
        let not_asked = self.cases.len() - cases.len();
        let (left_out, silent, stopped) = if is_late {
            (not_asked, 0, 0)
        } else if unanswered == UNANSWERED {
            (0, not_asked, 0)
        } else {
            (0, 0, not_asked)
        };
        SearchesChecked {
            cases,
            left_out,
            silent,
            stopped,
            time: start.elapsed(),
        }
    }
}
