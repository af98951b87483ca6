//! The explanation of a position as text.

use anstyle::{AnsiColor, Style};
use passant_report::{Entry, Explanation};

use crate::CliError;
use crate::report::labelled_list::{BAD, BOLD, LabelledList};
use crate::report::{self, board::Picture};

/// The style of the label of a legal capture.
const LEGAL: Style = AnsiColor::Green.on_default().bold();

/// Prints the explanation, as text or as a JSON object.
pub(crate) fn print(explanation: &Explanation<'_>, as_json: bool) -> Result<(), CliError> {
    report::print(&if as_json {
        explanation.json()?
    } else {
        text(explanation)
    })?;
    Ok(())
}

/// A line about a move of a game.
pub(crate) fn move_line(mv: &str, comment: &str) -> String {
    format!("{mv:<15}  {comment}").trim_end().to_owned()
}

/// Returns the explanation: the game, the board, then a list of facts.
pub(crate) fn text(explanation: &Explanation<'_>) -> String {
    let position = explanation.position();
    let game = explanation.about_the_game();
    let mut list = LabelledList::default();
    add(&mut list, &game);
    if !game.is_empty() {
        list.text("\n");
    }
    list.text(&Picture::of_position(position).text());
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
