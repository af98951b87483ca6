//! Finds out how an engine can be asked.
//!
//! The channels are tried from the most informative to the least. The first one is taken that gives known answers about
//! simple positions without en passant. A program that completes the handshake of the line protocol is not tested
//! further, because no program does that by accident. An error during calibration is not a failure of the engine.

use passant_query::EngineError;

use crate::calibration::{Calibration, NoChannel};
use crate::engine_spec::EngineSpec;

mod adapters;
mod attempts;
mod calibrator;
mod expected_answers;
mod handshakes;
mod known_positions;
mod perft_commands;

use calibrator::Calibrator;

/// Finds the best channel, within the [overrides](crate::Overrides) of the engine.
///
/// # Errors
///
/// What was tried, if no channel answers.
pub fn calibrate(spec: &EngineSpec) -> Result<Calibration, NoChannel> {
    calibrate_with_last_error(spec).map(|(found, _)| found)
}

/// Does the same as [`calibrate`], and also returns the last crash or timeout. Without that error calibration might
/// have found a better channel.
///
/// # Errors
///
/// What was tried, if no channel answers.
pub fn calibrate_with_last_error(
    spec: &EngineSpec,
) -> Result<(Calibration, Option<EngineError>), NoChannel> {
    let mut calibrator = Calibrator::new(spec);
    let mut found = calibrator.run(spec.overrides.protocol)?;
    if let Some(name) = &spec.overrides.name {
        found.name.clone_from(name);
    }
    Ok((found, calibrator.into_last_error()))
}
