//! `passant adapter`: helps to write an adapter.

use std::time::Duration;

use super::engines;
use crate::arguments::{AdapterArguments, AdapterVerb};
use crate::report::adapter as report_adapter;
use crate::{CliError, ExitCode, adapter, report};
use passant_engine::{EngineSpec, Limits};

/// Checks whether an adapter follows the line protocol.
pub fn run(arguments: &AdapterArguments) -> Result<ExitCode, CliError> {
    let AdapterVerb::Check {
        adapter,
        timeout,
        start_timeout,
        memory,
        json,
        quiet,
    } = &arguments.verb;
    let starter = EngineSpec {
        limits: Limits {
            start: Duration::from_secs(*start_timeout),
            reply: Duration::from_secs(*timeout),
            memory: engines::memory(*memory),
            ..Limits::default()
        },
        interrupt: engines::interrupt()?,
        ..EngineSpec::new(engines::launch(adapter)?)
    };
    let checked = adapter::check(&starter);
    if starter.interrupt.is_raised() {
        return Ok(ExitCode::Interrupted);
    }
    report::print(&if *json {
        report_adapter::json(&checked)?
    } else {
        report_adapter::text(&checked, *quiet)
    })?;
    Ok(if checked.is_wrong() {
        ExitCode::Difference
    } else if checked.is_silent() {
        ExitCode::Engine
    } else {
        ExitCode::Ok
    })
}
