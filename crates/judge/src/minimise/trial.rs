//! In what way an engine's moves are wrong.

use std::collections::BTreeSet;
use std::fmt;

use passant_oracle::{Engine, FaultSet, State};
use passant_perft::bulk;
use passant_query::EngineMove;
use passant_rules::{EnPassantMode, EnPassantVerdict, IllegalReason, Move, MoveKind, Position};

use super::{Candidate, Trial};

/// A kind of wrong answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wrong {
    /// A legal capture en passant is missing.
    MissingCapture,
    /// A capture en passant is there that is illegal for this reason.
    IllegalCapture(IllegalReason),
    /// A move to the target is there, by a man that stands beside no victim.
    StrangeCapture,
    /// Another legal move is missing.
    MissingMove,
    /// Another move is there that is illegal.
    IllegalMove,
    /// The moves are right, and the number of leaf nodes below this kind of move is not.
    CountBelow(KindBelow),
    /// The moves are right, and the total is not.
    Count,
}

/// The kinds of move below which a count may be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KindBelow {
    /// A capture en passant.
    Capture,
    /// A double push.
    DoublePush,
    /// Any other move.
    Other,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissingCapture => "a legal capture en passant is missing",
            Self::IllegalCapture(_) => "an illegal capture en passant is played",
            Self::StrangeCapture => "a man captures en passant that stands beside no victim",
            Self::MissingMove => "a legal move is missing",
            Self::IllegalMove => "an illegal move is played",
            Self::CountBelow(KindBelow::Capture) => "the count below a capture en passant is wrong",
            Self::CountBelow(KindBelow::DoublePush) => "the count below a double push is wrong",
            Self::CountBelow(KindBelow::Other) => "the count below another move is wrong",
            Self::Count => "the number of moves is wrong",
        })
    }
}

/// Everything that is wrong with an engine's moves in a position.
pub type Difference = BTreeSet<Wrong>;

/// What an engine says: its moves, each with the leaf nodes below it.
pub type Divide = Vec<(EngineMove, u64)>;

/// How the divide of an engine differs from what is right; `None` if it does not.
///
/// Rules and oracle must agree on what is right: where they do not, nobody knows.
#[must_use]
pub fn compare(candidate: &Candidate, found: &Divide) -> Option<Difference> {
    let (position, _) = candidate.setup.repair().ok()?;
    let right = right(&position, candidate.depth)?;
    let mut difference = Difference::new();
    for (found, nodes) in found {
        match right
            .iter()
            .find(|(mv, _)| found.uci() == Some(position.uci_move(*mv)))
        {
            None => drop(difference.insert(extra(&position, found))),
            Some((mv, wanted)) if wanted != nodes => {
                let below = match mv.kind() {
                    MoveKind::EnPassant => KindBelow::Capture,
                    MoveKind::DoublePush => KindBelow::DoublePush,
                    _ => KindBelow::Other,
                };
                difference.insert(Wrong::CountBelow(below));
            }
            Some(_) => {}
        }
    }
    for (mv, _) in &right {
        if !found
            .iter()
            .any(|(found, _)| found.uci() == Some(position.uci_move(*mv)))
        {
            difference.insert(missing(mv.is_en_passant()));
        }
    }
    let is_listed_twice = found.len() != right.len() && difference.is_empty();
    if is_listed_twice {
        difference.insert(Wrong::Count);
    }
    // Wrong moves here explain wrong counts below them.
    let is_about_moves = |wrong: &Wrong| !matches!(wrong, Wrong::CountBelow(_) | Wrong::Count);
    if difference.iter().any(is_about_moves) {
        difference.retain(is_about_moves);
    }
    (!difference.is_empty()).then_some(difference)
}

/// How a list of moves, blanks between them, differs from the legal ones.
#[must_use]
pub(crate) fn of_moves(position: &Position, listed: &str) -> Difference {
    let legal: BTreeSet<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (position.uci(mv).to_string(), mv.is_en_passant()))
        .collect();
    let listed: BTreeSet<_> = listed.split_whitespace().collect();
    let extra = listed
        .iter()
        .filter(|&&text| !legal.iter().any(|(mv, _)| mv == text))
        .map(|text| extra(position, &EngineMove::from_uci(text)));
    let missing = legal
        .iter()
        .filter(|(mv, _)| !listed.contains(mv.as_str()))
        .map(|&(_, is_en_passant)| missing(is_en_passant));
    extra.chain(missing).collect()
}

/// How a total of an engine differs from what is right; `None` if it does not.
#[must_use]
pub fn wrong_total(candidate: &Candidate, found: u64) -> Option<Difference> {
    let (position, _) = candidate.setup.repair().ok()?;
    let right: u64 = right(&position, candidate.depth)?
        .iter()
        .map(|(_, nodes)| nodes)
        .sum();
    (found != right).then(|| [Wrong::Count].into())
}

/// Whether a difference may take the place of another on the way down a tree: a wrong count says nothing of what is
/// wrong further down, and anything that does is better; moves must be wrong in the same way.
#[must_use]
pub fn may_become(was: &Difference, is: &Difference) -> bool {
    let is_about_counts = |wrong: &Wrong| matches!(wrong, Wrong::CountBelow(_) | Wrong::Count);
    was == is || (was.iter().all(is_about_counts) && !is.iter().any(is_about_counts))
}

/// The divide by rules and oracle; `None` where they differ.
fn right(position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
    let state = State::new(&position.setup(EnPassantMode::Always));
    let mut by_oracle = state.divide(depth);
    let mut by_rules: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            let _ = after.make(mv);
            (mv, bulk(&mut after, depth.saturating_sub(1)))
        })
        .collect();
    by_oracle.sort_unstable();
    by_rules.sort_unstable();
    (by_oracle == by_rules).then_some(by_rules)
}

fn missing(is_en_passant: bool) -> Wrong {
    if is_en_passant {
        Wrong::MissingCapture
    } else {
        Wrong::MissingMove
    }
}

/// What kind of move an illegal one is.
fn extra(position: &Position, mv: &EngineMove) -> Wrong {
    let Some((from, to)) = mv.uci().map(|mv| (mv.from(), mv.to())) else {
        return Wrong::IllegalMove;
    };
    let is_capture_on_target = position
        .en_passant()
        .is_some_and(|right| right.target() == to);
    match position.judge_en_passant(from) {
        Some(EnPassantVerdict::Illegal(reason)) if is_capture_on_target => {
            Wrong::IllegalCapture(reason)
        }
        _ if is_capture_on_target => Wrong::StrangeCapture,
        _ => Wrong::IllegalMove,
    }
}

/// An engine of the oracle with faults, asked in this process about positions given as FEN.
pub struct Seeded(pub FaultSet);

impl Trial for Seeded {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        let engine = Engine::new(&candidate.setup, self.0);
        let divide = engine.divide(candidate.depth);
        let found = divide
            .into_iter()
            .map(|(mv, nodes)| (EngineMove::from_uci(&engine.uci(mv)), nodes));
        compare(candidate, &found.collect())
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
