//! Asks an engine about one move at a time.

use passant_query::{Channel, EngineError, EngineMove, Line, Query, Question, Step, Subject};
use passant_rules::UciMove;

use crate::check::Doubt;
use crate::diagnosis::predictions::Predictions;
use crate::diagnosis::queries::PositionQuery;
use crate::diagnosis::query_role::QueryRole;
use crate::diagnosis::rules;

/// The number of moves that no fault changes and that must be accepted before a wrong answer counts.
const CONTROL_MOVES: usize = 4;

/// Returns the moves that an engine accepts. It is asked only about moves that a fault changes. The others count as accepted,
/// and some of them are checked if an answer is wrong.
pub(super) fn accepted_moves(
    channel: &mut dyn Subject,
    predictions: &Predictions,
) -> Result<Vec<EngineMove>, Doubt> {
    let line = &predictions.question.line;
    let expected = predictions.expected.as_moves().unwrap_or_default();
    // A move that is legal only after the moves of the line, or only before, shows whether the engine has played them.
    let before = moves_before(line).unwrap_or_default();
    let of_this_position = without(expected, &before)
        .first()
        .cloned()
        .filter(|_| !before.is_empty());
    let mut contested = Vec::new();
    for (_, reply) in predictions.by_fault() {
        if let Some(moves) = reply.as_moves() {
            contested.extend(without(expected, moves));
            contested.extend(without(moves, expected));
        }
    }
    // A move that some fault allows at the end of the line does not show that the engine is still before it: where a victim stays
    // and hides a check, for example.
    let only_before = without(&without(&before, expected), &contested);
    contested.extend(of_this_position.or(only_before.first().cloned()));
    contested.sort_unstable();
    contested.dedup();
    let uncontested = without(expected, &contested);
    let mut moves = uncontested.clone();
    for mv in &contested {
        if is_legal(channel, line, mv)? {
            moves.push(mv.clone());
        }
    }
    moves.sort_unstable();
    if moves != expected {
        if let Some(step) = not_taken(channel, line, &only_before)? {
            return Err(EngineError::illegal(step).into());
        }
        confirm(channel, line, &uncontested)?;
        // A search that ignores `searchmoves` always ends with its best move.
        let is_choice = channel.can().channel == Channel::SearchMoves && 1 < expected.len();
        let illegal = without(&moves, expected);
        if is_choice && moves.len() - illegal.len() < 2 {
            return Err(Doubt::about_single_moves(
                "it accepts no more than one move",
            ));
        }
    }
    Ok(moves)
}

/// The moves of a list that are not in another.
fn without(list: &[EngineMove], other: &[EngineMove]) -> Vec<EngineMove> {
    let moves = list.iter().filter(|mv| !other.contains(mv));
    moves.cloned().collect()
}

/// Returns the moves at the beginning of a line that an engine accepts.
pub(super) fn accept_prefix(
    channel: &mut dyn Subject,
    line: Line,
) -> Result<Vec<EngineMove>, Doubt> {
    let query = PositionQuery {
        root: line.setup.clone(),
        role: QueryRole::MOVES,
        question: Question {
            line,
            query: Query::Moves,
        },
        search: None,
    };
    accepted_moves(channel, &Predictions::new(query))
}

/// Tells whether an engine accepts a move.
fn is_legal(channel: &mut dyn Subject, line: &Line, mv: &EngineMove) -> Result<bool, EngineError> {
    let mv = mv
        .uci()
        .ok_or_else(|| EngineError::unsupported("a move that is not one"))?;
    channel.accepts(line, mv)
}

/// Confirms that the engine judges moves of this position at all: it accepts legal moves, of different pieces if
/// possible.
fn confirm(channel: &mut dyn Subject, line: &Line, legal: &[EngineMove]) -> Result<(), Doubt> {
    let mut pieces = Vec::new();
    let (first, more): (Vec<_>, Vec<_>) = legal.iter().partition(|mv| {
        let from = mv.uci().map(UciMove::from);
        let is_new = !pieces.contains(&from);
        pieces.push(from);
        is_new
    });
    for mv in first.into_iter().chain(more).take(CONTROL_MOVES) {
        if !is_legal(channel, line, mv)? {
            let why = format!("it does not accept {mv} either");
            return Err(Doubt::about_single_moves(why));
        }
    }
    Ok(())
}

/// The first step of a line, if the engine accepts moves that are legal only before it.
fn not_taken(
    channel: &mut dyn Subject,
    line: &Line,
    only_before: &[EngineMove],
) -> Result<Option<Step>, EngineError> {
    for mv in only_before.iter().take(CONTROL_MOVES) {
        if !is_legal(channel, line, mv)? {
            return Ok(None);
        }
    }
    let step = line.steps.first().copied();
    Ok(step.filter(|_| !only_before.is_empty()))
}

/// The legal moves before the first step of a line; `None` if it has no step.
fn moves_before(line: &Line) -> Option<Vec<EngineMove>> {
    line.steps.first()?;
    let before = rules::position_after(&line.take(0))?;
    Some(rules::moves(&before))
}
