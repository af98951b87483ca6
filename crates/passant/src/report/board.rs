//! Draws the board.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use passant_rules::{Bitboard, Board, File, Rank, Square};

/// The style of the star on the target.
const TARGET: Style = AnsiColor::Yellow.on_default().bold();

/// The style of the brackets around a marked square.
const MARK: Style = AnsiColor::Red.on_default().bold();

/// Draws the board with coordinates, from White's side. An empty square is a dot, the target a star.
pub(crate) fn draw(board: &Board, target: Option<Square>) -> String {
    let mut drawing = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let cells = File::ALL.map(|file| cell(board, Square::new(file, rank), target));
        // Writing to a string cannot fail.
        let _ = writeln!(drawing, "{rank}  {}", cells.join(" "));
    }
    drawing + "   a b c d e f g h\n"
}

fn cell(board: &Board, square: Square, target: Option<Square>) -> String {
    match board.get(square) {
        Some(piece) => piece.letter().to_string(),
        None if target == Some(square) => format!("{TARGET}*{TARGET:#}"),
        None => ".".to_owned(),
    }
}

/// Draws the board with brackets around the marked squares.
pub(crate) fn draw_marked(board: &Board, target: Option<Square>, marked: Bitboard) -> String {
    let mut drawing = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let cells = File::ALL.map(|file| {
            let square = Square::new(file, rank);
            let cell = cell(board, square, target);
            if marked.contains(square) {
                format!("{MARK}[{MARK:#}{cell}{MARK}]{MARK:#}")
            } else {
                format!(" {cell} ")
            }
        });
        let line = format!("{rank} {}", cells.concat());
        let _ = writeln!(drawing, "{}", line.trim_end());
    }
    drawing + "   a  b  c  d  e  f  g  h\n"
}
