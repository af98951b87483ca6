//! The explanation of a position as text.

use anstyle::{AnsiColor, Style};
use passant_report::{Entry, Explanation};
use passant_rules::EnPassant;

use crate::report::board;
use crate::report::labelled_list::{BAD, BOLD, LabelledList};

/// The style of the label of a legal capture.
const LEGAL: Style = AnsiColor::Green.on_default().bold();

/// Returns the explanation: the game, the board, then a list of facts.
pub(crate) fn text(explanation: &Explanation<'_>) -> String {
    let position = explanation.position();
    let target = position.en_passant().map(EnPassant::target);
    let game = explanation.about_the_game();
    let mut list = LabelledList::default();
    add(&mut list, &game);
    if !game.is_empty() {
        list.text("\n");
    }
    list.text(&board::draw(&position.board(), target));
    list.text("\n");
    add(&mut list, &explanation.about_the_position());
    list.finish()
}

fn add(list: &mut LabelledList, entries: &[Entry]) {
    for entry in entries {
        let style = match entry.is_legal {
            None => BOLD,
            Some(true) => LEGAL,
            Some(false) => BAD,
        };
        match &entry.lines[..] {
            [line] => list.entry_in_style(&entry.label, style, line),
            lines => list.lines_in_style(&entry.label, style, lines.iter().cloned()),
        }
    }
}
