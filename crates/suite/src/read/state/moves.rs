//! Questions about single moves: how they are written, and what they do.

use passant_rules::{Move, PieceType, Position, Square};

use super::super::fields::Fields;
use super::line::line;
use crate::Problem;
use crate::source::{Source, Text};
use crate::state::{Effect, Notation, Queries, Query, Written};

/// Reads how moves are written.
pub(super) fn notation(fields: &mut Fields<'_>) -> Option<Notation> {
    let line = line(fields)?;
    let position = line.end();
    let written = fields.tables("written", |fields| written(fields, &position));
    let refused = texts(fields, "refused");
    let written = written?;
    if written.is_empty() && refused.is_empty() {
        let problem = fields.problem_with("written", "nothing is asked here");
        return fields.keep(Err(
            problem.with_help("write a move, or a text that means none")
        ));
    }
    Some(Notation {
        line,
        written,
        refused,
    })
}

fn written(fields: &mut Fields<'_>, position: &Position) -> Option<Written> {
    let text = fields.text("move");
    let san = fields.text("san");
    let tolerated = texts(fields, "tolerated");
    let text = text?;
    let mv = fields.check(|source| legal(source, &text, position))?;
    Some(Written {
        mv,
        uci: text.value.to_owned(),
        san: san?.value.to_owned(),
        tolerated,
    })
}

/// A list of texts that may be missing.
fn texts(fields: &mut Fields<'_>, key: &'static str) -> Vec<String> {
    let texts = fields.optional_texts(key);
    texts
        .into_iter()
        .map(|text| text.value.to_owned())
        .collect()
}

/// Reads questions about moves.
pub(super) fn queries(fields: &mut Fields<'_>) -> Option<Queries> {
    let line = line(fields)?;
    let position = line.end();
    let asked = fields.tables("asked", |fields| query(fields, &position))?;
    if asked.is_empty() {
        let problem = fields.problem_with("asked", "nothing is asked here");
        return fields.keep(Err(problem));
    }
    Some(Queries { line, asked })
}

fn query(fields: &mut Fields<'_>, position: &Position) -> Option<Query> {
    let text = fields.text("move");
    let is_legal = fields.flag("legal")?;
    let text = text?;
    let legal = if is_legal {
        let mv = fields.check(|source| legal(source, &text, position));
        let takes = fields.optional_text("takes");
        let takes = takes.map(|text| fields.check(|source| taken(source, &text)));
        let gives_check = fields.flag("check");
        Some(Effect {
            mv: mv?,
            takes: match takes {
                Some(takes) => Some(takes?),
                None => None,
            },
            gives_check: gives_check?,
        })
    } else {
        fields.check(|source| readable(source, &text))?;
        None
    };
    Some(Query {
        uci: text.value.to_owned(),
        legal,
    })
}

/// A legal move in UCI notation, as it is printed.
fn legal(source: &Source<'_>, text: &Text<'_>, position: &Position) -> Result<Move, Problem> {
    let refused = |message: String| source.problem(text.span.clone(), message);
    let mv = position
        .parse_uci(text.value)
        .map_err(|error| refused(format!("{} in {position}: {error}", text.value)))?;
    let written = position.uci(mv);
    if text.value == &written[..] {
        return Ok(mv);
    }
    let problem = refused(format!("{:?} is not as it is printed", text.value));
    Err(problem.with_help(format!("write {written}")))
}

/// A move in UCI notation, legal or not.
fn readable(source: &Source<'_>, text: &Text<'_>) -> Result<(), Problem> {
    let square = |at: usize| text.value.get(at..at + 2).and_then(Square::from_name);
    let is_short = text.value.len() == 4 || text.value.len() == 5;
    if is_short && square(0).is_some() && square(2).is_some() {
        return Ok(());
    }
    let message = format!("{:?} is no move in UCI notation", text.value);
    let problem = source.problem(text.span.clone(), message);
    Err(problem.with_help("write where from and where to, like e5d6"))
}

/// What is taken and where, like `pawn on e5`.
fn taken(source: &Source<'_>, text: &Text<'_>) -> Result<(PieceType, Square), Problem> {
    let words: Vec<_> = text.value.split(' ').collect();
    let found = match words[..] {
        [man, "on", square] => {
            let man = PieceType::ALL
                .into_iter()
                .find(|kind| kind.to_string() == man);
            man.zip(Square::from_name(square))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        let message = format!("{:?} is nothing that a move takes", text.value);
        let problem = source.problem(text.span.clone(), message);
        problem.with_help("write what is taken and where, like \"pawn on e5\"")
    })
}
