//! What `passant check` has found, in every form.

mod alike;
pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod tap;
pub(crate) mod terminal;

use crate::check::{CaseResult, EngineResult, Finding, WayResult};

/// The findings of a case, each with its way.
fn findings(case: &CaseResult) -> impl Iterator<Item = (&WayResult, &Finding)> {
    let ways = case.ways.iter();
    ways.flat_map(|way| way.findings.iter().map(move |finding| (way, finding)))
}

/// The findings of a case, a line each.
pub(super) fn told(case: &CaseResult) -> String {
    let mut lines: Vec<_> = findings(case)
        .map(|(way, finding)| format!("{}: {finding}", way.way.word()))
        .collect();
    lines.extend(case.pattern.clone());
    lines.join("\n")
}

/// What an engine is called in a report: its own name, or the command where it has none.
pub(super) fn name(result: &EngineResult) -> &str {
    let named = result
        .calibration
        .as_ref()
        .map(|calibration| calibration.name.trim());
    named
        .filter(|name| !name.is_empty())
        .unwrap_or(&result.command)
}
