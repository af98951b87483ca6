//! Detects how to query an engine, or takes the result of an earlier run from the cache.

use std::time::{Duration, Instant};

use passant_engine::{Cache, Calibration, EngineSpec, KeyText, NoChannel};
use passant_query::EngineError;

/// The note about a calibration of an earlier run when Ctrl-C comes, or the time is over, before the engine is
/// calibrated afresh.
const UNCONFIRMED: &str = "remembered from an earlier run; stopped before that was confirmed";

/// The line about a detection that ended because the time for the whole check was over.
const TIME_IS_OVER: &str = "stopped: the time is over; a longer --time tries more";

/// The time limit for calibrating an engine afresh.
const CONFIRMATION: Duration = Duration::from_secs(30);

/// Returns the options of the user on which the calibration of an engine depends.
fn cache_key(spec: &EngineSpec) -> String {
    let mut text = KeyText::default();
    text.add_overrides(&spec.overrides);
    text.to_string()
}

/// The origin of a calibration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It was kept from an earlier run.
    Cache,
    /// The engine was calibrated in this run.
    Engine,
}

/// Detects how to query an engine until the time is over, or takes the result of an earlier run from the cache.
pub(super) fn calibrate(
    spec: &EngineSpec,
    again: bool,
    end: Instant,
) -> Result<(Calibration, Origin), NoChannel> {
    let cache = Cache::for_user();
    let key = cache_key(spec);
    let known = cache.as_ref().filter(|_| !again);
    if let Some(known) = known.and_then(|cache| cache.find(&spec.command, &key)) {
        return Ok((known, Origin::Cache));
    }
    let bounded = EngineSpec {
        interrupt: spec.interrupt.until(end),
        ..spec.clone()
    };
    let (found, error) =
        passant_engine::calibrate_with_last_error(&bounded).map_err(|mut error| {
            error.ran_out_of_time = bounded.interrupt.is_over();
            if error.ran_out_of_time {
                error.tried.push(TIME_IS_OVER.to_owned());
            }
            error
        })?;
    match (cache, error) {
        // After an interrupt some channels have not been tried.
        (_, Some(EngineError::Interrupted)) | (None, _) => {}
        (Some(cache), None) => cache.store(&spec.command, &key, &found),
        (Some(cache), Some(_)) => cache.store_if_confirmed(&spec.command, &key, &found),
    }
    Ok((found, Origin::Engine))
}

/// Calibrates an engine afresh, before this end. Returns `None` if the engine is still queried in the same way. Returns
/// `None` and adds a note if the time was over first.
pub(super) fn recalibrate(
    spec: &EngineSpec,
    found: &Calibration,
    end: Instant,
    calibration: &mut Calibration,
) -> Option<Result<(Calibration, Origin), NoChannel>> {
    let limit = end.min(Instant::now() + CONFIRMATION);
    let again = calibrate(spec, true, limit);
    if spec.interrupt.is_raised() || limit <= Instant::now() {
        calibration.notes.push(UNCONFIRMED.to_owned());
        return None;
    }
    let is_same = again
        .as_ref()
        .is_ok_and(|(again, _)| again.asks_like(found));
    (!is_same).then_some(again)
}
