//! A FEN and the moves played from there.

use passant_rules::{Position, Setup};

use super::super::check;
use super::super::fields::Fields;
use crate::source::{Source, Text};
use crate::state::{Line, Ply, passed};
use crate::{Problem, Problems};

/// The keys `fen`, absent for the initial position, and `moves`, absent for none.
pub(super) fn line(fields: &mut Fields<'_>) -> Option<Line> {
    let (setup, start) = if fields.has("fen") {
        fen(fields)?
    } else {
        let start = Position::initial();
        (start.setup(passant_rules::EnPassantMode::Always), start)
    };
    let plies = match fields.optional_text("moves") {
        Some(text) => fields.check(|source| play(source, &start, &text))?,
        None => Vec::new(),
    };
    Some(Line {
        setup,
        start,
        plies,
    })
}

/// The key `fen`: six fields, as printed, and a game can lead there.
pub(super) fn fen(fields: &mut Fields<'_>) -> Option<(Setup, Position)> {
    let text = fields.text("fen")?;
    fields.check(|source| {
        let setup = check::setup(source, &text)?;
        let position = check::reachable(source, &text, &setup)?;
        Ok::<_, Problems>((setup, position))
    })
}

/// Plays moves in UCI notation, `0000` for a null move.
fn play(source: &Source<'_>, start: &Position, text: &Text<'_>) -> Result<Vec<Ply>, Problem> {
    let mut position = start.clone();
    let mut plies = Vec::new();
    for word in text.words() {
        let refused = |why: String, help: String| {
            let message = format!("{} in {position}: {why}", word.value);
            source.problem(word.span.clone(), message).with_help(help)
        };
        let ply = if word.value == Ply::PASS {
            let help = "a null move stands where the side to move is not in check";
            passed(&position)
                .ok_or_else(|| refused("there is no null move here".to_owned(), help.to_owned()))?;
            Ply::Pass
        } else {
            let help = "write legal moves in UCI notation, like e7e5";
            let mv = position
                .parse_uci(word.value)
                .map_err(|error| refused(error.to_string(), help.to_owned()))?;
            let written = position.uci(mv);
            if word.value != &written[..] {
                return Err(refused(
                    "this is not as it is printed".to_owned(),
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
