//! A FEN and the moves played from there.

use passant_rules::{Position, Setup};

use super::super::check;
use crate::source::{Source, Text};
use crate::state::{Line, Ply, passed};
use crate::table::Table;
use crate::{Diagnostic, Diagnostics};

/// The keys `fen`, absent for the initial position, and `moves`, absent for none.
pub(super) fn line(table: &mut Table<'_>) -> Option<Line> {
    let (setup, start) = if table.has("fen") {
        fen(table)?
    } else {
        let start = Position::initial();
        (start.setup(passant_rules::EnPassantMode::Always), start)
    };
    let plies = match table.optional_text("moves") {
        Some(text) => table.check(|source| play(source, &start, &text))?,
        None => Vec::new(),
    };
    Some(Line {
        setup,
        start,
        plies,
    })
}

/// The key `fen`: six fields in the standard form, of a position to which a game can lead.
pub(super) fn fen(table: &mut Table<'_>) -> Option<(Setup, Position)> {
    let text = table.text("fen")?;
    table.check(|source| {
        let setup = check::setup(source, &text)?;
        let position = check::reachable(source, &text, &setup)?;
        Ok::<_, Diagnostics>((setup, position))
    })
}

/// Plays moves in UCI notation, `0000` for a null move.
fn play(source: &Source<'_>, start: &Position, text: &Text<'_>) -> Result<Vec<Ply>, Diagnostic> {
    let mut position = start.clone();
    let mut plies = Vec::new();
    for word in text.words() {
        let refused = |why: String, help: String| {
            let message = format!("{} in {position}: {why}", word.value);
            source.error(word.span.clone(), message).with_hint(help)
        };
        let ply = if word.value == Ply::PASS {
            let help = "the side to move is in check";
            passed(&position).ok_or_else(|| {
                refused("a null move is impossible here".to_owned(), help.to_owned())
            })?;
            Ply::Pass
        } else {
            let help = "write legal moves in UCI notation, like e7e5";
            let mv = position
                .parse_uci(word.value)
                .map_err(|error| refused(error.to_string(), help.to_owned()))?;
            let written = position.uci(mv);
            if word.value != &written[..] {
                return Err(refused(
                    "this move is not in the standard form".to_owned(),
                    format!("write {written}"),
                ));
            }
            Ply::Move(mv)
        };
        position = ply.after(&position);
        plies.push(ply);
    }
    Ok(plies)
}
