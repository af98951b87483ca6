//! A line as it is written.

use passant_query::Line;
use serde::Serialize;

/// A FEN, and moves from there.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LineRecord {
    /// The position to start from.
    fen: String,
    /// In UCI notation; `0000` is a null move, and `undo` takes a move back.
    moves: Vec<String>,
}

impl LineRecord {
    pub(super) fn of(line: &Line) -> Self {
        Self {
            fen: line.fen().to_string(),
            moves: line.step_texts(),
        }
    }
}
