//! `passant faults`: the faults that are known by name.

use std::process::ExitCode;

use passant_oracle::EngineFault;
use strsim::normalized_damerau_levenshtein as likeness;

use crate::arguments::FaultsArguments;
use crate::report::faults as report_faults;
use crate::{Failure, exit_code, report};

/// Lists all faults, or explains the one that is named.
pub fn run(arguments: &FaultsArguments) -> Result<ExitCode, Failure> {
    let named = arguments.name.as_deref().map(named).transpose()?;
    report::print(&match named {
        _ if arguments.json => report_faults::json(
            named
                .as_ref()
                .map_or(EngineFault::ALL, std::slice::from_ref),
        )?,
        Some(fault) => report_faults::explain(fault),
        None => report_faults::list(),
    })?;
    Ok(exit_code::OK)
}

fn named(name: &str) -> Result<EngineFault, Failure> {
    EngineFault::from_name(name).ok_or_else(|| {
        let near = EngineFault::ALL
            .iter()
            .max_by(|one, other| {
                likeness(name, one.name()).total_cmp(&likeness(name, other.name()))
            })
            .map_or("", |fault| fault.name());
        super::bad_input(&format!(
            "there is no fault {name}; perhaps {near} is meant, and passant faults lists all"
        ))
    })
}
