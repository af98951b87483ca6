//! Plays the moves of a text.

use std::ops::Range;

use passant_rules::Position;
use passant_suite::Diagnostic;

use crate::game_record::GameRecord;
use crate::move_error;

/// Plays moves of a text, one after the other.
///
/// # Errors
///
/// The first that cannot be played, at its place in the text.
pub fn play(
    position: Position,
    text: &str,
    moves: impl IntoIterator<Item = Range<usize>>,
) -> Result<GameRecord, Diagnostic> {
    let mut game = GameRecord::new(position);
    for span in moves {
        match game.position().parse_move(&text[span.clone()]) {
            Ok(mv) => game.play(mv),
            Err(error) => return Err(move_error::diagnostic(&game, text, span, error)),
        }
    }
    Ok(game)
}
