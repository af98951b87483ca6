//! When a right arises, is used and expires, in words.

use passant_rules::{EnPassant, Position};

use crate::game_record::{GameRecord, Ply};
use crate::judged_captures::{JudgedCapture, judged_captures};
use crate::words::adjective;

/// Says how the last move of a game changed the en passant right, and whether it ended the game; empty if the game has no
/// moves.
#[must_use]
pub fn after_last_move(game: &GameRecord, before: Option<EnPassant>) -> Vec<String> {
    let Some(last) = game.plies().last() else {
        return Vec::new();
    };
    let ended = before.map(|right| describe_end(last, right));
    let arisen = arisen(game.position());
    let over = game.ending().map(|ending| ending.to_string());
    [ended, arisen, over].into_iter().flatten().collect()
}

/// The right in a position, which has just arisen, with a verdict on each capture; `None` if there is no right.
#[must_use]
pub fn arisen(position: &Position) -> Option<String> {
    let right = position.en_passant()?;
    let us = position.side_to_move();
    let (target, victim) = (right.target(), right.victim());
    let judged_captures = judged_captures(position);
    if judged_captures.is_empty() {
        let us = adjective(us);
        return Some(format!(
            "right on {target}, but no {us} pawn beside {victim}"
        ));
    }
    let sentences: Vec<_> = judged_captures
        .iter()
        .map(JudgedCapture::sentence)
        .collect();
    Some(format!(
        "right for {us} on {target}: {}",
        sentences.join("; ")
    ))
}

/// Says how a right ended with a move.
fn describe_end(ply: &Ply, right: EnPassant) -> String {
    if ply.mv.is_en_passant() {
        format!("en passant: the pawn on {} is removed", right.victim())
    } else {
        format!("right on {} expires unused", right.target())
    }
}
