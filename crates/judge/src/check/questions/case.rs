//! A case about the state of a game, with the original and swapped colors.

use passant_query::{Abilities, Channel, Subject};
use passant_suite::StateCase;

use super::ask::{ask, before_answers};
use super::conventions::Conventions;
use crate::check::worker::{PlannedCase, Worker};
use crate::check::{CaseResult, Finding, Presentation, PresentationResult, QuestionKind};

/// Asks a case with the original and swapped colors.
pub fn case(
    subject: &mut dyn Subject,
    channel: Channel,
    case: &StateCase,
    conventions: Conventions,
) -> CaseResult {
    let presentations = presentations(case);
    let answers = presentations
        .iter()
        .map(|(presentation, case)| ask(subject, case, *presentation, conventions))
        .collect();
    case.summarize(channel, answers)
}

impl PlannedCase for StateCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn presentations_for(&self, _: Abilities) -> Vec<PresentationResult> {
        presentations(self)
            .iter()
            .map(|(presentation, case)| before_answers(case, *presentation))
            .chain([without_moves(self)])
            .collect()
    }

    fn ask(&self, worker: &mut Worker<'_>) -> CaseResult {
        let channel = worker.can().channel;
        if let Some(game) = &mut worker.program.game {
            return case(game.as_mut(), channel, self, worker.conventions);
        }
        let why = "this channel says nothing about the state of a game";
        self.summarize(channel, self.without_answers(why))
    }

    fn without_answers(&self, why: &str) -> Vec<PresentationResult> {
        vec![PresentationResult {
            findings: vec![Finding::text(QuestionKind::State, why)],
            ..without_moves(self)
        }]
    }

    fn summarize(&self, channel: Channel, answers: Vec<PresentationResult>) -> CaseResult {
        let about = [&*self.address, self.question.class(), &self.why];
        let position = self.position().unwrap_or_default();
        CaseResult {
            rule: Some(self.rule.to_string()),
            source: Some(self.source.clone()),
            ..CaseResult::of_case(about, &position, answers, channel)
        }
    }
}

/// The position of a case, about which the engine is not asked.
fn without_moves(case: &StateCase) -> PresentationResult {
    let line = case.lines().first().map(|line| line.root());
    PresentationResult::without_answers(Presentation::Fen, line)
}

/// The case, and its twin with colors swapped if there is one.
fn presentations(case: &StateCase) -> Vec<(Presentation, StateCase)> {
    let is_played = case.lines().iter().any(|line| !line.steps.is_empty());
    let twin = case.flip();
    let twin = twin.map(|twin| (Presentation::of(is_played, true), twin));
    std::iter::once((Presentation::of(is_played, false), case.clone()))
        .chain(twin)
        .collect()
}
