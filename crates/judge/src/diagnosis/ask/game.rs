//! Asks an engine that keeps a game about the state of the game.

use passant_query::{Answer, EngineError, Feature, Query, Subject, plain_san};

use crate::diagnosis::predictions::Predictions;
use crate::diagnosis::reply::Reply;
use crate::diagnosis::rules;

/// Asks an engine; `None` if the question is not about the state of a game.
pub(super) fn ask(
    game: &mut dyn Subject,
    predictions: &Predictions,
) -> Result<Option<Reply>, EngineError> {
    let question = &predictions.question;
    let line = &question.line;
    if line.is_chess960 && !game.supports(Feature::Chess960)? {
        return Ok(None);
    }
    if line.has_null_move() && !game.supports(Feature::NullMoves)? {
        return Ok(None);
    }
    let Some(position) = rules::position_after(line) else {
        return Ok(None);
    };
    let answer = match &question.query {
        Query::Fen => Answer::Fen(rules::normalize(&position, game.fen(line)?)),
        Query::SameKey(other) => Answer::Is(game.key(line)? == game.key(other)?),
        Query::Same(other) => Answer::Is(game.is_same(line, other)?),
        Query::Occurrences => Answer::Occurrences(game.occurrences(line)?),
        Query::Parse(text) => Answer::Parsed(game.parse(line, text)?),
        Query::Legal(mv) => Answer::Is(game.is_legal(line, *mv)?),
        Query::About(asked, mv) => match game.about(line, *asked, *mv)? {
            Answer::San(san) => Answer::San(plain_san(&san)),
            other => other,
        },
        _ => return Ok(None),
    };
    Ok(Some(answer.into()))
}

#[cfg(test)]
mod tests {
    use passant_query::{
        Answer, EngineError, EngineMove, Line, MoveQuery, ParsedMove, Query, Subject,
    };
    use passant_rules::Setup;

    use super::ask;
    use crate::diagnosis::predictions::Predictions;
    use crate::diagnosis::queries::{queries_about, query_after_game};

    /// A library that writes this about every move.
    struct Writer(&'static str);

    impl Subject for Writer {
        fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
            match query {
                Query::About(MoveQuery::San, _) => Ok(Answer::San(self.0.to_owned())),
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    /// python-chess writes `fxe6+` here.
    #[test]
    fn the_suffix_is_not_compared_wherever_it_stands() {
        let setup = Setup::from_fen("2K5/5k2/8/4pP2/8/8/8/8 w - e6 0 1").unwrap();
        let mut queries = queries_about(&setup, []).into_iter();
        let query = queries.find(|it| matches!(it.question.query, Query::About(MoveQuery::San, _)));
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
                Some(Answer::San("fxe6+".to_owned()).into()),
                "{text}"
            );
        }
        let answer = ask(&mut Writer("fxe6ep+"), &predictions).unwrap();
        assert!(!predictions.is_correct(&answer.unwrap()));
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
                assert_eq!(predictions.is_correct(&answer), is_right, "{mv}");
            }
        }
    }
}
