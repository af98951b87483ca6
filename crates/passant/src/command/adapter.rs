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
    let spec = EngineSpec {
        limits: Limits {
            start: Duration::from_secs(*start_timeout),
            reply: Duration::from_secs(*timeout),
            memory: engines::memory_limit(*memory),
            ..Limits::default()
        },
        interrupt: engines::listen_for_interrupt()?,
        ..EngineSpec::new(engines::parse_command(adapter)?)
    };
    let checked = adapter::check(&spec);
    if spec.interrupt.is_raised() {
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
