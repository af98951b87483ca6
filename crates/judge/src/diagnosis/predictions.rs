//! What an engine with each fault answers to a question: the fingerprint of the fault.

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
    /// The faults that change the answer, each with the answer of an engine that has only this fault.
    pub by_fault: Vec<(EngineFault, String)>,
}

impl Predictions {
    /// Asks the oracle once without a fault, and once with each.
    #[must_use]
    pub fn new(query: PositionQuery) -> Self {
        Self::among(query, EngineFault::ALL.iter().copied())
    }

    /// Asks the oracle once without a fault, and once with each of these.
    pub(super) fn among(query: PositionQuery, faults: impl Iterator<Item = EngineFault>) -> Self {
        let PositionQuery {
            root,
            role,
            question,
        } = query;
        let expected = oracle_answer(&question, FaultSet::NONE);
        let answers = faults.map(|fault| (fault, oracle_answer(&question, fault.into())));
        let by_fault = answers.filter(|(_, answer)| *answer != expected).collect();
        Self {
            root,
            role,
            question,
            expected,
            by_fault,
        }
    }

    /// The answer of an engine with a fault.
    #[must_use]
    pub fn answer(&self, fault: EngineFault) -> &str {
        self.by_fault
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
