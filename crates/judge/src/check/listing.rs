//! The moves of an engine in a position, found by its counts.

use passant_query::{EngineError, EngineMove, Line, Subject};
use passant_rules::Position;

use super::comparison::{CountRow, divide, rows, with_nodes};

/// The moves of the engine.
pub(super) fn listed(
    subject: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Vec<EngineMove>, EngineError> {
    if subject.can().least_depth == 1 {
        let counts = subject.count(line, 1)?;
        let listed = with_nodes(&counts);
        if !listed.is_empty() || counts.total == 0 {
            return Ok(listed);
        }
    }
    let rows = presence(subject, line, position)?;
    if rows.is_empty() {
        return Err(EngineError::unsupported("the moves at depth 1"));
    }
    let found = rows.into_iter().filter(|row| row.got.is_some());
    Ok(found.map(|row| row.mv).collect())
}

/// The moves that the engine prints at depth 2, each with one node. Empty if it prints none.
pub(super) fn presence(
    subject: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Vec<CountRow>, EngineError> {
    let counts = subject.count(line, 2)?;
    if counts.moves.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = rows(position, &divide(position, 2), &counts);
    for row in &mut rows {
        row.expected = row.expected.map(|_| 1);
        row.got = row.got.map(|_| 1);
    }
    Ok(rows)
}
