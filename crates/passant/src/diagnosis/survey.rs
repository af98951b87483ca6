//! What every fault answers to a list of questions: the fingerprints.

use passant_oracle::{Fault, FaultSet, Question};
use rayon::prelude::*;

use super::questions;

/// A question with its answers.
#[derive(Clone, Debug)]
pub struct Row {
    /// What is asked.
    pub question: Question,
    /// What is right.
    pub right: String,
    /// What engines with one fault answer, where that is wrong.
    pub wrong: Vec<(Fault, String)>,
}

impl Row {
    /// Asks the oracle's engine: once without a fault, and once with each.
    #[must_use]
    pub fn new(question: Question) -> Self {
        let right = question.answer(FaultSet::NONE);
        let answers = Fault::ALL
            .iter()
            .map(|&fault| (fault, question.answer(fault.into())));
        let wrong = answers.filter(|(_, answer)| *answer != right).collect();
        Self {
            question,
            right,
            wrong,
        }
    }

    /// What an engine with a fault answers.
    #[must_use]
    pub fn answer(&self, fault: Fault) -> &str {
        self.wrong
            .iter()
            .find(|(of, _)| *of == fault)
            .map_or(&self.right, |(_, answer)| answer)
    }

    /// How many nodes an engine visits to answer.
    #[must_use]
    pub fn cost(&self) -> u64 {
        questions::cost(&self.question, &self.right)
    }
}

/// Asks all questions, on all cores.
#[must_use]
pub fn survey(questions: Vec<Question>) -> Vec<Row> {
    questions.into_par_iter().map(Row::new).collect()
}
