//! `passant diagnose`: names the fault of an engine.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::Args;
use passant_engine::{Calibration, EngineSpec, Protocol};
use passant_judge::EnginePool;
use passant_judge::check::{CaseResult, Plan, Verdict};
use passant_judge::diagnosis::predictions::{Predictions, predict};
use passant_judge::diagnosis::queries::query_of_search;
use passant_judge::diagnosis::smallest_position::shrink;
use passant_judge::diagnosis::{
    ExplainedFailures, count_explained_failures, diagnose, questions_for, questions_of_failures,
    state_questions_of_failures,
};
use passant_judge::minimize::Bounds;
use passant_report::{
    DiagnosisOutcome, DiagnosisRecord, EngineResult, pretty_json, smallest_position,
};
use passant_suite::{SearchCase, Suites};

use super::engines;
use super::engines::NamedEngine;
use crate::report::diagnosis as report_diagnosis;
use crate::{CliError, ExitCode, engine_results, report, threads};

/// The end of `passant diagnose --help`.
const DIAGNOSE_NOTES: &str = "\
Examples:
  passant diagnose ./my-engine
  passant diagnose \"gnuchess --xboard\"

Asks the engine about a few positions, and compares its answers with those of engines that have
known faults. A fault is named only if it explains every answer, and further ones to questions that
are chosen to refute it. A fault that explains at least half of the wrong answers, and that no answer
contradicts, is called a partial fit. Then passant shrinks one counterexample, explains it by the
rules, tries variants of its position, and prints it as a test to paste.

Keys of the object that --json prints:
  outcome         not-asked, sound, named, one-of, in-part or unknown
  suspects        the faults, each with the number of answers that it explains
  conventions     conventions of the engine that are allowed
  counterexample  the wrong answer that is shown: found, fen, question, expected, got, squares,
                  rules, variants, tests
  asked, cases, wrong, unanswered, is_complete

Exit codes: 0 every answer is correct, 1 an answer is wrong, 2 the input cannot be used, 3 the
engine could not be started, or left questions unanswered while every answer is correct, 7 every answer is
correct, but the answers rule out few faults, 74 reading or writing failed, or no thread could be
started, 130 interrupted.";

/// The arguments of `passant diagnose`.
#[derive(Args)]
#[command(after_long_help = DIAGNOSE_NOTES)]
pub struct DiagnoseArguments {
    /// The engine.
    #[command(flatten)]
    pub engine: NamedEngine,

    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Asks the questions of the quick set, and prints the diagnosis.
pub fn run(arguments: &DiagnoseArguments) -> Result<ExitCode, CliError> {
    threads::start_pool()?;
    let (spec, calibration) = engines::calibrate_engine(&arguments.engine)?;
    let calibration = with_moves(calibration);
    let suites = CliError::builtin_suites()?;
    let rows = questions_for(&suites, calibration.can()).map_err(CliError::bad_input)?;
    let bounds = bounds(&spec, Duration::from_secs(arguments.time));
    let pool = EnginePool::new(|| engine_results::connect(&calibration, &spec));
    let searches = LazyLock::new(|| searches(&suites));
    let diagnosis = DiagnosisRecord::new(&diagnose(&pool, &rows, &searches, &bounds));
    engines::warn_of_retries(&spec);
    report::print(&if arguments.json {
        pretty_json(&diagnosis)?
    } else {
        report_diagnosis::text(&calibration.name, &diagnosis)
    })?;
    Ok(match diagnosis.outcome {
        _ if spec.interrupt.is_raised() => ExitCode::Interrupted,
        DiagnosisOutcome::Sound if diagnosis.unanswered.is_empty() => {
            if diagnosis.is_hardly_tested() {
                ExitCode::HardlyTested
            } else {
                ExitCode::Ok
            }
        }
        // Every answer is correct, but some are missing.
        DiagnosisOutcome::Sound | DiagnosisOutcome::NotAsked => ExitCode::Engine,
        _ => ExitCode::Difference,
    })
}

/// Returns the time that a check of this length may spend on the diagnosis, and then on shrinking positions: a fifth
/// and a tenth, but more if it is short, since less names nothing.
pub(super) fn time_limits(time: Duration) -> [Duration; 2] {
    const LEAST: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(10)];
    [(time / 5).max(LEAST[0]), (time / 10).max(LEAST[1])]
}

/// The least time for a diagnosis. In less, too little is asked to name anything.
const LEAST: Duration = Duration::from_secs(1);

/// Adds the diagnosis and the smallest positions to the result of a check, if a case failed. Both have a
/// part of the time of the check, and end with it.
pub(super) fn explain(
    spec: &EngineSpec,
    suites: &Suites,
    plan: &Plan,
    end: Instant,
    time: Duration,
    result: &mut EngineResult,
) -> Result<(), CliError> {
    let has_failed = |case: &&CaseResult| case.breaks_rules() || case.verdict == Verdict::Refused;
    let Some(calibration) = result.calibration.clone().map(with_moves) else {
        return Ok(());
    };
    if !result.cases.iter().any(|it| has_failed(&it)) || spec.interrupt.is_raised() {
        return Ok(());
    }
    let left = end.saturating_duration_since(Instant::now());
    if left < LEAST {
        result.left_out.diagnosis = true;
        return Ok(());
    }
    let bounded = &spec.until(end);
    let pool = EnginePool::new(|| engine_results::connect(&calibration, bounded));
    let [naming, shrinking] = time_limits(time).map(|time| bounds(bounded, time.min(left)));
    let mut rows = questions_for(suites, calibration.can()).map_err(CliError::bad_input)?;
    let mut failed = questions_of_failures(&result.cases, calibration.can());
    failed.extend(state_questions_of_failures(
        suites.state_cases(),
        &result.cases,
    ));
    failed.retain(|it| rows.iter().all(|row| row.question != it.question));
    rows.extend(failed);
    let searches = LazyLock::new(|| searches(suites));
    let mut diagnosis = DiagnosisRecord::new(&diagnose(&pool, &rows, &searches, &naming));
    let failing = result.cases.iter().filter(has_failed).count();
    diagnosis.failures = match diagnosis.suspects.first() {
        Some(suspect) => {
            let (faults, can) = (suspect.fault_set(), calibration.can());
            let cases = &result.cases;
            Some(count_explained_failures(
                plan,
                can,
                faults,
                cases,
                &bounded.interrupt,
            ))
        }
        None => Some(ExplainedFailures {
            failing,
            ..ExplainedFailures::default()
        }),
    };
    result.diagnosis = Some(diagnosis);
    // A smaller position is one that no game was played to.
    if calibration.sets_up {
        shrink(&mut result.cases, &pool, &shrinking, smallest_position);
    }
    Ok(())
}

/// Returns the questions about searches, with the correct answers.
fn searches(suites: &Suites) -> Vec<Predictions> {
    let cases = suites.search_cases().flat_map(SearchCase::as_told);
    predict(cases.map(|case| query_of_search(&case)).collect())
}

/// Returns the calibration for a diagnosis. An engine that ignores the moves after a position is sent them anyway,
/// because its answers show that fault. An engine that plays the moves of games is asked about games.
fn with_moves(calibration: Calibration) -> Calibration {
    let shows_fault = calibration.protocol == Protocol::Uci && !calibration.plays_games;
    Calibration {
        plays_moves: calibration.plays_moves || shows_fault,
        ..calibration
    }
}

fn bounds(spec: &EngineSpec, time: Duration) -> Bounds {
    Bounds {
        time,
        interrupt: spec.interrupt.clone(),
        ..Bounds::default()
    }
}
