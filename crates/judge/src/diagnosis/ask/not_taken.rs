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
pub(super) fn by_moves(line: &Line, listed: &str) -> Option<Step> {
    let is_listed = |position: &Position| rules::moves(position).join(" ") == listed;
    if rules::position_after(line).is_some_and(|end| is_listed(&end)) {
        return None;
    }
    let mut steps = steps(line).into_iter();
    steps.find_map(|(step, before)| is_listed(&before).then_some(step))
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
