//! `passant minimise`: the smallest position in which an engine is wrong in the same way.

use std::process::ExitCode;
use std::time::Duration;

use passant_rules::Setup;

use super::{asking, bad_input, interrupted};
use crate::arguments::MinimiseArguments;
use crate::diagnosis::Pool;
use crate::diagnosis::asking::Examinee;
use crate::minimise::engine::Asked;
use crate::minimise::{Bounds, Candidate, Refusal, minimise};
use crate::report::minimise as report_minimise;
use crate::{Failure, exit_code, report};

/// Shrinks the position, and prints it before and after.
pub fn run(arguments: &MinimiseArguments) -> Result<ExitCode, Failure> {
    let setup = Setup::from_fen(&arguments.fen).map_err(|error| bad_input(&error.to_string()))?;
    if setup.repair().is_err() {
        return Err(bad_input(&format!("{} is no position", arguments.fen)));
    }
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
    let pool = Pool::new(|| Examinee::open(&calibration, &starter));
    let asked = Asked { pool: &pool };
    match minimise(start, &asked, &bounds) {
        Ok(outcome) => {
            let said = asked.said(&outcome.after);
            report::print(&report_minimise::text(&outcome, said.as_ref()))?;
            Ok(if starter.interrupt.is_raised() {
                ExitCode::from(exit_code::INTERRUPTED)
            } else {
                exit_code::OK
            })
        }
        // An engine that was not asked to the end has not shown that it is right.
        Err(_) if starter.interrupt.is_raised() => Err(interrupted()),
        Err(Refusal::NotWrong) => {
            report::print(&format!(
                "{} is right about this position at depth {}, or gives no answer that can be used.\n",
                calibration.name, arguments.depth
            ))?;
            Ok(exit_code::OK)
        }
        Err(Refusal::NotRepeatable) => Err(bad_input(
            "the engine does not answer alike each time: nothing can be left out for sure",
        )),
    }
}
