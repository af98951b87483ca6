//! The report of `passant explain --watch`: one line for each move of the game.

use std::io;

use passant_report::{GameRecord, Ply, right_events};
use passant_rules::{EnPassant, EnPassantMode, Position};

use super::{board, output};

/// Prints the right before the first move, if there is one.
pub(crate) fn print_start(position: &Position) -> io::Result<()> {
    match right_events::arisen(position) {
        Some(arisen) => print_line("start", &arisen),
        None => Ok(()),
    }
}

/// Prints the last move, how it ended the right before it, and the right that it gives.
pub(crate) fn print_move(game: &GameRecord, before: Option<EnPassant>) -> io::Result<()> {
    let Some(last) = game.plies().last() else {
        return Ok(());
    };
    print_line(
        &format!("{} {}", last.number_text(), last.marked),
        &right_events::after_last_move(game, before).join("; "),
    )
}

/// Prints that a move was taken back, and the right that is valid again.
pub(crate) fn print_undo(ply: &Ply, position: &Position) -> io::Result<()> {
    let restored = right_events::arisen(position).unwrap_or_default();
    print_line(
        &format!("undo {} {}", ply.number_text(), ply.marked),
        &restored,
    )
}

/// Prints the board.
pub(crate) fn print_board(position: &Position) -> io::Result<()> {
    let target = position.en_passant().map(EnPassant::target);
    output::print(&board::draw(&position.board(), target))
}

/// Prints the FEN, with the en passant square after every double push.
pub(crate) fn print_fen(position: &Position) -> io::Result<()> {
    output::print(&format!("{}\n", position.fen(EnPassantMode::Always)))
}

fn print_line(mv: &str, comment: &str) -> io::Result<()> {
    let line = format!("{mv:<15}  {comment}");
    output::print(&format!("{}\n", line.trim_end()))
}
