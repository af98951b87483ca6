//! `passant minimise`: the smallest position in which an engine is wrong in the same way.

use std::process::ExitCode;
use std::time::Duration;

use super::{asking, bad_input, interrupted};
use crate::arguments::MinimiseArguments;
use crate::engine_report::connect;
use crate::report::minimise as report_minimise;
use crate::{Failure, exit_code, fen, report};
use passant_engine::Calibration;
use passant_judge::diagnosis::EnginePool;
use passant_judge::diagnosis::engine_trial::EngineTrial;
use passant_judge::minimize::{Bounds, Candidate, Refusal, minimize};
use passant_query::EngineError;

/// Shrinks the position, and prints it before and after.
pub fn run(arguments: &MinimiseArguments) -> Result<ExitCode, Failure> {
    // The engine is asked about what the FEN says: what no game reaches may be what it stumbles over.
    let setup = fen::read(&arguments.fen)?.setup;
    let (starter, calibration) = asking::calibrated(&arguments.asking, &arguments.engine)?;
    let bounds = Bounds {
        time: Duration::from_secs(arguments.time),
        interrupt: starter.interrupt.clone(),
        ..Bounds::default()
    };
    let start = Candidate {
        setup,
        depth: arguments.depth,
    };
    let pool = EnginePool::new(|| connect(&calibration, &starter));
    let asked = EngineTrial { pool: &pool };
    let said = match asked.counts(&start) {
        // An engine that was not asked to the end has not shown that it is right.
        Err(_) if starter.interrupt.is_raised() => return Err(interrupted()),
        said => said.map_err(|trouble| no_answer(&calibration, &trouble))?,
    };
    if said.difference(&start).is_none() {
        report::print(&format!(
            "{} is right about this position at depth {}.\n",
            calibration.name, arguments.depth
        ))?;
        return Ok(exit_code::OK);
    }
    match minimize(start, &asked, &bounds) {
        Ok(outcome) => {
            let said = asked.counts(&outcome.after).ok();
            report::print(&report_minimise::text(&outcome, said.as_ref()))?;
            Ok(if starter.interrupt.is_raised() {
                ExitCode::from(exit_code::INTERRUPTED)
            } else {
                exit_code::OK
            })
        }
        Err(_) if starter.interrupt.is_raised() => Err(interrupted()),
        Err(Refusal::NotWrong | Refusal::NotRepeatable) => Err(bad_input(
            "the engine does not answer alike each time: nothing can be left out for sure",
        )),
    }
}

/// The engine says nothing of the position that is to shrink.
fn no_answer(calibration: &Calibration, trouble: &EngineError) -> Failure {
    Failure::Engine(format!("error: {}: {trouble}\n", calibration.name))
}
