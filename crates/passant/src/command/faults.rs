//! `passant faults`: the faults that have a name.

use passant_oracle::EngineFault;
use strsim::normalized_damerau_levenshtein as likeness;

use crate::arguments::FaultsArguments;
use crate::report::faults as report_faults;
use crate::{CliError, ExitCode, report};

/// Lists all faults, or explains one.
pub fn run(arguments: &FaultsArguments) -> Result<ExitCode, CliError> {
    let named = arguments.name.as_deref().map(find_fault).transpose()?;
    report::print(&match named {
        _ if arguments.json => report_faults::json(
            named
                .as_ref()
                .map_or(EngineFault::ALL, std::slice::from_ref),
        )?,
        Some(fault) => report_faults::explain(fault),
        None => report_faults::list(),
    })?;
    Ok(ExitCode::Ok)
}

/// The fault with a name; the error names the most similar one.
pub(super) fn find_fault(name: &str) -> Result<EngineFault, CliError> {
    EngineFault::from_name(name).ok_or_else(|| {
        let names = EngineFault::ALL.iter().map(|fault| fault.name());
        let nearest = names
            .map(|fault| (likeness(name, fault), fault))
            .max_by(|(one, _), (other, _)| one.total_cmp(other))
            .map_or("", |(_, fault)| fault);
        CliError::bad_input(&format!(
            "there is no fault {name}; did you mean {nearest}? passant faults lists all"
        ))
    })
}
