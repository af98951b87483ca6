//! The same question through another channel: an engine that is wrong when it counts may be right when it searches.

use passant_query::{Asks, Line, Query, Subject};
use passant_rules::Setup;

use super::answer::Answer;
use super::asking::{accepted_among_all, moves};
use super::neighbours::Neighbour;
use super::pool::Pool;
use super::retrial::Wrong;
use super::rules;
use crate::Connections;

/// Asks for the moves of a wrong answer through the other channel, if there is one. `None` if the question is not about
/// the moves of a FEN, or if the channel says neither what is right nor what the first one said.
pub(super) fn by_other_channel<F: Fn() -> Connections + Sync>(
    pool: &Pool<F>,
    wrong: &Wrong,
) -> Option<Neighbour> {
    let question = &wrong.row.question;
    let Answer::Is(came) = &wrong.answer else {
        return None;
    };
    if question.query != Query::Moves || !question.line.steps.is_empty() {
        return None;
    }
    let root = &question.line.setup;
    let (first, second, listed) = pool.with(|program| {
        let first = program.counts.can().channel;
        let other = program.cross_check.as_deref_mut()?;
        // What cannot list the moves of the position without the right cannot be believed about it.
        let without = Setup {
            en_passant: None,
            ..root.clone()
        };
        let is_believed = listed(other, &without)? == right(&without)?;
        is_believed.then_some(())?;
        Some((first, other.can().channel, listed(other, root)?))
    })?;
    let is_right = listed == wrong.row.right;
    let says = if is_right {
        "It has two ways to find moves, or to make them, and only the first of them is wrong."
    } else {
        "It does not matter how it is asked: both have one generator."
    };
    (is_right || listed == *came).then(|| Neighbour {
        change: format!("asked by {second} instead of {first}"),
        question: question.to_string(),
        is_right,
        says: Some(says.to_owned()),
    })
}

/// The legal moves by the rules.
fn right(setup: &Setup) -> Option<String> {
    let (position, _) = setup.repair().ok()?;
    Some(rules::moves(&position).join(" "))
}

/// The legal moves by a channel, sorted.
fn listed(channel: &mut dyn Subject, setup: &Setup) -> Option<String> {
    let line = Line::new(setup.clone());
    if channel.can().channel.asks() == Asks::Legality {
        let moves = accepted_among_all(channel, &line, setup).ok()?;
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        return Some(moves.join(" "));
    }
    let (position, _) = setup.repair().ok()?;
    moves(channel, &line, &position).ok()?
}
