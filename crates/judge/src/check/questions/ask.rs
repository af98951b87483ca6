//! Asks all questions of a case, and wrong answers once more.

use std::collections::BTreeSet;

use passant_query::{EngineError, Feature, Subject};
use passant_suite::StateCase;

use super::answers::GameJudge;
use super::conventions::Conventions;
use crate::check::{Finding, Presentation, PresentationResult, QuestionKind, Verdict};

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
pub(super) fn before_answers(case: &StateCase, presentation: Presentation) -> PresentationResult {
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
    for verdict in verdicts {
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
