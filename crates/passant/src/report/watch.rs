//! The report of `passant explain --watch`: one line for each move of the game.

use std::io;

use passant_rules::{EnPassant, EnPassantMode, Position};

use super::words::adjective;
use super::{board, output};
use crate::game_record::{GameRecord, Ply};
use passant_judge::explain;

/// Prints the right before the first move, if there is one.
pub(crate) fn started(position: &Position) -> io::Result<()> {
    match position.en_passant() {
        Some(right) => line("start", &start(position, right)),
        None => Ok(()),
    }
}

/// Prints the last move, how it ended the right before it, and the right that it gives.
pub(crate) fn played(game: &GameRecord, before: Option<EnPassant>) -> io::Result<()> {
    let Some(last) = game.plies().last() else {
        return Ok(());
    };
    let ended = before.map(|right| end(last, right));
    let arisen = game
        .position()
        .en_passant()
        .map(|right| start(game.position(), right));
    let over = game.ending().map(|ending| ending.to_string());
    let comments: Vec<_> = [ended, arisen, over].into_iter().flatten().collect();
    line(
        &format!("{} {}", last.number_text(), last.marked),
        &comments.join("; "),
    )
}

/// Prints that a move was taken back, and the right that is valid again.
pub(crate) fn undone(ply: &Ply, position: &Position) -> io::Result<()> {
    let restored = position.en_passant().map(|right| start(position, right));
    let move_text = format!("undo {} {}", ply.number_text(), ply.marked);
    line(&move_text, &restored.unwrap_or_default())
}

/// Prints the board.
pub(crate) fn board(position: &Position) -> io::Result<()> {
    let target = position.en_passant().map(EnPassant::target);
    output::print(&board::draw(&position.board(), target))
}

/// Prints the FEN, with the en passant square after every double push.
pub(crate) fn fen(position: &Position) -> io::Result<()> {
    output::print(&format!("{}\n", position.fen(EnPassantMode::Always)))
}

/// How a right ended with a move.
fn end(ply: &Ply, right: EnPassant) -> String {
    if ply.mv.is_en_passant() {
        format!("en passant: the pawn on {} is removed", right.victim())
    } else {
        format!("right on {} expires unused", right.target())
    }
}

/// A right that has just arisen.
fn start(position: &Position, right: EnPassant) -> String {
    let us = position.side_to_move();
    let judged_captures = explain::judged_captures(position);
    if judged_captures.is_empty() {
        let (target, victim) = (right.target(), right.victim());
        return format!(
            "right on {target}, but no {} pawn beside {victim}",
            adjective(us)
        );
    }
    let sentences: Vec<_> = judged_captures
        .iter()
        .map(explain::JudgedCapture::sentence)
        .collect();
    format!(
        "right for {us} on {}: {}",
        right.target(),
        sentences.join("; ")
    )
}

fn line(mv: &str, comment: &str) -> io::Result<()> {
    let line = format!("{mv:<15}  {comment}");
    output::print(&format!("{}\n", line.trim_end()))
}
