//! `passant minimize`: the smallest position in which an engine makes the same mistake.

use std::time::Duration;

use super::engines;
use crate::arguments::MinimizeArguments;
use crate::report::minimize as report_minimize;
use crate::{CliError, ExitCode, engine_results, fen, report, threads};
use passant_engine::Calibration;
use passant_judge::check::Doubt;
use passant_judge::diagnosis::EnginePool;
use passant_judge::diagnosis::engine_trial::EngineTrial;
use passant_judge::minimize::{Bounds, Candidate, Refusal, minimize};

/// Shrinks the position, and prints it before and after.
pub fn run(arguments: &MinimizeArguments) -> Result<ExitCode, CliError> {
    // The engine gets the FEN without repairs, because its fault may show only in a position that no game reaches.
    let setup = fen::read(&arguments.fen)?.setup;
    threads::start_pool()?;
    let (spec, calibration) = engines::calibrate_engine(&arguments.engine)?;
    let bounds = Bounds {
        time: Duration::from_secs(arguments.time),
        interrupt: spec.interrupt.clone(),
        ..Bounds::default()
    };
    let start = Candidate {
        setup,
        depth: arguments.depth,
    };
    let pool = EnginePool::new(|| engine_results::connect(&calibration, &spec));
    let asked = EngineTrial { pool: &pool };
    let said = match asked.counts(&start) {
        // An interrupted query says nothing about the engine.
        Err(_) if spec.interrupt.is_raised() => return Err(CliError::interruption()),
        said => said.map_err(|error| no_answer(&calibration, &error))?,
    };
    if said.difference(&start).is_none() {
        report::print(&format!(
            "{} answers correctly about this position at depth {}.\n",
            calibration.name, arguments.depth
        ))?;
        return Ok(ExitCode::Ok);
    }
    match minimize(start, &asked, &bounds) {
        Ok(outcome) => {
            let said = asked.counts(&outcome.after).ok();
            report::print(&report_minimize::text(&outcome, said.as_ref()))?;
            Ok(if spec.interrupt.is_raised() {
                ExitCode::Interrupted
            } else {
                ExitCode::Ok
            })
        }
        Err(_) if spec.interrupt.is_raised() => Err(CliError::interruption()),
        Err(Refusal::NotWrong | Refusal::NotRepeatable) => Err(CliError::bad_input(
            "the engine does not repeat its answer, so the position cannot be shrunk",
        )),
    }
}

/// The engine does not answer about the position to shrink.
fn no_answer(calibration: &Calibration, error: &Doubt) -> CliError {
    CliError::Engine(format!("error: {}: {error}\n", calibration.name))
}
