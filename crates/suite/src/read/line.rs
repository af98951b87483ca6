//! A FEN and the moves played from there.

use passant_query::{Line, Step};
use passant_rules::{Position, Setup, UciMove};

use super::check;
use crate::source::{Source, Text};
use crate::table::Table;
use crate::{Diagnostic, Diagnostics};

/// The keys `fen`, absent for the initial position, and `moves`, absent for none.
pub(super) fn line(table: &mut Table<'_>) -> Option<Line> {
    let line = if table.has("fen") {
        Line::new(fen(table)?)
    } else {
        Line::at(&Position::initial())
    };
    let start = line.position()?;
    let steps = match table.optional_text("moves") {
        Some(text) => table.check(|source| play(source, start, &text))?,
        None => Vec::new(),
    };
    Some(Line { steps, ..line })
}

/// The key `fen`: six fields in the standard form, of a position to which a game can lead.
pub(super) fn fen(table: &mut Table<'_>) -> Option<Setup> {
    let text = table.text("fen")?;
    table.check(|source| {
        let setup = check::setup(source, &text)?;
        let _ = check::reachable(source, &text, &setup)?;
        Ok::<_, Diagnostics>(setup)
    })
}

/// Plays moves in UCI notation, `0000` for a null move.
fn play(
    source: &Source<'_>,
    mut position: Position,
    text: &Text<'_>,
) -> Result<Vec<Step>, Diagnostic> {
    let mut steps = Vec::new();
    for word in text.words() {
        let mv = if word.value == UciMove::NULL.text() {
            let before = position.clone();
            let _ = position.make_null().ok_or_else(|| {
                let message = format!("0000 in {before}: a null move is impossible here");
                let error = source.error(word.span.clone(), message);
                error.with_hint("the side to move is in check")
            })?;
            UciMove::NULL
        } else {
            let mv = check::legal(source, &word, &position)?;
            let uci = position.uci_move(mv);
            let _ = position.make(mv);
            uci
        };
        steps.push(Step::Move(mv));
    }
    Ok(steps)
}
