//! Questions about the state of a game, to an engine that keeps one.

use passant_oracle::{EngineFault, answer as oracle_answer};
use passant_query::{EngineError, Feature, ParsedMove, Query, Subject};
use passant_rules::Position;

use crate::diagnosis::answer::Answer;
use crate::diagnosis::rules;
use crate::diagnosis::survey::Row;

/// What an engine answers, in the words of the oracle's engine; `None` if the question is none of a game.
pub(super) fn ask(game: &mut dyn Subject, row: &Row) -> Result<Option<Answer>, EngineError> {
    let question = &row.question;
    let line = &question.line;
    if line.is_chess960 && !game.supports(Feature::Chess960)? {
        return Ok(None);
    }
    if line.has_null_move() && !game.supports(Feature::NullMoves)? {
        return Ok(None);
    }
    let Some((position, _)) = rules::played(line) else {
        return Ok(None);
    };
    Ok(Some(Answer::Is(match &question.query {
        Query::Fen => rules::spelled(&position, game.fen(line)?),
        Query::SameKey(_) if game.supports(Feature::PolyglotKeys)? => return Ok(None),
        Query::SameKey(other) => yes_or_no(game.key(line)? == game.key(other)?),
        Query::Same(other) => yes_or_no(game.is_same(line, other)?),
        Query::Occurrences => return Ok(Some(Answer::Occurs(game.occurrences(line)?))),
        Query::San(mv) => {
            let written = game.san(line, *mv)?;
            written.replace("e.p.", "").trim_end().to_owned()
        }
        Query::Parse(text) => match game.parse(line, text)? {
            None => format!("illegal {text}"),
            Some(parsed) => return Ok(Some(meant(&position, parsed, row))),
        },
        Query::Victim(mv) => {
            let victim = game.victim(line, *mv)?;
            victim.map_or_else(|| "-".to_owned(), |at| at.to_string())
        }
        _ => return Ok(None),
    })))
}

/// What a text was taken for. An engine that plays the move after that is told of it in UCI notation, so that what
/// comes of it says nothing about the text.
fn meant(position: &Position, parsed: ParsedMove, row: &Row) -> Answer {
    let mv = parsed.mv.uci().and_then(|mv| position.find(mv).ok());
    match mv {
        Some(mv) if mv.is_en_passant() && parsed.is_en_passant == Some(false) => Answer::Is(
            oracle_answer(&row.question, EngineFault::SanReadAsQuiet.into()),
        ),
        Some(mv) if mv.is_en_passant() => Answer::Reads(parsed.mv),
        _ => Answer::Is(format!("it reads {}", parsed.mv)),
    }
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}
