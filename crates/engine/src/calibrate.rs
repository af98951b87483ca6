//! Detects how to query an engine.
//!
//! The channels are tried from the most informative to the least. The first one is taken that gives known answers about
//! simple positions without en passant. A program that completes the handshake of the line protocol is not tested
//! further, because no program does that by accident. An error during calibration is not a failure of the engine.

mod calibrator;
mod expected_answers;
mod handshakes;
mod known_positions;
mod perft_commands;

use passant_query::{Asks, EngineError};

use crate::calibration::{Calibration, NoChannel};
use crate::connection::EngineSpec;
use calibrator::Calibrator;

/// The note about an engine that answers only through `stdbuf`.
const THROUGH_STDBUF: &str =
    "is started by stdbuf -oL, because it keeps what it prints in a buffer";

/// The line about an engine that does not answer through `stdbuf` either.
const SILENT_THROUGH_STDBUF: &str = "the same, started by stdbuf -oL: no answer either";

/// The line about an engine that prints something through `stdbuf`, and has no channel there.
const HEARD_THROUGH_STDBUF: &str =
    "this is what it did when it was started by stdbuf -oL, without which it printed nothing";

/// Finds the best channel, within the [overrides](crate::Overrides) of the engine.
///
/// # Errors
///
/// The attempts, if no channel answers.
pub fn calibrate(spec: &EngineSpec) -> Result<Calibration, NoChannel> {
    calibrate_with_last_error(spec).map(|(found, _)| found)
}

/// Does the same as [`calibrate`], and also returns the last crash or timeout. Without that error calibration might
/// have found a better channel.
///
/// # Errors
///
/// The attempts, if no channel answers.
pub fn calibrate_with_last_error(
    spec: &EngineSpec,
) -> Result<(Calibration, Option<EngineError>), NoChannel> {
    let mut silent = match calibrate_with_retries(spec) {
        Err(no_channel) if is_silent(&no_channel) && !spec.interrupt.is_raised() => no_channel,
        outcome => return outcome,
    };
    // Its output may wait in a buffer, because programs rarely expect a pipe.
    let Some(command) = spec.command.line_buffered() else {
        return Err(silent);
    };
    let unbuffered = EngineSpec {
        command,
        ..spec.clone()
    };
    let outcome = calibrate_once(&unbuffered);
    outcome
        .map(|(mut found, error)| {
            found.has_stdbuf = true;
            found.notes.push(THROUGH_STDBUF.to_owned());
            (found, error)
        })
        .map_err(|mut no_channel| {
            if spec.interrupt.is_raised() {
                return silent;
            }
            if is_silent(&no_channel) {
                silent.tried.push(SILENT_THROUGH_STDBUF.to_owned());
                return silent;
            }
            no_channel.tried.push(HEARD_THROUGH_STDBUF.to_owned());
            no_channel
        })
}

/// Tries the channels, and tries them again if a crash may have hidden a better one.
fn calibrate_with_retries(
    spec: &EngineSpec,
) -> Result<(Calibration, Option<EngineError>), NoChannel> {
    let mut outcome = calibrate_once(spec);
    for _ in 0..spec.retries {
        let Some(crash) = hiding_crash(&outcome) else {
            break;
        };
        let again = calibrate_once(spec);
        let channel = |outcome: &Result<(Calibration, _), _>| {
            outcome.as_ref().ok().map(|(found, _)| found.channel)
        };
        let is_better = match (channel(&again), channel(&outcome)) {
            (Some(new), Some(old)) => new < old,
            (new, old) => new.is_some() && old.is_none(),
        };
        if is_better {
            spec.retry_log.add("the detection of the channel", &crash);
            outcome = again;
        }
    }
    outcome
}

/// Returns the crash because of which the outcome may be worse than the engine: no channel was found, or one that cannot
/// count.
fn hiding_crash(outcome: &Result<(Calibration, Option<EngineError>), NoChannel>) -> Option<String> {
    let error = match outcome {
        Ok((found, _)) if found.channel.asks() == Asks::Counts => None,
        Ok((_, error)) => error.as_ref(),
        Err(no_channel) => no_channel.error.as_ref(),
    };
    let is_accident =
        |error: &&EngineError| error.is_crash() && !matches!(error, EngineError::NotStarted(_));
    error.filter(is_accident).map(ToString::to_string)
}

/// Tells whether the program was started in every protocol that was tried, and printed nothing.
fn is_silent(no_channel: &NoChannel) -> bool {
    let is_sent = |line: &String| line.starts_with('>');
    let mut handshakes = no_channel.handshakes.iter();
    matches!(no_channel.error, Some(EngineError::TimedOut(_)))
        && !no_channel.handshakes.is_empty()
        && handshakes.all(|it| it.left_out == 0 && it.lines.iter().all(is_sent))
}

/// Tries the channels once.
fn calibrate_once(spec: &EngineSpec) -> Result<(Calibration, Option<EngineError>), NoChannel> {
    let mut calibrator = Calibrator::new(spec);
    let mut found = calibrator.run(spec.overrides.protocol)?;
    if let Some(name) = &spec.overrides.name {
        found.name.clone_from(name);
    }
    Ok((found, calibrator.into_last_error()))
}
