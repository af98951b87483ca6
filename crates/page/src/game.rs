//! The requests `game` and `move`: a game, shown at any of its positions, and a move that is tried.

use passant_report::pasted::{self, LONGEST_TEXT, MOST_PLIES};
use passant_report::{FenReading, GameRecord, move_error, move_list};
use serde::Serialize;

use crate::field_diagnostic::{FieldDiagnostic, Refusal, read_fen};
use crate::request::Request;
use crate::view::View;

/// A move that can be played.
#[derive(Serialize)]
pub(crate) struct Playable {
    uci: String,
}

/// The game of a request after some plies.
pub(crate) fn game(request: &Request<'_>) -> Result<View, Refusal> {
    let ply = request.optional_number("ply", MOST_PLIES as u32)?;
    let (reading, game) = play(request)?;
    Ok(View::new(&reading, &game, ply.map(|it| it as usize)))
}

/// The move that a text means in the last position of the game.
pub(crate) fn try_move(request: &Request<'_>) -> Result<Playable, Refusal> {
    let text = request.text("text")?;
    let (_, game) = play(request)?;
    limit("text", text)?;
    let mv = game.position().parse_move(text.trim()).map_err(|error| {
        let trimmed = text.len() - text.trim_start().len();
        let span = trimmed..trimmed + text.trim().len();
        let diagnostic = move_error::diagnostic(&game, text, span, error);
        FieldDiagnostic::new("text", diagnostic).alone()
    })?;
    let uci = game.position().uci(mv).to_string();
    Ok(Playable { uci })
}

/// Reads the fields `fen` and `moves`, and plays the moves.
pub(crate) fn play(request: &Request<'_>) -> Result<(FenReading, GameRecord), Refusal> {
    let fen = request.text("fen")?;
    let moves = request.optional_text("moves").unwrap_or_default();
    limit("fen", fen)?;
    limit("moves", moves)?;
    let reading = read_fen("fen", fen)?;
    let position = reading.position.clone();
    let game = pasted::play(position, moves, move_list::moves(moves))
        .map_err(|error| FieldDiagnostic::new("moves", error).alone())?;
    Ok((reading, game))
}

/// Refuses a text that is too long to be read.
fn limit(field: &'static str, text: &str) -> Result<(), Refusal> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(FieldDiagnostic::new(field, pasted::too_long()).alone())
}
