//! Asks an engine about one move at a time.

use std::collections::BTreeSet;

use passant_query::Query;
use passant_rules::Setup;

use crate::diagnosis::predictions::Predictions;
use crate::diagnosis::queries::{PositionQuery, queries_about};
use passant_query::{Channel, EngineError, EngineMove, Line, Subject};

/// How many moves that no fault changes must be accepted before a wrong answer counts.
const CONTROL_MOVES: usize = 4;

/// The moves that an engine accepts. It is asked only about moves that a fault changes. The others count as accepted,
/// and some of them are checked if an answer is wrong.
pub(super) fn accepted(
    channel: &mut dyn Subject,
    line: &Line,
    predictions: &Predictions,
) -> Result<String, EngineError> {
    let expected: BTreeSet<_> = predictions.expected.split_whitespace().collect();
    let mut moves = expected.clone();
    let contested: BTreeSet<_> = predictions
        .by_fault
        .iter()
        .flat_map(|(_, answer)| {
            let answer: BTreeSet<_> = answer.split_whitespace().collect();
            expected
                .symmetric_difference(&answer)
                .copied()
                .collect::<Vec<_>>()
        })
        .collect();
    for &mv in &contested {
        if is_legal(channel, line, mv)? {
            moves.insert(mv);
        } else {
            moves.remove(mv);
        }
    }
    if moves != expected {
        let control_moves: Vec<_> = expected.difference(&contested).copied().collect();
        confirm(channel, line, &control_moves)?;
        // A search that ignores `searchmoves` always ends with its best move.
        let is_choice = channel.can().channel == Channel::SearchMoves && 1 < expected.len();
        if is_choice && moves.intersection(&expected).count() < 2 {
            return Err(unreliable_answer("it accepts no more than one move"));
        }
    }
    let moves: Vec<_> = moves.into_iter().collect();
    Ok(moves.join(" "))
}

/// The moves of a position that an engine accepts.
pub(crate) fn accepted_among_all(
    channel: &mut dyn Subject,
    line: &Line,
    setup: &Setup,
) -> Result<Vec<EngineMove>, EngineError> {
    let mut queries = queries_about(setup, []).into_iter();
    let is_about_moves = |query: &PositionQuery| query.question.query == Query::Moves;
    let Some(query) = queries.find(is_about_moves) else {
        return Err(EngineError::Unsupported(
            "something that is not a position".to_owned(),
        ));
    };
    let moves = accepted(channel, line, &Predictions::new(query))?;
    Ok(moves.split_whitespace().map(EngineMove::from_uci).collect())
}

/// Whether an engine accepts a move.
fn is_legal(channel: &mut dyn Subject, line: &Line, mv: &str) -> Result<bool, EngineError> {
    let mv = mv
        .parse()
        .map_err(|_| EngineError::unsupported("a move that is not one"))?;
    channel.is_legal(line, mv)
}

/// Confirms that the engine judges moves of this position at all: it accepts legal moves, of different pieces if
/// possible.
fn confirm(channel: &mut dyn Subject, line: &Line, legal: &[&str]) -> Result<(), EngineError> {
    let mut pieces = BTreeSet::new();
    let (first, more): (Vec<&str>, Vec<&str>) =
        legal.iter().partition(|mv| pieces.insert(mv.get(..2)));
    for mv in first.into_iter().chain(more).take(CONTROL_MOVES) {
        if !is_legal(channel, line, mv)? {
            return Err(unreliable_answer(&format!(
                "it does not accept {mv} either"
            )));
        }
    }
    Ok(())
}

/// The error in place of an answer from an engine that may not be able to judge single moves.
fn unreliable_answer(why: &str) -> EngineError {
    EngineError::Garbled(format!("it may not be able to judge single moves: {why}"))
}
