//! The request `read`: a text that a person pasted.

use passant_report::pasted;
use serde::Serialize;

use crate::field_diagnostic::{FieldDiagnostic, Refusal};
use crate::request::Request;

/// A game in the form in which the other requests take it.
#[derive(Serialize)]
pub(crate) struct ReadGame {
    fen: String,
    /// In UCI notation, separated by spaces.
    moves: String,
}

/// Reads a FEN, a game in PGN, moves, or a `position` command of UCI.
pub(crate) fn read(request: &Request<'_>) -> Result<ReadGame, Refusal> {
    let text = request.text("text")?;
    let pasted = pasted::read(text).map_err(|errors| FieldDiagnostic::list("text", errors))?;
    Ok(ReadGame {
        fen: pasted.reading.text,
        moves: pasted.game.uci_moves().join(" "),
    })
}
