//! Asks the question that an engine answered wrongly about other positions, while the position shrinks.

use passant_oracle::FaultSet;

use super::ask::ask;
use super::predictions::Predictions;
use super::queries::{PositionQuery, queries_about};
use super::query_role::QueryRole;
use super::reply::Reply;
use super::rules;
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
