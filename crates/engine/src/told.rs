//! How lines are told.

use passant_query::{EngineError, Line};

/// A line as UCI and the line protocol write it behind `position`: `fen … moves …`. They have no word for a move that is
/// taken back.
pub(crate) fn position_text(line: &Line) -> Result<String, EngineError> {
    if line.taken_back() != 0 || line.moves().is_none() {
        return Err(EngineError::unsupported("undo"));
    }
    Ok(format!("fen {line}"))
}

/// The line before moves are taken back at its end, and how many are. Nothing is taken back before that.
pub(crate) fn before_takebacks(line: &Line) -> Result<(Line, usize), EngineError> {
    let taken_back = line.taken_back();
    let before = line.take(line.steps.len() - taken_back);
    match before.moves() {
        Some(_) => Ok((before, taken_back)),
        None => Err(EngineError::unsupported("undo between moves")),
    }
}
