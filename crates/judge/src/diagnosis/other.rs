//! The same question through another channel: an engine that is wrong when it counts may be right when it searches.

use passant_oracle::{Ask, Line};
use passant_rules::Setup;

use super::asking::{Answer, Examinee, accepted_among_all, moves, place};
use super::neighbours::Neighbour;
use super::pool::Pool;
use super::retrial::Wrong;
use super::rules;
use passant_engine::Channel;
use passant_engine::channel::Questions;

/// Asks for the moves of a wrong answer through the other channel, if there is one. `None` if the question is not about
/// the moves of a FEN, or if the channel says neither what is right nor what the first one said.
pub(super) fn by_other_channel<F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    wrong: &Wrong,
) -> Option<Neighbour> {
    let question = &wrong.row.question;
    let Answer::Is(came) = &wrong.answer else {
        return None;
    };
    if question.ask != Ask::Moves || !question.line.steps.is_empty() {
        return None;
    }
    let root = &question.line.setup;
    let (first, second, listed) = pool.with(|examinee| {
        let first = examinee.channel.rung();
        let other = examinee.other.as_deref_mut()?;
        // What cannot list the moves of the position without the right cannot be believed about it.
        let without = Setup {
            en_passant: None,
            ..root.clone()
        };
        let is_believed = listed(other, &without)? == right(&without)?;
        is_believed.then_some(())?;
        Some((first, other.rung(), listed(other, root)?))
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
fn listed(channel: &mut dyn Channel, setup: &Setup) -> Option<String> {
    let place = place(&Line {
        setup: setup.clone(),
        steps: Vec::new(),
    });
    if channel.rung().questions() == Questions::Legality {
        let moves = accepted_among_all(channel, &place, setup).ok()?;
        return Some(moves.join(" "));
    }
    let (position, _) = setup.repair().ok()?;
    moves(channel, &place, &position).ok()?
}
