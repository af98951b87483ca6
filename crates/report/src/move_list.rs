//! Plays the moves of a text.

use std::ops::Range;

use passant_suite::Diagnostic;

use crate::game_record::GameRecord;
use crate::move_error;

/// Plays moves of a text, one after the other. The game keeps those before a move that cannot be played.
///
/// # Errors
///
/// The first that cannot be played, at its place in the text.
pub fn play(
    game: &mut GameRecord,
    text: &str,
    moves: impl IntoIterator<Item = Range<usize>>,
) -> Result<(), Diagnostic> {
    for span in moves {
        match game.position().parse_move(&text[span.clone()]) {
            Ok(mv) => game.play(mv),
            Err(error) => return Err(move_error::diagnostic(game, text, span, error)),
        }
    }
    Ok(())
}
