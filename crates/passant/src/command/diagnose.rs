//! `passant diagnose`: the fault of an engine by name.

use std::process::ExitCode;
use std::time::Duration;

use passant_suite::Suites;

use super::{bad_data, bad_input};
use crate::arguments::DiagnoseArguments;
use crate::diagnosis::asking::Examinee;
use crate::diagnosis::{Examination, Outcome, Pool, examine, quick};
use crate::engine::calibration::NoChannel;
use crate::engine::{Calibration, Interrupt, Limits, Starter, Transcript};
use crate::minimise::Bounds;
use crate::report::diagnosis as report_diagnosis;
use crate::{Failure, exit_code, report};

/// The exit code when an engine cannot be started or asked.
pub(super) const NO_ENGINE: u8 = 3;

/// Asks the engine about the quick cases, and tells what is wrong with it.
pub fn run(arguments: &DiagnoseArguments) -> Result<ExitCode, Failure> {
    let starter = starter(&arguments.engine, arguments.timeout)?;
    let calibration = match Calibration::of(&starter, None, None) {
        Ok(calibration) => calibration,
        Err(no_channel) => return Ok(not_asked(&no_channel)),
    };
    let suites = Suites::builtin().map_err(|problems| bad_data(&problems))?;
    let time = Duration::from_secs(arguments.time);
    let examination = examined(&starter, &calibration, &suites, time)?;
    report::print(&if arguments.json {
        report_diagnosis::json(&examination)?
    } else {
        report_diagnosis::text(&calibration.name, &examination)
    })?;
    Ok(match examination.outcome {
        _ if starter.interrupt.is_raised() => ExitCode::from(exit_code::INTERRUPTED),
        Outcome::Sound if examination.unanswered.is_empty() => exit_code::OK,
        Outcome::NotAsked => ExitCode::from(NO_ENGINE),
        _ => ExitCode::from(exit_code::DIFFERENCE),
    })
}

/// Examines an engine for a time.
pub(super) fn examined(
    starter: &Starter,
    calibration: &Calibration,
    suites: &Suites,
    time: Duration,
) -> Result<Examination, Failure> {
    let rows = quick::rows(suites, calibration.rung).map_err(|error| bad_input(&error))?;
    let bounds = Bounds {
        time,
        interrupt: starter.interrupt.clone(),
        ..Bounds::default()
    };
    let pool = Pool::new(|| Examinee::open(calibration, starter));
    Ok(examine(&pool, &rows, &bounds))
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
