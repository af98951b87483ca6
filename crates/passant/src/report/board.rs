//! A drawing of the board.

use anstyle::{AnsiColor, Style};
use passant_rules::{Board, File, Rank, Square};

/// The star on the target.
const TARGET: Style = AnsiColor::Yellow.on_default().bold();

/// Draws the board from White's side with its coordinates, a dot for an empty square, a star for the target.
pub(crate) fn draw(board: &Board, target: Option<Square>) -> String {
    let mut drawing = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        drawing.push(rank.digit());
        drawing.push(' ');
        for square in File::ALL.map(|file| Square::new(file, rank)) {
            drawing.push(' ');
            drawing += &match board.get(square) {
                Some(man) => man.letter().to_string(),
                None if target == Some(square) => format!("{TARGET}*{TARGET:#}"),
                None => ".".to_owned(),
            };
        }
        drawing.push('\n');
    }
    drawing + "   a b c d e f g h\n"
}
