//! What `passant check` has found, in every form.

pub(super) mod rerun;
mod group;
pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod reproducer;
pub(crate) mod tap;
pub(crate) mod terminal;

use crate::engine_report::EngineResult;
use passant_judge::check::Smallest;
use passant_judge::check::{CaseResult, Finding, WayResult};
use passant_judge::diagnosis::Outcome;
use passant_judge::diagnosis::examination::Suspect;

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
    let shrunk = case.smallest.iter().map(smallest);
    lines.extend(shrunk.map(|line| format!("smallest: {line}")));
    lines.join("\n")
}

/// What an engine declares, if anything is known of it.
pub(super) fn declared(result: &EngineResult) -> Option<String> {
    (!result.declared.is_empty()).then(|| result.declared.to_string())
}

/// The smallest position, and what is wrong there, in a line.
fn smallest(smallest: &Smallest) -> String {
    let place = std::iter::once(&smallest.fen).chain(&smallest.moves);
    let place: Vec<_> = place.map(String::as_str).collect();
    let place = place.join(" ");
    let depth = match smallest.depth {
        1 => String::new(),
        depth => format!(" at depth {depth}"),
    };
    format!("{place}{depth}: {}", smallest.wrong.join("; "))
}

/// What is wrong with an engine in a sentence, if it has a diagnosis.
pub(super) fn diagnosis(result: &EngineResult) -> Option<String> {
    let examination = result.diagnosis.as_ref()?;
    let names: Vec<_> = examination.suspects.iter().map(Suspect::names).collect();
    let names = names.join(", or ");
    let (asked, cases) = (examination.asked, examination.cases);
    let sentence = |suspect: &Suspect| {
        let sentences = suspect.faults.iter().map(|fault| fault.sentence.as_str());
        sentences.collect::<Vec<_>>().join(" ")
    };
    Some(match (examination.outcome, &examination.suspects[..]) {
        (Outcome::Named, [only]) => format!(
            "{names}: {} It answers {} of {asked} questions about {cases} positions as an engine with this fault does.",
            sentence(only),
            only.agrees
        ),
        (Outcome::OneOf, _) => {
            format!(
                "one of {names}; {asked} questions about {cases} positions do not tell them apart"
            )
        }
        (Outcome::Nearest, [only]) => format!(
            "no fault that is known; the nearest is {names}, and {} of {asked} answers speak against it",
            asked - only.agrees
        ),
        (Outcome::Sound | Outcome::NotAsked, _) => {
            format!("no fault shows in {asked} questions about {cases} positions")
        }
        _ => "no fault that is known gives any of the wrong answers".to_owned(),
    })
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
