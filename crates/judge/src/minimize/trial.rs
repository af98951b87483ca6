//! The kind of wrong moves and counts that has to stay the same while a position shrinks.

use std::collections::BTreeSet;

use passant_count::bulk;
use passant_oracle::State;
use passant_query::EngineMove;
use passant_rules::{
    EnPassantMode, EnPassantVerdict, IllegalReason, Move, MoveKind, Position, Setup,
};

use crate::check::comparison::legal;

/// A position that shrinks, and the depth to which the engine is asked about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The position.
    pub setup: Setup,
    /// Depth in plies, at least 1.
    pub depth: u32,
}

/// The part of a failure that stays the same while a position shrinks.
pub trait Trial: Sync {
    /// The mistake of the engine.
    type Difference: PartialEq + Send + Sync;

    /// Says how the engine is wrong about a position; `None` if it is correct, or if that is not known.
    fn difference(&self, candidate: &Candidate) -> Option<Self::Difference>;

    /// Tells whether a step may change one difference into another; by default only if both are equal.
    fn may_become(&self, was: &Self::Difference, is: &Self::Difference) -> bool {
        was == is
    }
}

/// A kind of wrong answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Defect {
    /// A legal en passant capture is missing.
    MissingCapture,
    /// An illegal en passant capture is played, illegal for this reason.
    IllegalCapture(IllegalReason),
    /// A piece that does not stand beside the victim captures en passant.
    ImpossibleCapture,
    /// Another legal move is missing.
    MissingMove,
    /// Another illegal move is played.
    IllegalMove,
    /// The moves are correct, but the number of leaf nodes below a move of this kind is wrong.
    CountBelow(MoveBelow),
    /// The moves are correct, but the total is wrong.
    Count,
}

/// The kind of move below which a count is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveBelow {
    /// An en passant capture.
    Capture,
    /// A double push.
    DoublePush,
    /// Any other move.
    Other,
}

/// Everything that is wrong with the moves of an engine in a position.
pub type Difference = BTreeSet<Defect>;

/// The moves of an engine, each with the leaf nodes below it.
pub type EngineDivide = Vec<(EngineMove, u64)>;

/// Says how the divide of an engine differs from the expected one; `None` if it does not, or if rules and oracle disagree
/// about the expected one.
#[must_use]
pub fn compare(candidate: &Candidate, found: &EngineDivide) -> Option<Difference> {
    let (position, _) = candidate.setup.repair().ok()?;
    let reference = reference(&position, candidate.depth)?;
    let listed: Vec<_> = found.iter().map(|(mv, _)| mv.clone()).collect();
    let mut difference = of_moves(&position, &listed);
    // Wrong moves here explain wrong counts below them.
    if difference.is_empty() {
        for (mv, expected) in &reference {
            let is_wrong = |(it, nodes): &(EngineMove, u64)| {
                nodes != expected && legal(&position, it) == Some(*mv)
            };
            if found.iter().any(is_wrong) {
                difference.insert(Defect::CountBelow(match mv.kind() {
                    MoveKind::EnPassant => MoveBelow::Capture,
                    MoveKind::DoublePush => MoveBelow::DoublePush,
                    _ => MoveBelow::Other,
                }));
            }
        }
        let is_listed_twice = found.len() != reference.len();
        if is_listed_twice && difference.is_empty() {
            difference.insert(Defect::Count);
        }
    }
    (!difference.is_empty()).then_some(difference)
}

/// Returns how a list of moves differs from the legal moves.
#[must_use]
pub(crate) fn of_moves(position: &Position, listed: &[EngineMove]) -> Difference {
    let found: Vec<_> = listed.iter().map(|mv| legal(position, mv)).collect();
    let extra = listed
        .iter()
        .zip(&found)
        .filter(|(_, it)| it.is_none())
        .map(|(mv, _)| kind_of_illegal(position, mv));
    let missing = position
        .legal_moves()
        .into_iter()
        .filter(|mv| !found.contains(&Some(*mv)))
        .map(|mv| {
            if mv.is_en_passant() {
                Defect::MissingCapture
            } else {
                Defect::MissingMove
            }
        });
    extra.chain(missing).collect()
}

/// Tells whether the total of an engine is wrong; `None` if it is not, or if rules and oracle disagree.
#[must_use]
pub fn wrong_total(candidate: &Candidate, found: u64) -> Option<Difference> {
    let (position, _) = candidate.setup.repair().ok()?;
    let reference: u64 = reference(&position, candidate.depth)?
        .iter()
        .map(|(_, nodes)| nodes)
        .sum();
    (found != reference).then(|| [Defect::Count].into())
}

/// Tells whether one difference may become another while a position shrinks. Wrong moves have to stay the same. A wrong count
/// may become wrong moves, because these explain it.
#[must_use]
pub fn may_become(was: &Difference, is: &Difference) -> bool {
    let is_about_counts = |wrong: &Defect| matches!(wrong, Defect::CountBelow(_) | Defect::Count);
    was == is || (was.iter().all(is_about_counts) && !is.iter().any(is_about_counts))
}

/// The divide according to the rules and to the oracle; `None` if they differ.
fn reference(position: &Position, depth: u32) -> Option<Vec<(Move, u64)>> {
    let state = State::new(&position.setup(EnPassantMode::Always));
    let mut by_oracle = state.divide(depth);
    let mut by_rules: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, bulk(&mut position.after(mv), depth.saturating_sub(1))))
        .collect();
    by_oracle.sort_unstable();
    by_rules.sort_unstable();
    (by_oracle == by_rules).then_some(by_rules)
}

/// The kind of an illegal move.
fn kind_of_illegal(position: &Position, mv: &EngineMove) -> Defect {
    let Some((from, to)) = mv.uci().map(|mv| (mv.from(), mv.to())) else {
        return Defect::IllegalMove;
    };
    let is_capture_on_target = position
        .en_passant()
        .is_some_and(|reference| reference.target() == to);
    match position.judge_en_passant(from) {
        Some(EnPassantVerdict::Illegal(reason)) if is_capture_on_target => {
            Defect::IllegalCapture(reason)
        }
        _ if is_capture_on_target => Defect::ImpossibleCapture,
        _ => Defect::IllegalMove,
    }
}
