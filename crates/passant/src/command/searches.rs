//! The part of `passant check` that asks an engine to search.

use std::time::{Duration, Instant};

use passant_engine::EngineSpec;
use passant_judge::check::search::SearchRun;
use passant_judge::check::{CaseResult, Plan};
use passant_report::EngineResult;

use crate::progress_bar::Bar;

/// Asks an engine to search, if its protocol has searches, and adds the results. What the engine does not do in the
/// time for searches is left out. Returns how long the searches took.
pub(super) fn add(
    spec: &EngineSpec,
    plan: &Plan,
    seconds: u64,
    ends: &dyn Fn(&CaseResult) -> bool,
    result: &mut EngineResult,
) -> Duration {
    let Some(calibration) = result.calibration.as_ref() else {
        return Duration::ZERO;
    };
    let time = Duration::from_secs(seconds);
    let bounded = &spec.until(Instant::now() + time).with_own_retry_log();
    // An engine that is asked about games only cannot be given the positions.
    let subject = calibration
        .open_search(bounded)
        .filter(|_| calibration.sets_up);
    let Some(subject) = subject.filter(|_| seconds != 0 && !plan.searches.is_empty()) else {
        return Duration::ZERO;
    };
    if result.cases.iter().any(ends) {
        result.not_asked += plan.searches.len();
        return Duration::ZERO;
    }
    let bar = Bar::new(&calibration.name);
    let mut done = 0_u64;
    let checked = SearchRun {
        subject,
        retry_log: bounded.retry_log.clone(),
        channel: calibration.channel,
        cases: &plan.searches,
        time,
        interrupt: &bounded.interrupt,
        ends,
    }
    .run(|_| {
        done += 1;
        bar.show(done, plan.searches.len() as u64);
    });
    result.cases.extend(checked.cases);
    result.left_out.searches = checked.left_out;
    result.left_out.silent_searches = checked.silent;
    result.not_asked += checked.stopped;
    checked.time
}
