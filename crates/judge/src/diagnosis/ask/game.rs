//! Asks an engine that keeps a game about the state of the game.

use passant_oracle::{EngineFault, answer as oracle_answer};
use passant_query::{EngineError, Feature, ParsedMove, Query, Subject, plain_san};
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
        Query::San(mv) => plain_san(&game.san(line, *mv)?),
        Query::Parse(text) => match game.parse(line, text)? {
            None => refusal(text),
            Some(parsed) => return Ok(Some(reading(&position, text, parsed, predictions))),
        },
        Query::Victim(mv) => {
            let victim = game.victim(line, *mv)?;
            victim.map_or_else(|| "-".to_owned(), |at| at.to_string())
        }
        Query::Legal(_) | Query::Capture(_) | Query::EnPassant(_) | Query::Check(_) => {
            yes_or_no(game.is(line, &question.query)?)
        }
        _ => return Ok(None),
    })))
}

/// How an engine reads a text. The move is then played in UCI notation, so that the position after it would say nothing
/// about the text.
fn reading(
    position: &Position,
    text: &str,
    parsed: ParsedMove,
    predictions: &Predictions,
) -> ObservedAnswer {
    let right = position.parse_san(text).ok();
    let mv = parsed.mv.uci().and_then(|mv| position.find(mv).ok());
    match mv {
        Some(mv) if mv.is_en_passant() && parsed.is_en_passant == Some(false) => {
            ObservedAnswer::Text(oracle_answer(
                &predictions.question,
                EngineFault::SanReadAsQuiet.into(),
            ))
        }
        Some(mv) if Some(mv) == right => ObservedAnswer::Reads(parsed.mv),
        _ => ObservedAnswer::Text(format!("it reads {}", parsed.mv)),
    }
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

#[cfg(test)]
mod tests {
    use passant_query::{Answer, EngineError, EngineMove, Line, ParsedMove, Query, Subject};
    use passant_rules::Setup;

    use super::ask;
    use crate::diagnosis::answer::ObservedAnswer;
    use crate::diagnosis::predictions::Predictions;
    use crate::diagnosis::queries::{queries_about, query_after_game};

    /// A library that writes this about every move.
    struct Writer(&'static str);

    impl Subject for Writer {
        fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
            match query {
                Query::San(_) => Ok(Answer::San(self.0.to_owned())),
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    /// python-chess writes `fxe6+` here.
    #[test]
    fn the_suffix_is_not_compared_wherever_it_stands() {
        let setup = Setup::from_fen("2K5/5k2/8/4pP2/8/8/8/8 w - e6 0 1").unwrap();
        let mut queries = queries_about(&setup, []).into_iter();
        let query = queries.find(|it| matches!(it.question.query, Query::San(_)));
        let predictions = Predictions::new(query.unwrap());
        for text in [
            "fxe6+",
            "fxe6 e.p.+",
            "fxe6+ e.p.",
            "fxe6e.p.+",
            "fxe6 (e.p.)+",
        ] {
            let answer = ask(&mut Writer(text), &predictions).unwrap();
            assert_eq!(
                answer,
                Some(ObservedAnswer::Text("fxe6+".to_owned())),
                "{text}"
            );
        }
        let answer = ask(&mut Writer("fxe6ep+"), &predictions).unwrap();
        assert!(!answer.unwrap().is_correct(&predictions));
    }

    /// A library that reads every text as this move.
    struct Reader(&'static str);

    impl Subject for Reader {
        fn ask(&mut self, _: &Line, _: &Query) -> Result<Answer, EngineError> {
            Ok(Answer::Parsed(Some(ParsedMove {
                mv: EngineMove::from_uci(self.0),
                is_en_passant: None,
            })))
        }
    }

    #[test]
    fn a_text_that_is_read_as_the_right_move_is_read_right() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (line, text, right, wrong) in [
            (START, "e4", "e2e4", "e2e3"),
            ("3k4/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "cxd6", "c5d6", "e5d6"),
        ] {
            let query = Query::Parse(text.to_owned());
            let query = query_after_game(line.parse().unwrap(), query).unwrap();
            let predictions = Predictions::new(query);
            for (mv, is_right) in [(right, true), (wrong, false)] {
                let answer = ask(&mut Reader(mv), &predictions).unwrap().unwrap();
                assert_eq!(answer.is_correct(&predictions), is_right, "{mv}");
            }
        }
    }
}
