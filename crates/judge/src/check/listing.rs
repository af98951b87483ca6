//! The moves of an engine in a position, found by its counts.

use passant_query::{Counts, EngineError, EngineMove, Line, Subject};
use passant_rules::Position;

use super::comparison::{divide, resolve_divide, with_nodes};

/// Returns the moves that the engine prints with its counts at depth 1 or 2; `None` if it prints none there. A total alone says
/// nothing about moves, unless it is zero.
pub(crate) fn moves_by_counts(
    subject: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<Vec<EngineMove>>, EngineError> {
    let least = subject.can().least_depth;
    list_moves_from(subject, line, position, least)
}

/// The same for an engine that has printed no moves at depths below the least.
pub(super) fn list_moves_from(
    subject: &mut dyn Subject,
    line: &Line,
    position: &Position,
    least: u32,
) -> Result<Option<Vec<EngineMove>>, EngineError> {
    for depth in least..=2 {
        let counts = subject.count(line, depth)?;
        let is_list = match depth {
            1 => !with_nodes(&counts).is_empty(),
            _ => !counts.moves.is_empty(),
        };
        if is_list {
            let moves = divide_of(position, depth, &counts).into_iter();
            return Ok(Some(moves.map(|(mv, _)| mv).collect()));
        }
        if counts.total == 0 {
            let is_known = depth == 1 || position.count_legal_moves() == 0;
            return Ok(is_known.then(Vec::new));
        }
    }
    Ok(None)
}

/// Returns the moves of a divide without the illegal moves that some engines print with no nodes below them, and with the legal
/// moves that end the game, which have no nodes below them either, and which some engines do not print.
pub(crate) fn divide_of(
    position: &Position,
    depth: u32,
    counts: &Counts,
) -> Vec<(EngineMove, u64)> {
    let mut moves = resolve_divide(position, &divide(position, depth), counts);
    // Every legal move has a node at depth 1.
    moves.retain(|(_, nodes)| *nodes != 0 || 1 < depth);
    let moves = moves.into_iter();
    moves
        .map(|(mv, nodes)| (mv.into_engine_move(position), nodes))
        .collect()
}
