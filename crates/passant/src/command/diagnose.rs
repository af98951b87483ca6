//! `passant diagnose`: the fault of an engine by name.

use std::process::ExitCode;
use std::time::Duration;

use passant_suite::Suites;

use super::{bad_data, bad_input};
use crate::arguments::DiagnoseArguments;
use crate::diagnosis::asking::ask;
use crate::diagnosis::naming::{Diagnosis, Observation, diagnose};
use crate::diagnosis::questions::of_case;
use crate::diagnosis::survey::{Row, survey};
use crate::engine::calibration::NoChannel;
use crate::engine::{Calibration, Channel, Interrupt, Limits, Starter, Transcript};
use crate::report::diagnosis as report_diagnosis;
use crate::{Failure, exit_code, report};

/// The largest count that is asked for.
const MAX_NODES: u64 = 1_000;

/// How often an engine may crash or be silent before it is given up.
const STRIKES: usize = 5;

/// The exit code when an engine cannot be started or asked.
pub(super) const NO_ENGINE: u8 = 3;

/// Asks the engine about the quick cases, and tells what is wrong with it.
pub fn run(arguments: &DiagnoseArguments) -> Result<ExitCode, Failure> {
    let starter = starter(&arguments.engine, arguments.timeout)?;
    let calibration = match Calibration::of(&starter, None, None) {
        Ok(calibration) => calibration,
        Err(no_channel) => return Ok(not_asked(&no_channel)),
    };
    let rows = survey_of_quick()?;
    let mut channel = calibration.open(&starter);
    let (observations, troubles) = observed(channel.as_mut(), &rows);
    let diagnosis = diagnose(&observations);
    report::print(&report_diagnosis::text(
        &calibration.name,
        &diagnosis,
        &observations,
        &troubles,
    ))?;
    let is_sound = diagnosis == Diagnosis::Sound && troubles.is_empty();
    Ok(if is_sound {
        exit_code::OK
    } else {
        ExitCode::from(exit_code::DIFFERENCE)
    })
}

/// Tells why an engine cannot be asked.
pub(super) fn not_asked(no_channel: &NoChannel) -> ExitCode {
    let tried = no_channel.tried.join("\n  ");
    report::complain(&format!(
        "error: the engine cannot be asked; what was tried:\n  {tried}\n"
    ));
    ExitCode::from(NO_ENGINE)
}

/// An engine that is started from a command, and stopped by Ctrl-C.
pub(super) fn starter(command: &str, timeout: u64) -> Result<Starter, Failure> {
    let launch = super::check::launch(command)?;
    let interrupt = Interrupt::on_signals()
        .map_err(|error| bad_input(&format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(Starter {
        launch,
        limits: Limits {
            reply: Duration::from_secs(timeout),
            ..Limits::default()
        },
        transcript: Transcript::none(),
        interrupt,
    })
}

/// The questions of the quick cases with the answers of every fault.
fn survey_of_quick() -> Result<Vec<Row>, Failure> {
    let suites = Suites::builtin().map_err(|problems| bad_data(&problems))?;
    let quick = suites
        .select(["quick"])
        .map_err(|error| bad_input(&error.to_string()))?;
    let questions = quick.cases.iter().flat_map(|case| of_case(case, MAX_NODES));
    Ok(survey(questions.collect()))
}

/// What the engine answers, and what went wrong with asking.
fn observed<'a>(channel: &mut dyn Channel, rows: &'a [Row]) -> (Vec<Observation<'a>>, Vec<String>) {
    let mut observations = Vec::new();
    let mut troubles = Vec::new();
    for row in rows {
        match ask(channel, row) {
            Ok(Some(answer)) => observations.push(Observation { row, answer }),
            Ok(None) => {}
            Err(trouble) => {
                troubles.push(format!("{}: {trouble}", row.question));
                if STRIKES <= troubles.len() {
                    break;
                }
            }
        }
    }
    (observations, troubles)
}
