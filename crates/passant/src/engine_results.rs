//! Results of engines that were started.

use passant_engine::{Calibration, EngineSpec, NoChannel};
use passant_judge::Connections;
use passant_judge::check::questions::Conventions;
use passant_judge::check::{Checked, LeftOut, Plan};
use passant_query::Retries;
use passant_report::{EngineResult, FaultCoverage};

/// Returns the result for an engine without a channel that works: none of this number of cases was run.
#[must_use]
pub(crate) fn without_channel(
    spec: &EngineSpec,
    no_channel: NoChannel,
    not_asked: usize,
) -> EngineResult {
    let mut result = EngineResult {
        command: spec.command.to_string(),
        words: spec.overrides.words.clone(),
        options: Vec::new(),
        calibration: None,
        has_failed: no_channel.error.is_some(),
        ran_out_of_time: no_channel.ran_out_of_time,
        tried: no_channel.tried,
        handshakes: no_channel.handshakes,
        conventions: Conventions::default(),
        is_quick: false,
        cases: Vec::new(),
        not_asked,
        left_out: LeftOut::default(),
        coverage: None,
        text: None,
        hunt: None,
        diagnosis: None,
        retries: None,
        milliseconds: 0,
    };
    // An engine that had no time to answer has not failed.
    result.has_failed &= !result.is_undecided();
    result
}

/// Returns the result of running a plan.
#[must_use]
pub(crate) fn of(
    spec: &EngineSpec,
    calibration: &Calibration,
    conventions: Conventions,
    checked: Checked,
) -> EngineResult {
    EngineResult {
        command: spec.command.to_string(),
        words: spec.overrides.words.clone(),
        ..EngineResult::of_recorded(calibration.clone(), conventions, checked)
    }
}

/// Adds the crashes after which the engine answered: those of the cases, and those outside of cases.
pub(crate) fn add_retries(result: &mut EngineResult, spec: &EngineSpec) {
    let cases = result.cases.iter();
    let of_cases = cases.filter_map(|case| case.retries.clone());
    result.retries = Retries::sum(of_cases.chain(spec.retry_log.take()));
}

/// Adds how many faults the answers could show, those of searches included.
pub(crate) fn add_coverage(result: &mut EngineResult, plan: &Plan, is_whole: bool) {
    let can = result.calibration.as_ref().map(Calibration::can);
    result.coverage =
        can.and_then(|can| FaultCoverage::of_answers(can, plan, is_whole, &result.cases));
}

/// Connects to an engine through every channel that works. Each connection starts the engine with its first query.
#[must_use]
pub(crate) fn connect(calibration: &Calibration, spec: &EngineSpec) -> Connections {
    Connections {
        counts: calibration.open(spec),
        game: calibration.open_game(spec),
        cross_check: calibration.open_cross_check(spec),
        search: calibration.open_search(spec),
        retry_log: spec.retry_log.clone(),
    }
}
