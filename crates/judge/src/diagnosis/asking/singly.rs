//! Engines that judge one move at a time.

use std::collections::BTreeSet;

use passant_query::Query;
use passant_rules::Setup;

use crate::diagnosis::questions::{self, Posed};
use crate::diagnosis::survey::Row;
use passant_query::{Channel, EngineError, EngineMove, Line, Subject};

/// Moves with no part in any fault that must be accepted before an engine is believed that it is wrong.
const WITNESSES: usize = 4;

/// The legal moves of an engine. It is asked only about those on which an engine with a fault and one without differ;
/// the others are taken for right, until it says something wrong.
pub(super) fn accepted(
    channel: &mut dyn Subject,
    line: &Line,
    row: &Row,
) -> Result<String, EngineError> {
    let right: BTreeSet<_> = row.right.split_whitespace().collect();
    let mut moves = right.clone();
    let contested: BTreeSet<_> = row
        .wrong
        .iter()
        .flat_map(|(_, answer)| {
            let answer: BTreeSet<_> = answer.split_whitespace().collect();
            right
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
    if moves != right {
        let witnesses: Vec<_> = right.difference(&contested).copied().collect();
        confirm(channel, line, &witnesses)?;
        // A search that is not restricted ends with its best move, whichever it was to judge.
        let is_choice = channel.can().channel == Channel::SearchMoves && 1 < right.len();
        if is_choice && moves.intersection(&right).count() < 2 {
            return Err(doubt("it accepts no more than one move"));
        }
    }
    let moves: Vec<_> = moves.into_iter().collect();
    Ok(moves.join(" "))
}

/// The moves that an engine accepts one at a time, among those about which an engine with any fault would differ.
pub(crate) fn accepted_among_all(
    channel: &mut dyn Subject,
    line: &Line,
    setup: &Setup,
) -> Result<Vec<EngineMove>, EngineError> {
    let mut posed = questions::posed(setup, []).into_iter();
    let is_about_moves = |posed: &Posed| posed.question.query == Query::Moves;
    let Some(posed) = posed.find(is_about_moves) else {
        return Err(EngineError::Unsupported("what is no position".to_owned()));
    };
    let moves = accepted(channel, line, &Row::new(posed))?;
    Ok(moves.split_whitespace().map(EngineMove::from_uci).collect())
}

/// Whether an engine accepts a move; what is no move it cannot be asked.
fn is_legal(channel: &mut dyn Subject, line: &Line, mv: &str) -> Result<bool, EngineError> {
    let mv = mv
        .parse()
        .map_err(|_| EngineError::unsupported("a move that is not one"))?;
    channel.is_legal(line, mv)
}

/// Whether the engine judges moves of this position at all: it accepts legal ones, of different men as far as possible.
fn confirm(channel: &mut dyn Subject, line: &Line, legal: &[&str]) -> Result<(), EngineError> {
    let mut men = BTreeSet::new();
    let (first, more): (Vec<&str>, Vec<&str>) =
        legal.iter().partition(|mv| men.insert(mv.get(..2)));
    for mv in first.into_iter().chain(more).take(WITNESSES) {
        if !is_legal(channel, line, mv)? {
            return Err(doubt(&format!("it does not accept {mv} either")));
        }
    }
    Ok(())
}

/// What comes instead of an answer that would accuse an engine that may not be able to give any.
fn doubt(why: &str) -> EngineError {
    EngineError::Garbled(format!(
        "whether it judges single moves is not certain: {why}"
    ))
}
