//! What an engine with each fault answers to a question: the fingerprint of the fault.

use std::sync::OnceLock;

use passant_oracle::{EngineFault, FaultSet, answer as oracle_answer};
use passant_query::{Query, Question};
use passant_rules::Setup;

use super::queries::{self, PositionQuery, QueryRole};
use super::rules;
use crate::parallel;

/// A question with the expected answer and the wrong answers of engines with a fault.
#[derive(Clone, Debug)]
pub struct Predictions {
    /// The position of the case.
    pub root: Setup,
    /// How the question relates to that position.
    pub role: QueryRole,
    /// The question.
    pub question: Question,
    /// The correct answer.
    pub expected: String,
    /// The faults that are compared.
    faults: FaultSet,
    /// The faults that change the answer, each with the answer of an engine that has only this fault. A sound engine never
    /// needs them, and they take a hundred times as long as the correct answer.
    by_fault: OnceLock<Vec<(EngineFault, String)>>,
}

impl Predictions {
    /// Asks the oracle without a fault. It is asked with each fault when [`Predictions::by_fault`] is called first.
    #[must_use]
    pub fn new(query: PositionQuery) -> Self {
        Self::among(query, EngineFault::ALL.iter().copied().collect())
    }

    /// The same with these faults only.
    pub(super) fn among(query: PositionQuery, faults: FaultSet) -> Self {
        let PositionQuery {
            root,
            role,
            question,
        } = query;
        let expected = oracle_answer(&question, FaultSet::NONE);
        Self {
            root,
            role,
            question,
            expected,
            faults,
            by_fault: OnceLock::new(),
        }
    }

    /// The faults that change the answer, each with the answer of an engine that has only this fault.
    pub fn by_fault(&self) -> &[(EngineFault, String)] {
        self.by_fault.get_or_init(|| {
            let faults = self.faults.iter();
            let answers = faults.map(|fault| (fault, oracle_answer(&self.question, fault.into())));
            answers
                .filter(|(_, answer)| *answer != self.expected)
                .collect()
        })
    }

    /// The answer of an engine with a fault.
    #[must_use]
    pub fn answer(&self, fault: EngineFault) -> &str {
        self.by_fault()
            .iter()
            .find(|(of, _)| *of == fault)
            .map_or(&self.expected, |(_, answer)| answer)
    }

    /// Whether an answer is correct. A FEN may follow any of the three conventions for its en passant field.
    #[must_use]
    pub fn is_correct(&self, answer: &str) -> bool {
        let is_correct_fen = || {
            let played = rules::play(&self.question.line);
            played.is_some_and(|(position, _)| rules::is_correct_fen(&position, answer))
        };
        self.expected == answer || self.question.query == Query::Fen && is_correct_fen()
    }

    /// How many nodes an engine visits to answer.
    #[must_use]
    pub fn cost(&self) -> u64 {
        queries::cost(&self.question, &self.expected)
    }
}

/// Asks the oracle all questions, on all cores.
#[must_use]
pub fn predict(queries: Vec<PositionQuery>) -> Vec<Predictions> {
    parallel::map(queries, Predictions::new)
}

/// Asks the oracle with each fault, on all cores, so that nobody waits for the answers one by one.
pub(super) fn predict_faults<'a>(predictions: impl Iterator<Item = &'a Predictions>) {
    parallel::map(predictions.collect(), |it| {
        it.by_fault();
    });
}
