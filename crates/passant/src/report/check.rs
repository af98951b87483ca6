//! What `passant check` has found, in every form.

pub(super) mod again;
mod alike;
pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod reproducer;
pub(crate) mod tap;
pub(crate) mod terminal;

use crate::engine_report::EngineResult;
use passant_judge::check::SmallestPosition;
use passant_judge::check::{CaseResult, Finding, PresentationResult};
use passant_judge::diagnosis::DiagnosisOutcome;
use passant_judge::diagnosis::report::Suspect;

/// The findings of a case, each with its way.
fn findings(case: &CaseResult) -> impl Iterator<Item = (&PresentationResult, &Finding)> {
    let presentations = case.presentations.iter();
    presentations.flat_map(|presentation| {
        presentation
            .findings
            .iter()
            .map(move |finding| (presentation, finding))
    })
}

/// The findings of a case, a line each.
pub(super) fn told(case: &CaseResult) -> String {
    let mut lines = Vec::new();
    for (presentation, finding) in findings(case) {
        lines.push(format!("{}: {finding}", presentation.presentation.word()));
        let answer = finding.answer.as_ref();
        let positions = answer.and_then(|answer| answer.positions.as_ref());
        lines.extend(positions.map(ToString::to_string));
    }
    lines.extend(case.pattern.clone());
    for (word, said) in [("rule", &case.rule), ("source", &case.source)] {
        lines.extend(said.as_ref().map(|said| format!("{word}: {said}")));
    }
    if case.rule.is_some()
        && let Some(presentation) = case
            .presentations
            .iter()
            .find(|presentation| !presentation.moves.is_empty())
    {
        lines.push(format!(
            "game: {} moves {}",
            presentation.fen,
            presentation.moves.join(" ")
        ));
    }
    let shrunk = case.smallest.iter().map(smallest);
    lines.extend(shrunk.map(|line| format!("smallest: {line}")));
    lines.join("\n")
}

/// What an engine declares, if anything is known of it.
pub(super) fn conventions(result: &EngineResult) -> Option<String> {
    (!result.conventions.is_empty()).then(|| result.conventions.to_string())
}

/// The smallest position, and what is wrong there, in a line.
fn smallest(smallest: &SmallestPosition) -> String {
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
    let diagnosis = result.diagnosis.as_ref()?;
    let names: Vec<_> = diagnosis.suspects.iter().map(Suspect::names).collect();
    let names = names.join(", or ");
    let (asked, cases) = (diagnosis.answered, diagnosis.positions);
    let sentence = |suspect: &Suspect| {
        let sentences = suspect.faults.iter().map(|fault| fault.sentence.as_str());
        sentences.collect::<Vec<_>>().join(" ")
    };
    Some(match (diagnosis.outcome, &diagnosis.suspects[..]) {
        (DiagnosisOutcome::Named, [only]) => format!(
            "{names}: {} It answers {} of {asked} questions about {cases} positions as an engine with this fault does.",
            sentence(only),
            only.agrees
        ),
        (DiagnosisOutcome::OneOf, _) => {
            format!(
                "one of {names}; {asked} questions about {cases} positions do not tell them apart"
            )
        }
        (DiagnosisOutcome::Nearest, [only]) => format!(
            "no fault that is known; the nearest is {names}, and {} of {asked} answers speak against it",
            asked - only.agrees
        ),
        (DiagnosisOutcome::Sound | DiagnosisOutcome::NotAsked, _) => {
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
