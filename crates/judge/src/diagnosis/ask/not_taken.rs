//! Steps of a line that an engine has not taken, as its answers show.

use passant_query::{EngineMove, Line, Step};
use passant_rules::Position;

use crate::check::comparison::{ResolvedMove, resolve};
use crate::diagnosis::rules;

/// The first step that an engine has not taken, according to the FEN that it reports.
pub(super) fn by_fen(line: &Line, reported: &str) -> Option<Step> {
    passant_query::stopped_before(line, rules::start(line)?, reported)
}

/// The first step that an engine has not taken, according to the moves that it lists: those of the position before.
pub(super) fn by_moves(line: &Line, listed: &[EngineMove]) -> Option<Step> {
    let is_end = |end: Position| rules::moves(&end) == listed;
    if rules::position_after(line).is_some_and(is_end) {
        return None;
    }
    let mut steps = steps(line).into_iter();
    steps.find_map(|(step, before)| is_list_of(&before, listed).then_some(step))
}

/// Tells whether these are the moves of a position, where en passant captures may be missing: an engine that refuses a capture
/// neither plays nor lists it.
fn is_list_of(position: &Position, listed: &[EngineMove]) -> bool {
    let legal = position.legal_moves().into_iter();
    let legal: Vec<(EngineMove, bool)> = legal
        .map(|mv| (position.uci_move(mv).into(), mv.is_en_passant()))
        .collect();
    let is_legal = |mv: &EngineMove| legal.iter().any(|(it, _)| it == mv);
    let is_there = |(mv, is_en_passant): &(EngineMove, bool)| *is_en_passant || listed.contains(mv);
    listed.iter().all(is_legal) && !listed.is_empty() && legal.iter().all(is_there)
}

/// The steps before which a move is legal that an engine plays at the end of a line.
pub(super) fn by_play(line: &Line, played: &EngineMove) -> Vec<Step> {
    let is_legal =
        |position: &Position| matches!(resolve(position, played), ResolvedMove::Legal(_));
    let steps = steps(line).into_iter();
    steps
        .filter(|(_, before)| is_legal(before))
        .map(|(step, _)| step)
        .collect()
}

/// The steps of a line, each with the position before it.
fn steps(line: &Line) -> Vec<(Step, Position)> {
    rules::start(line).map_or_else(Vec::new, |start| line.steps_from(start))
}
