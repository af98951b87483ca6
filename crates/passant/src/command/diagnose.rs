//! `passant diagnose`: the fault of an engine by name.

use std::process::ExitCode;
use std::time::Duration;

use passant_suite::Suites;

use super::{asking, bad_data, bad_input};
use crate::arguments::DiagnoseArguments;
use crate::engine_report::{EngineResult, connect};
use crate::report::diagnosis as report_diagnosis;
use crate::{Failure, exit_code, report};
use passant_engine::EngineSpec;
use passant_judge::check::Verdict;
use passant_judge::diagnosis::{
    DiagnosisOutcome, EnginePool, diagnose, quick_set, smallest_position,
};
use passant_judge::minimize::Bounds;

/// Asks the engine about the quick cases, and tells what is wrong with it.
pub fn run(arguments: &DiagnoseArguments) -> Result<ExitCode, Failure> {
    let (starter, calibration) = asking::calibrated(&arguments.asking, &arguments.engine)?;
    let suites = Suites::builtin().map_err(|problems| bad_data(&problems))?;
    let rows = quick_set(&suites, calibration.channel).map_err(|error| bad_input(&error))?;
    let bounds = bounds(&starter, Duration::from_secs(arguments.time));
    let pool = EnginePool::new(|| connect(&calibration, &starter));
    let diagnosis = diagnose(&pool, &rows, &bounds);
    report::print(&if arguments.json {
        report_diagnosis::json(&diagnosis)?
    } else {
        report_diagnosis::text(&calibration.name, &diagnosis)
    })?;
    Ok(match diagnosis.outcome {
        _ if starter.interrupt.is_raised() => ExitCode::from(exit_code::INTERRUPTED),
        DiagnosisOutcome::Sound if diagnosis.unanswered.is_empty() => exit_code::OK,
        // All that it has answered is right.
        DiagnosisOutcome::Sound | DiagnosisOutcome::NotAsked => ExitCode::from(exit_code::ENGINE),
        _ => ExitCode::from(exit_code::DIFFERENCE),
    })
}

/// How long `passant check` may look for the broken rule, and then for the smallest positions.
const EXPLAIN: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(10)];

/// Adds the diagnosis and the smallest positions to what a check has found, if something fails.
pub(super) fn explain(
    starter: &EngineSpec,
    suites: &Suites,
    result: &mut EngineResult,
) -> Result<(), Failure> {
    let has_failed = |verdict| matches!(verdict, Verdict::Fail | Verdict::Refused);
    let Some(calibration) = result.calibration.clone() else {
        return Ok(());
    };
    if !result.verdicts().any(has_failed) || starter.interrupt.is_raised() {
        return Ok(());
    }
    let pool = EnginePool::new(|| connect(&calibration, starter));
    let [naming, shrinking] = EXPLAIN.map(|time| bounds(starter, time));
    let rows = quick_set(suites, calibration.channel).map_err(|error| bad_input(&error))?;
    result.diagnosis = Some(diagnose(&pool, &rows, &naming));
    smallest_position::shrink(&mut result.cases, &pool, &shrinking);
    Ok(())
}

fn bounds(starter: &EngineSpec, time: Duration) -> Bounds {
    Bounds {
        time,
        interrupt: starter.interrupt.clone(),
        ..Bounds::default()
    }
}
