//! Asks the question that an engine answered wrongly about other positions, while the position shrinks.

use passant_oracle::FaultSet;
use passant_rules::Setup;

use super::ask::{ask, moves_of};
use super::predictions::Predictions;
use super::queries::{PositionQuery, queries_about};
use super::query_role::QueryRole;
use super::reply::Reply;
use super::rules;
use super::variants::{Change, Variant};
use crate::EnginePool;
use crate::minimize::trial::{Difference, of_moves};
use crate::minimize::{Candidate, Trial};

/// Asks an engine questions of one role, to which the answer has to stay wrong.
pub(super) struct QueryTrial<'a> {
    pub(super) pool: &'a EnginePool<'a>,
    pub(super) role: QueryRole,
    /// The faults that explain the wrong answers. Other wrong answers do not count.
    pub(super) faults: Option<FaultSet>,
}

/// A wrong answer to a question.
pub(super) struct QueryFailure {
    pub(super) predictions: Predictions,
    pub(super) reply: Reply,
    pub(super) difference: Difference,
}

impl QueryTrial<'_> {
    /// The first question of the role about a position that the engine answers wrongly.
    pub(super) fn first_wrong(&self, candidate: &Candidate) -> Option<QueryFailure> {
        let mut queries = queries_about(&candidate.setup, []).into_iter();
        queries.find_map(|query| self.judge_answer(query)?.err())
    }

    /// Tells whether all answers to some questions are correct; `None` if the engine answers none of them.
    pub(super) fn is_correct(&self, queries: Vec<PositionQuery>) -> Option<bool> {
        let mut answered = queries
            .into_iter()
            .filter_map(|query| self.judge_answer(query));
        let first = answered.next()?;
        Some(first.is_ok() && answered.all(|it| it.is_ok()))
    }

    /// Tells whether the answer to a question is correct. `None` if there is no answer, if rules and oracle disagree about the
    /// correct one, or if the answer is wrong for another reason than the faults.
    fn judge_answer(&self, query: PositionQuery) -> Option<Result<(), QueryFailure>> {
        let query = Some(query).filter(|it| it.role == self.role)?;
        let predictions = match self.faults {
            Some(faults) => Predictions::among(query, faults),
            None => Predictions::new(query),
        };
        if rules::reply(&predictions.question)? != predictions.expected {
            return None;
        }
        let reply = self
            .pool
            .with(|program| ask(program, &predictions))
            .ok()??;
        if predictions.is_correct(&reply) {
            return Some(Ok(()));
        }
        let is_explained = |faults| reply.fits(&predictions.reply_with(faults));
        self.faults.is_none_or(is_explained).then_some(())?;
        let position = rules::position_after(&predictions.question.line);
        let difference = match (position, reply.as_moves()) {
            (Some(position), Some(moves)) => of_moves(&position, moves),
            _ => Difference::new(),
        };
        Some(Err(QueryFailure {
            predictions,
            reply,
            difference,
        }))
    }
}

impl Trial for QueryTrial<'_> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.first_wrong(candidate).map(|wrong| wrong.difference)
    }
}

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
