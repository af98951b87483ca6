//! What every fault answers to a list of questions: the fingerprints.

use passant_oracle::{Ask, EngineFault, FaultSet, Question};
use passant_rules::Setup;
use rayon::prelude::*;

use super::questions::{self, Posed, Role};
use super::rules;

/// A question with its answers.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position of the case.
    pub root: Setup,
    /// What the question is to that position.
    pub role: Role,
    /// What is asked.
    pub question: Question,
    /// What is right.
    pub right: String,
    /// What engines with one fault answer, where that is wrong.
    pub wrong: Vec<(EngineFault, String)>,
}

impl Row {
    /// Asks the oracle's engine: once without a fault, and once with each.
    #[must_use]
    pub fn new(posed: Posed) -> Self {
        Self::among(posed, EngineFault::ALL.iter().copied())
    }

    /// The same for some faults only.
    pub(super) fn among(posed: Posed, faults: impl Iterator<Item = EngineFault>) -> Self {
        let Posed {
            root,
            role,
            question,
        } = posed;
        let right = question.answer(FaultSet::NONE);
        let answers = faults.map(|fault| (fault, question.answer(fault.into())));
        let wrong = answers.filter(|(_, answer)| *answer != right).collect();
        Self {
            root,
            role,
            question,
            right,
            wrong,
        }
    }

    /// What an engine with a fault answers.
    #[must_use]
    pub fn answer(&self, fault: EngineFault) -> &str {
        self.wrong
            .iter()
            .find(|(of, _)| *of == fault)
            .map_or(&self.right, |(_, answer)| answer)
    }

    /// Whether an answer is right; a FEN under any of the three conventions.
    #[must_use]
    pub fn is_right(&self, answer: &str) -> bool {
        let is_right_fen = || {
            let played = rules::played(&self.question.line);
            played.is_some_and(|(position, _)| rules::is_right_fen(&position, answer))
        };
        self.right == answer || self.question.ask == Ask::Fen && is_right_fen()
    }

    /// How many nodes an engine visits to answer.
    #[must_use]
    pub fn cost(&self) -> u64 {
        questions::cost(&self.question, &self.right)
    }
}

/// Asks all questions, on all cores.
#[must_use]
pub fn survey(questions: Vec<Posed>) -> Vec<Row> {
    questions.into_par_iter().map(Row::new).collect()
}
