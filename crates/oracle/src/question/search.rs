//! The answers of a search of the oracle.

use passant_query::{Answer, EngineError, EngineMove, Line, Query, Searched, SearchedLine};
use passant_rules::Move;

use crate::{Engine, FoundLine, SearchOutcome, SearchTable};

/// Searches, if the query asks for a search. `play` gives the engine after another line.
pub(super) fn answer(
    engine: &Engine,
    play: impl Fn(&Line) -> Result<Engine, EngineError>,
    query: &Query,
) -> Result<Option<Answer>, EngineError> {
    Ok(match query {
        Query::Search(request) => {
            let mut table = SearchTable::default();
            if let Some(before) = &request.after {
                let _ = play(before)?.search(request.limit.deeper(), 1, &mut table);
            }
            let outcome = engine.search(request.limit, request.lines, &mut table);
            Some(Answer::Searched(search_answer(engine, &outcome)))
        }
        Query::BestMove(depth) => Some(Answer::Played(engine_move(
            engine,
            engine.best_move(*depth),
        ))),
        _ => None,
    })
}

/// Returns the answer that a search prints.
fn search_answer(engine: &Engine, outcome: &SearchOutcome) -> Searched {
    let moves = |line: &FoundLine| {
        let texts = engine.uci_line(&line.moves).into_iter();
        texts.map(|text| EngineMove::from_uci(&text)).collect()
    };
    let lines = outcome.lines.iter().map(|line| SearchedLine {
        depth: Some(line.depth),
        score: Some(line.score),
        moves: moves(line),
    });
    Searched {
        lines: lines.collect(),
        best: engine_move(engine, outcome.best),
        ponder: None,
    }
}

/// A move as engines print it, or what they print in place of a move.
fn engine_move(engine: &Engine, mv: Option<Move>) -> EngineMove {
    match mv {
        Some(mv) => EngineMove::from_uci(&engine.uci(mv)),
        None => EngineMove::Unreadable("(none)".to_owned()),
    }
}
