//! Asks the same question through another channel: an engine whose perft is wrong may have a correct search.

use passant_rules::Setup;

use super::ask::moves_of;
use super::query_trial::QueryFailure;
use super::rules;
use super::variants::{Change, Variant};
use crate::EnginePool;

/// Asks for the moves of a wrong answer through the other channel, if there is one. `None` if the question is not about
/// the moves of a FEN, or if the other channel gives neither the correct answer nor the answer of the first.
pub(super) fn cross_check(pool: &EnginePool<'_>, wrong: &QueryFailure) -> Option<Variant> {
    let question = &wrong.predictions.question;
    let got = wrong.reply.as_moves()?;
    if !question.line.steps.is_empty() {
        return None;
    }
    let root = &question.line.setup;
    let (first, second, listed) = pool.with(|program| {
        let first = program.counts.can().channel;
        let other = program.cross_check.as_deref_mut()?;
        // A channel that cannot list the moves of the position without the right is not reliable.
        let without = Setup {
            en_passant: None,
            ..root.clone()
        };
        let mut listed = |setup| moves_of(other, setup).ok().flatten();
        let (position, _) = without.repair().ok()?;
        let is_reliable = listed(&without)? == rules::moves(&position);
        let listed = is_reliable.then(|| listed(root))??;
        Some((first, other.can().channel, listed))
    })?;
    let is_correct = Some(&listed[..]) == wrong.predictions.expected.as_moves();
    (is_correct || listed == got).then(|| Variant {
        change: Change::Channel(first, second),
        question: question.clone(),
        is_correct,
    })
}
