//! Finding out how an engine can be asked.
//!
//! The channels are tried from the most informative to the least: the first is taken that answers what is known already,
//! about positions without en passant and without anything else that is difficult. A program that shakes hands in the
//! line protocol is taken at its word, because nothing speaks that by chance. What an engine does here never counts
//! against it.

use passant_query::EngineError;

use crate::calibration::{Calibration, NoChannel};
use crate::starter::Starter;

mod known;
mod probes;

pub(crate) use known::known_line;

/// Finds the best channel, within what is [known](crate::Hints) about the engine.
///
/// # Errors
///
/// What was tried, if no channel answers.
pub fn calibrate(starter: &Starter) -> Result<Calibration, NoChannel> {
    calibrate_after_trouble(starter).map(|(found, _)| found)
}

/// The same, and the last crash or silence on the way there: without it a better channel might have been found.
///
/// # Errors
///
/// What was tried, if no channel answers.
pub fn calibrate_after_trouble(
    starter: &Starter,
) -> Result<(Calibration, Option<EngineError>), NoChannel> {
    let mut search = probes::Search::new(starter);
    let mut found = search.climb(starter.hints.protocol)?;
    if let Some(name) = &starter.hints.name {
        found.name.clone_from(name);
    }
    Ok((found, search.into_trouble()))
}
