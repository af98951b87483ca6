//! Correct counts, computed by `passant-count` until an interrupt.

use passant_count::bulk;
use passant_rules::{Move, Position};

use passant_query::{EngineError, Interrupt};

/// The depth up to which a tree is counted without looking at the interrupt. That takes only a moment.
const SMALL: u32 = 3;

/// The leaf nodes of a tree; `None` if there are more than `most`, or after an interrupt.
pub(super) fn nodes(
    position: &mut Position,
    depth: u32,
    most: u64,
    interrupt: &Interrupt,
) -> Option<u64> {
    if interrupt.is_raised() {
        return None;
    }
    if depth <= SMALL {
        return Some(bulk(position, depth)).filter(|nodes| *nodes <= most);
    }
    let mut sum = 0;
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        let below = nodes(position, depth - 1, most - sum, interrupt);
        position.unmake(mv, undo);
        sum += below?;
    }
    Some(sum)
}

/// The leaf nodes below each legal move, to a depth of at least 1.
///
/// # Errors
///
/// [`EngineError::Interrupted`] after an interrupt.
pub(super) fn divide(
    position: &Position,
    depth: u32,
    interrupt: &Interrupt,
) -> Result<Vec<(Move, u64)>, EngineError> {
    let mut position = position.clone();
    let moves = position.legal_moves();
    let below = moves.into_iter().map(|mv| {
        let undo = position.make(mv);
        let below = nodes(&mut position, depth - 1, u64::MAX, interrupt);
        position.unmake(mv, undo);
        below
            .map(|nodes| (mv, nodes))
            .ok_or(EngineError::Interrupted)
    });
    below.collect()
}
