//! Asking everything that a case asks, and once more what is answered wrongly.

use std::collections::BTreeSet;

use passant_query::{EngineError, Feature, Subject};
use passant_suite::{Ply, StateCase};

use super::answers::Asking;
use super::conventions::Declared;
use crate::check::{Finding, Question, Verdict, Way, WayResult};

/// How many wrong answers of a case are told.
const TOLD: usize = 5;

/// What became of one question.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Outcome {
    Right,
    Wrong(Box<Finding>),
    Unsupported(String),
    EngineError(EngineError),
}

/// Asks everything that a case asks, and what is answered wrongly once more of a program that was started afresh.
pub fn ask(subject: &mut dyn Subject, case: &StateCase, way: Way, declared: Declared) -> WayResult {
    let first = outcomes(subject, case, declared);
    let is_bad = |outcome: &Outcome| matches!(outcome, Outcome::Wrong(_) | Outcome::EngineError(_));
    let mut result = WayResult {
        way,
        verdict: Verdict::Unsupported,
        fen: String::new(),
        moves: Vec::new(),
        depth: 0,
        findings: Vec::new(),
    };
    if let Some(line) = case.lines().first() {
        (result.fen, result.moves) = (line.fen(), line.uci());
    }
    if !first.iter().any(is_bad) {
        sum_up(first, &mut result);
        return result;
    }
    subject.restart();
    let again = outcomes(subject, case, declared);
    let doubtful = first
        .iter()
        .zip(&again)
        .filter(|(one, other)| one != other)
        .count();
    let kept = first.into_iter().zip(again);
    sum_up(
        kept.filter_map(|(one, other)| (one == other).then_some(one)),
        &mut result,
    );
    if doubtful != 0 {
        let text = format!("{doubtful} answers are others when it is asked again");
        result.add(Verdict::Unknown, Finding::said(Question::State, text));
    }
    result
}

/// Asks in turn, up to the first trouble.
fn outcomes(subject: &mut dyn Subject, case: &StateCase, declared: Declared) -> Vec<Outcome> {
    if let Some(why) = beyond(subject, case).transpose() {
        return vec![why.map_or_else(Outcome::EngineError, Outcome::Unsupported)];
    }
    let mut outcomes = Vec::new();
    for ask in case.asks() {
        let outcome = match (Asking { subject, declared }).answer(&ask) {
            Ok(None) => Outcome::Right,
            Ok(Some(finding)) => Outcome::Wrong(Box::new(finding)),
            Err(EngineError::Unsupported(what)) => Outcome::Unsupported(what),
            Err(trouble) => Outcome::EngineError(trouble),
        };
        // A game that is refused is refused to its end, and who is gone answers nothing.
        let is_over = matches!(outcome, Outcome::EngineError(_));
        outcomes.push(outcome);
        if is_over {
            break;
        }
    }
    outcomes
}

/// What the whole case needs and the program does not have.
fn beyond(subject: &mut dyn Subject, case: &StateCase) -> Result<Option<String>, EngineError> {
    let lines = case.lines();
    let needs_null_moves = lines.iter().any(|line| line.plies().contains(&Ply::Pass));
    if needs_null_moves && !subject.supports(Feature::NullMoves)? {
        return Ok(Some("null moves".to_owned()));
    }
    let needs_chess960 = lines.iter().any(|line| line.start().is_chess960());
    Ok((needs_chess960 && !subject.supports(Feature::Chess960)?).then(|| "Chess960".to_owned()))
}

fn sum_up(outcomes: impl IntoIterator<Item = Outcome>, result: &mut WayResult) {
    let mut unsupported = BTreeSet::new();
    let mut untold = 0;
    for outcome in outcomes {
        match outcome {
            Outcome::Right => result.pass(),
            Outcome::Wrong(_) if TOLD <= result.findings.len() => untold += 1,
            Outcome::Wrong(finding) => result.add(Verdict::Fail, *finding),
            Outcome::Unsupported(what) => drop(unsupported.insert(what)),
            Outcome::EngineError(trouble) => {
                let verdict = Verdict::on(&trouble);
                result.add(verdict, Finding::said(Question::State, trouble.to_string()));
            }
        }
    }
    if untold != 0 {
        let text = format!("{untold} more answers are wrong");
        result.add(Verdict::Fail, Finding::said(Question::State, text));
    }
    if result.verdict == Verdict::Unsupported {
        let what: Vec<_> = unsupported.into_iter().collect();
        let text = format!("cannot be asked: {}", what.join(", "));
        result.add(Verdict::Unsupported, Finding::said(Question::State, text));
    }
}
