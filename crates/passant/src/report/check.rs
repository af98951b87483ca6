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
    let mut lines = Vec::new();
    for (way, finding) in findings(case) {
        lines.push(format!("{}: {finding}", way.way.word()));
        let answer = finding.answer.as_ref();
        let positions = answer.and_then(|answer| answer.positions.as_ref());
        lines.extend(positions.map(ToString::to_string));
    }
    lines.extend(case.pattern.clone());
    for (word, said) in [("rule", &case.rule), ("source", &case.source)] {
        lines.extend(said.as_ref().map(|said| format!("{word}: {said}")));
    }
    if case.rule.is_some()
        && let Some(way) = case.ways.iter().find(|way| !way.moves.is_empty())
    {
        lines.push(format!("game: {} moves {}", way.fen, way.moves.join(" ")));
    }
    lines.join("\n")
}

/// What an engine declares, if anything is known of it.
pub(super) fn declared(result: &EngineResult) -> Option<String> {
    (!result.declared.is_empty()).then(|| result.declared.to_string())
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
