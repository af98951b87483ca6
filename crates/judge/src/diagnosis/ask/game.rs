//! Asks an engine that keeps a game about the state of the game.

use passant_oracle::{EngineFault, answer as oracle_answer};
use passant_query::{EngineError, Feature, ParsedMove, Query, Subject};
use passant_rules::Position;

use crate::diagnosis::answer::{ObservedAnswer, refusal};
use crate::diagnosis::predictions::Predictions;
use crate::diagnosis::rules;

/// The answer of an engine, in the words of the oracle; `None` if the question is not about the state of a game.
pub(super) fn ask(
    game: &mut dyn Subject,
    predictions: &Predictions,
) -> Result<Option<ObservedAnswer>, EngineError> {
    let question = &predictions.question;
    let line = &question.line;
    if line.is_chess960 && !game.supports(Feature::Chess960)? {
        return Ok(None);
    }
    if line.has_null_move() && !game.supports(Feature::NullMoves)? {
        return Ok(None);
    }
    let Some((position, _)) = rules::play(line) else {
        return Ok(None);
    };
    Ok(Some(ObservedAnswer::Text(match &question.query {
        Query::Fen => rules::normalized(&position, game.fen(line)?),
        Query::SameKey(_) if game.supports(Feature::PolyglotKeys)? => return Ok(None),
        Query::SameKey(other) => yes_or_no(game.key(line)? == game.key(other)?),
        Query::Same(other) => yes_or_no(game.is_same(line, other)?),
        Query::Occurrences => return Ok(Some(ObservedAnswer::Occurs(game.occurrences(line)?))),
        Query::San(mv) => {
            let written = game.san(line, *mv)?;
            written.replace("e.p.", "").trim_end().to_owned()
        }
        Query::Parse(text) => match game.parse(line, text)? {
            None => refusal(text),
            Some(parsed) => return Ok(Some(reading(&position, parsed, predictions))),
        },
        Query::Victim(mv) => {
            let victim = game.victim(line, *mv)?;
            victim.map_or_else(|| "-".to_owned(), |at| at.to_string())
        }
        _ => return Ok(None),
    })))
}

/// How an engine reads a text. The move is then played in UCI notation, so that the position after it would say nothing
/// about the text.
fn reading(position: &Position, parsed: ParsedMove, predictions: &Predictions) -> ObservedAnswer {
    let mv = parsed.mv.uci().and_then(|mv| position.find(mv).ok());
    match mv {
        Some(mv) if mv.is_en_passant() && parsed.is_en_passant == Some(false) => {
            ObservedAnswer::Text(oracle_answer(
                &predictions.question,
                EngineFault::SanReadAsQuiet.into(),
            ))
        }
        Some(mv) if mv.is_en_passant() => ObservedAnswer::Reads(parsed.mv),
        _ => ObservedAnswer::Text(format!("it reads {}", parsed.mv)),
    }
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}
