//! A case about the state of a game, with the original and swapped colors.

use passant_suite::StateCase;

use super::ask::{ask, unanswered};
use super::conventions::Conventions;
use crate::check::{CaseResult, Finding, Presentation, PresentationResult, QuestionKind};
use passant_query::{Channel, Subject};

/// Asks a case with the original and swapped colors.
pub fn case(
    subject: &mut dyn Subject,
    channel: Channel,
    case: &StateCase,
    conventions: Conventions,
) -> CaseResult {
    let presentations = presentations(case);
    let results = presentations
        .iter()
        .map(|(presentation, case)| ask(subject, case, *presentation, conventions))
        .collect();
    summarize(case, channel, results)
}

/// The result of a case that is not asked, with the reason.
#[must_use]
pub fn not_asked(channel: Channel, case: &StateCase, why: &str) -> CaseResult {
    let presentation = PresentationResult {
        findings: vec![Finding::text(QuestionKind::State, why)],
        ..unasked(case)
    };
    summarize(case, channel, vec![presentation])
}

/// What the engine is given, with the original and swapped colors, or if it is not asked; without answers.
pub(in crate::check) fn given(case: &StateCase) -> Vec<PresentationResult> {
    let presentations = presentations(case);
    let presentations = presentations.iter();
    presentations
        .map(|(presentation, case)| unanswered(case, *presentation))
        .chain([unasked(case)])
        .collect()
}

/// The position of a case, about which the engine is not asked.
fn unasked(case: &StateCase) -> PresentationResult {
    PresentationResult {
        moves: Vec::new(),
        ..unanswered(case, Presentation::Fen)
    }
}

/// The case, and its twin with colors swapped if there is one.
fn presentations(case: &StateCase) -> Vec<(Presentation, StateCase)> {
    let is_played = case.lines().iter().any(|line| !line.steps.is_empty());
    let [presentation, flipped] = if is_played {
        [Presentation::Moves, Presentation::FlippedMoves]
    } else {
        [Presentation::Fen, Presentation::FlippedFen]
    };
    let twin = case.flipped().map(|twin| (flipped, twin));
    std::iter::once((presentation, case.clone()))
        .chain(twin)
        .collect()
}

/// The result of a case with these answers.
pub(in crate::check) fn summarize(
    case: &StateCase,
    channel: Channel,
    presentations: Vec<PresentationResult>,
) -> CaseResult {
    let about = [&*case.address, case.question.class(), &case.why];
    let position = case.position().unwrap_or_default();
    CaseResult {
        rule: Some(case.rule.to_string()),
        source: Some(case.source.clone()),
        ..CaseResult::of_case(about, &position, presentations, channel)
    }
}
