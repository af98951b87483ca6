//! Questions about the state of a game: FEN, sameness, keys, repetition, notation, single moves.
//!
//! What a program does not offer is not asked, and nothing is held against it. [`Declared`] says which convention it
//! follows for the en passant field, and which for its key: that is found out first and not judged. An answer is wrong
//! when no convention has it, or not the one that the program follows otherwise; and only if the program gives it
//! again after it was started afresh.

use std::collections::BTreeSet;

use passant_rules::{Position, UciMove};
use passant_suite::{Ask, Line, Ply, StateCase};

use super::{Finding, Question, Verdict, Way, WayResult};
use passant_query::{EngineError, Feature, Line as Asked, Step, Subject};

mod answers;
mod case;
mod compared;
mod conventions;

use answers::Asking;
pub use case::{case, not_asked};
pub use compared::{Compared, Stood};
pub use conventions::{Convention, Declared, Tolerance};

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

/// The beginning of a line as engines are told of it.
fn told(line: &Line, plies: usize) -> Asked {
    let step = |ply: &Ply, position: Position| match *ply {
        Ply::Move(mv) => Step::Move(position.uci_move(mv)),
        Ply::Pass => Step::Move(UciMove::NULL),
    };
    let steps = line.plies().iter().zip(line.positions()).take(plies);
    Asked {
        setup: line.setup().clone(),
        steps: steps.map(|(ply, position)| step(ply, position)).collect(),
        is_chess960: line.start().is_chess960(),
    }
}

/// What an engine is told before something is asked: moves beyond the position are taken back.
fn asked(ask: &Ask<'_>) -> Asked {
    let mut line = told(ask.line, ask.plies + ask.taken_back);
    let takebacks = std::iter::repeat_n(Step::TakeBack, ask.taken_back);
    line.steps.extend(takebacks);
    line
}

/// The position when something is asked.
fn position(ask: &Ask<'_>) -> Position {
    at(ask.line, ask.plies)
}

/// The position after the first plies of a line.
fn at(line: &Line, plies: usize) -> Position {
    let played = line.plies().iter().take(plies);
    played.fold(line.start().clone(), |position, ply| ply.after(&position))
}
