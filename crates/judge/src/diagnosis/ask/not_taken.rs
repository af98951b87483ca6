//! Steps of a line that an engine has not taken, as its answers show.

use passant_query::{EngineMove, Line, Step};
use passant_rules::Position;

use crate::check::comparison::legal;
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
    let found: Option<Vec<_>> = listed.iter().map(|mv| legal(position, mv)).collect();
    let mut moves = position.legal_moves().into_iter();
    found.is_some_and(|found| {
        !found.is_empty() && moves.all(|mv| mv.is_en_passant() || found.contains(&mv))
    })
}

/// The steps before which a move is legal that an engine plays at the end of a line.
pub(super) fn by_play(line: &Line, played: &EngineMove) -> Vec<Step> {
    let steps = steps(line).into_iter();
    steps
        .filter(|(_, before)| legal(before, played).is_some())
        .map(|(step, _)| step)
        .collect()
}

/// The steps of a line that change the position, each with the position before it.
fn steps(line: &Line) -> Vec<(Step, Position)> {
    let line = line.without_round_trips();
    rules::start(&line).map_or_else(Vec::new, |start| line.steps_from(start))
}
