//! Questions about the state of a game: FEN, same position, keys, repetition, notation, single moves.
//!
//! Unsupported questions are skipped. The [`Conventions`] that an engine follows, for example when its FEN names the en
//! passant square, are observed first and not judged. An answer is wrong if it follows no convention, or not the one that
//! the engine follows otherwise; and if conventions are demanded ([`Demands`]), if it does not follow these. It counts only if the
//! engine repeats it after a restart.

mod answers;
mod compared;
mod convention;
mod conventions;
mod demands;

pub use compared::{ComparedPositions, PositionInGame};
pub use convention::{Convention, Tolerance};
pub use conventions::Conventions;
pub(crate) use conventions::Share;
pub use demands::Demands;

use std::collections::BTreeSet;

use passant_query::{Abilities, Channel, EngineError, Feature, Subject};
use passant_suite::StateCase;

use super::worker::{PlannedCase, Worker};
use super::{CaseResult, Finding, Presentation, PresentationResult, QuestionKind, Verdict};
use answers::GameJudge;

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

/// The number of wrong answers of a case that are reported.
const LISTED: usize = 5;

/// The verdict on one answer.
#[derive(Clone, PartialEq, Eq, Debug)]
enum QueryVerdict {
    Correct,
    Wrong(Box<Finding>),
    Unsupported(String),
    Error(EngineError),
}

impl QueryVerdict {
    /// The error, if the engine crashed.
    fn crash(&self) -> Option<&EngineError> {
        match self {
            Self::Error(error) if error.is_crash() => Some(error),
            _ => None,
        }
    }
}

/// Nothing has been asked yet.
fn before_answers(case: &StateCase, presentation: Presentation) -> PresentationResult {
    PresentationResult::without_answers(presentation, case.lines().first().copied().cloned())
}

/// Asks all questions of a case. If an answer is wrong, all are asked again after a restart, and only repeated answers
/// count.
pub fn ask(
    subject: &mut dyn Subject,
    case: &StateCase,
    presentation: Presentation,
    conventions: Conventions,
) -> PresentationResult {
    let mut judge = GameJudge {
        subject,
        conventions,
    };
    let first = judge.ask_all(case);
    let is_bad =
        |verdict: &QueryVerdict| matches!(verdict, QueryVerdict::Wrong(_) | QueryVerdict::Error(_));
    let mut result = before_answers(case, presentation);
    if !first.iter().any(is_bad) {
        sum_up(first, &mut result);
        return result;
    }
    judge.subject.restart();
    let again = judge.ask_all(case);
    let changed = first
        .iter()
        .zip(&again)
        .filter(|(one, other)| one != other)
        .count();
    let crash = first
        .iter()
        .chain(&again)
        .find_map(QueryVerdict::crash)
        .cloned();
    let kept = first.into_iter().zip(again);
    sum_up(
        kept.filter_map(|(one, other)| (one == other).then_some(one)),
        &mut result,
    );
    if let Some(crash) = crash.filter(|_| result.verdict != Verdict::Crash) {
        // A crash is one, whether or not it happens again.
        result.add(
            Verdict::Crash,
            Finding::of_doubt(QuestionKind::State, &crash.into()),
        );
    }
    if changed != 0 {
        let text = format!("{changed} answers are different when asked again");
        result.add(Verdict::Unknown, Finding::text(QuestionKind::State, text));
    }
    result
}

impl GameJudge<'_> {
    /// Asks the questions in turn, up to the first error.
    fn ask_all(&mut self, case: &StateCase) -> Vec<QueryVerdict> {
        if let Some(why) = self.missing_feature(case).transpose() {
            return vec![why.map_or_else(QueryVerdict::Error, QueryVerdict::Unsupported)];
        }
        let mut verdicts = Vec::new();
        for asked in case.questions() {
            let verdict = match self.answer(&asked) {
                Ok(None) => QueryVerdict::Correct,
                Ok(Some(finding)) => QueryVerdict::Wrong(Box::new(finding)),
                Err(EngineError::Unsupported(what)) => QueryVerdict::Unsupported(what),
                Err(error) => QueryVerdict::Error(error),
            };
            // An engine that refuses a line refuses all questions about it, and one that has crashed answers none.
            let is_over = matches!(verdict, QueryVerdict::Error(_));
            verdicts.push(verdict);
            if is_over {
                break;
            }
        }
        verdicts
    }

    /// Returns the feature that the case needs and the engine does not have.
    fn missing_feature(&mut self, case: &StateCase) -> Result<Option<String>, EngineError> {
        let lines = case.lines();
        let needs_null_moves = lines.iter().any(|line| line.has_null_move());
        if needs_null_moves && !self.subject.supports(Feature::NullMoves)? {
            return Ok(Some("null moves".to_owned()));
        }
        let needs_chess960 = lines.iter().any(|line| line.is_chess960);
        let lacks_chess960 = needs_chess960 && !self.subject.supports(Feature::Chess960)?;
        Ok(lacks_chess960.then(|| "Chess960".to_owned()))
    }
}

fn sum_up(verdicts: impl IntoIterator<Item = QueryVerdict>, result: &mut PresentationResult) {
    let mut unsupported = BTreeSet::new();
    let mut unlisted = 0;
    // What breaks a rule is listed before what breaks a demand.
    let (demanded, others): (Vec<_>, Vec<_>) = verdicts
        .into_iter()
        .partition(|it| matches!(it, QueryVerdict::Wrong(finding) if finding.is_demanded()));
    for verdict in others.into_iter().chain(demanded) {
        match verdict {
            QueryVerdict::Correct => result.pass(),
            QueryVerdict::Wrong(_) if LISTED <= result.findings.len() => unlisted += 1,
            QueryVerdict::Wrong(finding) => result.add(Verdict::Fail, *finding),
            QueryVerdict::Unsupported(what) => drop(unsupported.insert(what)),
            QueryVerdict::Error(error) => {
                result.doubt(QuestionKind::State, &error.into());
            }
        }
    }
    if unlisted != 0 {
        let text = format!("{unlisted} more answers are wrong");
        result.add(Verdict::Fail, Finding::text(QuestionKind::State, text));
    }
    if result.verdict == Verdict::Unsupported {
        let what: Vec<_> = unsupported.into_iter().collect();
        let text = format!("cannot be asked: {}", what.join(", "));
        result.add(
            Verdict::Unsupported,
            Finding::text(QuestionKind::State, text),
        );
    }
}
