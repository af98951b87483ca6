//! The moves of a line that a search has printed.

use passant_query::EngineMove;
use passant_rules::Position;

use super::search::with_letter;
use crate::dialect::notation::engine_move_in;

/// How many moves of a line are read.
const LONGEST: usize = 64;

/// The moves of a line, each read in the position where it is played, up to a text that is no move. What follows a move
/// that is not legal is left out.
pub(super) fn moves(position: Option<&Position>, texts: &[&str]) -> Vec<EngineMove> {
    let mut position = position.cloned();
    let mut moves = Vec::new();
    for text in texts.iter().take(LONGEST) {
        let mv = engine_move_in(position.as_ref(), text);
        let mv = position
            .as_ref()
            .map_or(mv.clone(), |it| with_letter(it, mv));
        moves.push(mv.clone());
        let legal = mv.uci().zip(position.as_mut());
        let made = legal.and_then(|(mv, position)| {
            let mv = position.find(mv).ok()?;
            let _ = position.make(mv);
            Some(())
        });
        if made.is_none() {
            break;
        }
    }
    moves
}
