//! Questions about single moves: their notation, and what they do.

use passant_rules::{PieceType, Position, Square, UciMove};

use super::super::check;
use super::super::line::line;
use crate::Diagnostic;
use crate::source::{Source, Text};
use crate::state::{AskedMove, Effect, Notation, Queries, Written};
use crate::table::Table;

/// Reads how moves are written.
pub(super) fn notation(table: &mut Table<'_>) -> Option<Notation> {
    let line = line(table)?;
    let position = line.position()?;
    let tables = table.tables("written", |table| read_written(table, &position));
    let refused = texts(table, "refused");
    let written = tables?;
    if written.is_empty() && refused.is_empty() {
        let error = table.error_at("written", "this case has no question");
        return table.refuse(error.with_hint("add a move to `written`, or a text to `refused`"));
    }
    Some(Notation {
        line,
        written,
        refused,
    })
}

fn read_written(table: &mut Table<'_>, position: &Position) -> Option<Written> {
    let text = table.text("move");
    let san = table.text("san");
    let tolerated = texts(table, "tolerated");
    let text = text?;
    Some(Written {
        mv: table.check(|source| legal(source, &text, position))?,
        san: san?.value.to_owned(),
        tolerated,
    })
}

/// A list of texts that may be missing.
fn texts(table: &mut Table<'_>, key: &'static str) -> Vec<String> {
    let texts = table.optional_texts(key);
    texts
        .into_iter()
        .map(|text| text.value.to_owned())
        .collect()
}

/// Reads questions about moves.
pub(super) fn queries(table: &mut Table<'_>) -> Option<Queries> {
    let line = line(table)?;
    let position = line.position()?;
    let asked = table.tables("asked", |table| read_asked(table, &position))?;
    if asked.is_empty() {
        return table.refuse(table.error_at("asked", "this case has no question"));
    }
    Some(Queries { line, asked })
}

/// A move that may be illegal.
fn read_asked(table: &mut Table<'_>, position: &Position) -> Option<AskedMove> {
    let text = table.text("move");
    let is_legal = table.flag("legal")?;
    let text = text?;
    if !is_legal {
        let mv = table.check(|source| check::readable(source, &text))?;
        return Some(AskedMove { mv, legal: None });
    }
    let mv = table.check(|source| legal(source, &text, position));
    let takes = table
        .optional_text("takes")
        .map(|text| table.check(|source| read_captured(source, &text)));
    let gives_check = table.flag("check");
    let effect = Effect {
        takes: match takes {
            Some(captured) => Some(captured?),
            None => None,
        },
        gives_check: gives_check?,
    };
    Some(AskedMove {
        mv: mv?,
        legal: Some(effect),
    })
}

/// A legal move in UCI notation, in the standard form.
fn legal(source: &Source<'_>, text: &Text<'_>, position: &Position) -> Result<UciMove, Diagnostic> {
    check::legal(source, text, position).map(|mv| position.uci_move(mv))
}

/// The captured piece and its square, like `pawn on e5`.
fn read_captured(source: &Source<'_>, text: &Text<'_>) -> Result<(PieceType, Square), Diagnostic> {
    let words: Vec<_> = text.value.split(' ').collect();
    let found = match words[..] {
        [piece, "on", square] => {
            let piece = PieceType::ALL
                .into_iter()
                .find(|kind| kind.to_string() == piece);
            piece.zip(Square::from_name(square))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        let message = format!("{:?} is not a captured piece", text.value);
        let error = source.error(text.span.clone(), message);
        error.with_hint("write the piece and its square, like \"pawn on e5\"")
    })
}
