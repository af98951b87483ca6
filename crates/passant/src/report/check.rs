//! The report of `passant check`, in every form.

pub(crate) mod github;
mod group;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod reproducer;
pub(super) mod rerun;
pub(crate) mod tap;
pub(crate) mod terminal;

use crate::engine_report::EngineResult;
use passant_judge::check::Smallest;
use passant_judge::check::{CaseResult, Finding, WayResult};
use passant_judge::diagnosis::Outcome;
use passant_judge::diagnosis::examination::Suspect;

/// The findings of a case, each with its presentation.
fn findings(case: &CaseResult) -> impl Iterator<Item = (&WayResult, &Finding)> {
    let ways = case.ways.iter();
    ways.flat_map(|way| way.findings.iter().map(move |finding| (way, finding)))
}

/// The findings of a case, one per line.
pub(super) fn finding_lines(case: &CaseResult) -> String {
    let mut lines = Vec::new();
    for (way, finding) in findings(case) {
        lines.push(format!("{}: {finding}", way.way.word()));
        let answer = finding.answer.as_ref();
        let positions = answer.and_then(|answer| answer.positions.as_ref());
        lines.extend(positions.map(ToString::to_string));
    }
    lines.extend(case.pattern.clone());
    for (label, text) in [("rule", &case.rule), ("source", &case.source)] {
        lines.extend(text.as_ref().map(|text| format!("{label}: {text}")));
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

/// The conventions of an engine, if any were observed.
pub(super) fn conventions(result: &EngineResult) -> Option<String> {
    (!result.declared.is_empty()).then(|| result.declared.to_string())
}

/// The smallest position, and what is wrong there, in one line.
fn smallest(smallest: &Smallest) -> String {
    let line = std::iter::once(&smallest.fen).chain(&smallest.moves);
    let line: Vec<_> = line.map(String::as_str).collect();
    let line = line.join(" ");
    let depth = match smallest.depth {
        1 => String::new(),
        depth => format!(" at depth {depth}"),
    };
    format!("{line}{depth}: {}", smallest.wrong.join("; "))
}

/// The diagnosis of an engine in a sentence, if there is one.
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
            "{names}: {} This fault explains {} of {asked} answers about {cases} positions.",
            sentence(only),
            only.agrees
        ),
        (Outcome::OneOf, _) => {
            format!(
                "one of {names}; {asked} questions about {cases} positions do not distinguish them"
            )
        }
        (Outcome::Nearest, [only]) => format!(
            "unknown; the nearest known fault is {names}, but {} of {asked} answers contradict it",
            asked - only.agrees
        ),
        (Outcome::Sound | Outcome::NotAsked, _) => {
            format!("no wrong answer to {asked} questions about {cases} positions")
        }
        _ => "no known fault explains any of the wrong answers".to_owned(),
    })
}

/// The name of an engine in a report: its own name, or its command if it has none.
pub(super) fn name(result: &EngineResult) -> &str {
    let named = result
        .calibration
        .as_ref()
        .map(|calibration| calibration.name.trim());
    named
        .filter(|name| !name.is_empty())
        .unwrap_or(&result.command)
}
