//! Questions about the state of a game, to an engine that keeps one.

use passant_oracle::{Ask, EngineFault, Line};
use passant_rules::Position;

use super::{Answer, passes, place};
use crate::diagnosis::rules;
use crate::diagnosis::survey::Row;
use crate::engine::{Read, Trouble, Witness};

/// What an engine answers, in the words of the oracle's engine; `None` if the question is none of a game.
pub(super) fn ask(witness: &mut dyn Witness, row: &Row) -> Result<Option<Answer>, Trouble> {
    let question = &row.question;
    let needs_chess960 = place(&question.line).is_chess960;
    if needs_chess960 && !witness.is_chess960()? {
        return Ok(None);
    }
    if passes(&question.line) && !witness.has_null_moves()? {
        return Ok(None);
    }
    let Some((position, _)) = rules::played(&question.line) else {
        return Ok(None);
    };
    if let Ask::Moves | Ask::Count(_) = question.ask {
        return Ok(None);
    }
    tell(witness, &question.line)?;
    Ok(Some(Answer::Is(match &question.ask {
        Ask::Fen => rules::spelled(&position, witness.fen()?),
        Ask::Key(_) if witness.has_polyglot_keys()? => return Ok(None),
        Ask::Key(other) => {
            let one = witness.key()?;
            tell(witness, other)?;
            yes_or_no(one == witness.key()?)
        }
        Ask::Same(other) => yes_or_no(witness.same(&place(other))?),
        Ask::Occurrences => return Ok(Some(Answer::Occurs(witness.occurrences()?))),
        Ask::San(mv) => {
            let written = witness.san(mv)?;
            written.replace("e.p.", "").trim_end().to_owned()
        }
        Ask::Read(text) => match witness.parse(text)? {
            None => format!("illegal {text}"),
            Some(read) => return Ok(Some(meant(&position, read, row))),
        },
        Ask::Victim(mv) => {
            let victim = witness.victim(mv)?;
            victim.map_or_else(|| "-".to_owned(), |at| at.to_string())
        }
        Ask::Moves | Ask::Count(_) => return Ok(None),
    })))
}

/// Puts the engine where a line leads. Moves are taken back at its end only.
fn tell(witness: &mut dyn Witness, line: &Line) -> Result<(), Trouble> {
    let undone = line.steps.iter().rev().take_while(|step| *step == "undo");
    let undone = undone.count();
    let mut there = place(line);
    there.moves.truncate(line.steps.len() - undone);
    witness.position(&there)?;
    (0..undone).try_for_each(|_| witness.undo())
}

/// What a text was taken for. An engine that plays the move after that is told of it in UCI notation, so that what
/// comes of it says nothing about the text.
fn meant(position: &Position, read: Read, row: &Row) -> Answer {
    let mv = position.parse_uci(&read.mv).ok();
    match mv {
        Some(mv) if mv.is_en_passant() && read.is_en_passant == Some(false) => {
            Answer::Is(row.question.answer(EngineFault::SanReadAsQuiet.into()))
        }
        Some(mv) if mv.is_en_passant() => Answer::Reads(read.mv),
        _ => Answer::Is(format!("it reads {}", read.mv)),
    }
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}
