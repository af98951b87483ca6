//! Asks an engine in turn, without threads and without a clock: one that answers at once, as a recorded one does.

use passant_query::{Channel, Subject};

use super::questions::Conventions;
use super::worker::Worker;
use super::{CaseResult, Item, Plan};
use crate::Connections;

/// Asks about positions, to all their depths.
#[must_use]
pub fn check_in_turn(engine: Box<dyn Subject>, items: &[Item]) -> Vec<CaseResult> {
    let mut worker = Worker::untimed(Connections::through(engine));
    let results = items.iter().map(|item| worker.count(item, |_| None));
    results.collect()
}

/// Asks the questions of a plan that are no counts: about the state of a game, and which move is played. This is apart,
/// because a program that asks for counts alone does without the code.
#[must_use]
pub fn check_games_in_turn(
    engine: Box<dyn Subject>,
    channel: Channel,
    plan: &Plan,
) -> Vec<CaseResult> {
    let mut worker = Worker::untimed(Connections::through(engine));
    let mut results = Vec::new();
    for case in plan.questions(channel) {
        results.push(worker.state(case, Conventions::default()));
    }
    for case in plan.plays(channel) {
        results.push(worker.play(case, |_| None));
    }
    results
}
