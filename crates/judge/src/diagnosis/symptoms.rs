//! What is wrong with an answer, part by part: each missing or illegal move of a list, each square and field of a FEN.
//!
//! An engine that breaks several rules gives answers that no single fault gives. Its lists of moves still lack the moves
//! that each of its faults hides.

use passant_oracle::FaultSet;
use passant_query::Query;
use passant_rules::{EnPassantMode, Setup, Square};

use super::answer::{ObservedAnswer, is_refusal};
use super::observation::Observation;
use super::predictions::Predictions;
use super::rules;

/// The part of a FEN that names the target.
const FIELD: &str = "field";

/// The parts of an answer that are wrong, each with what stands there instead; empty if the answer is correct. No part is
/// there twice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Symptoms(Vec<(String, String)>);

/// How the symptoms of an engine compare with those of an engine with some faults, for one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Agreement {
    /// Parts that both have wrong in the same way.
    pub(super) explained: usize,
    /// Parts that only the engine has wrong, or that both have wrong in different ways.
    pub(super) unexplained: usize,
    /// Parts that the engine has right and the faults would make wrong: they speak against the faults.
    pub(super) contradicted: usize,
}

impl Agreement {
    /// Whether more parts are contradicted, or fewer explained.
    pub(super) fn is_worse_than(self, other: Self) -> bool {
        other.contradicted < self.contradicted || self.explained < other.explained
    }

    /// How much is not explained, from 0 to 1000 times 2: a contradiction counts twice.
    pub(super) fn cost(self) -> u64 {
        let parts = self.explained + self.unexplained + self.contradicted;
        let wrong = self.unexplained + 2 * self.contradicted;
        (1_000 * wrong).checked_div(parts).unwrap_or(0) as u64
    }
}

impl Observation<'_> {
    /// The symptoms of the engine's answer.
    pub(super) fn symptoms(&self) -> Symptoms {
        if !self.is_wrong() {
            return Symptoms::default();
        }
        match &self.answer {
            ObservedAnswer::Text(text) => Symptoms::of(self.predictions, text),
            other => Symptoms::whole(&other.to_string()),
        }
    }

    /// Compares the engine's `symptoms` with those of the answer that some faults predict.
    pub(super) fn agreement(&self, symptoms: &Symptoms, predicted: &str) -> Agreement {
        let is_correct = self.predictions.is_correct(predicted);
        if self.answer.fits(predicted) || is_correct && !self.is_wrong() {
            return Agreement {
                explained: symptoms.0.len(),
                ..Agreement::default()
            };
        }
        let mut predicted = if is_correct {
            Symptoms::default()
        } else {
            Symptoms::of(self.predictions, predicted)
        };
        if self.says_nothing_about_the_field() {
            predicted.0.retain(|(part, _)| part != FIELD);
        }
        symptoms.agreement(&predicted)
    }

    /// Whether the answer speaks against the faults by which `with` differs from `without`.
    pub(super) fn contradicts(&self, with: FaultSet, without: FaultSet) -> bool {
        let symptoms = self.symptoms();
        let [with, without] =
            [with, without].map(|faults| self.agreement(&symptoms, &self.predicted(faults)));
        !self.has_suffix() && with.is_worse_than(without)
    }

    /// Whether a correct FEN does not show how the engine writes a target: it has none, as a convention allows, or it is
    /// the FEN that the engine was given.
    fn says_nothing_about_the_field(&self) -> bool {
        let question = &self.predictions.question;
        question.query == Query::Fen
            && !self.is_wrong()
            && (question.line.steps.is_empty() || !self.answer.fits(&self.predictions.expected))
    }
}

impl Symptoms {
    /// What is wrong with a wrong answer.
    fn of(predictions: &Predictions, answer: &str) -> Self {
        let parts = match predictions.question.query {
            _ if is_refusal(answer) => None,
            Query::Moves => Some(Self::of_moves(&predictions.expected, answer)),
            Query::Fen => Self::of_fen(predictions, answer),
            _ => None,
        };
        parts
            .filter(|parts| !parts.0.is_empty())
            .unwrap_or_else(|| Self::whole(answer))
    }

    /// A wrong answer that has no parts.
    fn whole(answer: &str) -> Self {
        Self(vec![(String::new(), answer.to_owned())])
    }

    fn of_moves(expected: &str, answer: &str) -> Self {
        let only = |one: &str, other: &str, word: &str| -> Vec<_> {
            let is_new = |mv: &&str| !other.split_whitespace().any(|it| it == *mv);
            let moves = one.split_whitespace().filter(is_new);
            moves.map(|mv| (mv.to_owned(), word.to_owned())).collect()
        };
        let missing = only(expected, answer, "missing");
        let extra = only(answer, expected, "illegal");
        let mut parts = [missing, extra].concat();
        // Moves that an engine lists twice.
        parts.dedup();
        Self(parts)
    }

    /// The squares and fields of a FEN that are wrong; `None` if the answer is not a FEN.
    fn of_fen(predictions: &Predictions, answer: &str) -> Option<Self> {
        let (position, _) = rules::play(&predictions.question.line)?;
        let expected = Setup::from_fen(&predictions.expected).ok()?;
        let got = Setup::from_fen(answer).ok()?;
        let mut parts = Vec::new();
        let mut add = |part: &str, word: &str| parts.push((part.to_owned(), word.to_owned()));
        for at in Square::ALL {
            let [one, two] = [&expected, &got].map(|setup| setup.board.get(at));
            if one != two {
                let piece = two.map_or_else(|| "-".to_owned(), |piece| piece.letter().to_string());
                add(&at.to_string(), &piece);
            }
        }
        let may_stand = |mode| position.setup(mode).en_passant == got.en_passant;
        if !EnPassantMode::ALL.into_iter().any(may_stand) {
            let field = got
                .en_passant
                .map_or_else(|| "-".to_owned(), |at| at.to_string());
            add(FIELD, &field);
        }
        let [one, two] =
            [&predictions.expected[..], answer].map(|fen| fen.split(' ').collect::<Vec<_>>());
        for (number, name) in [(1, "side"), (2, "castling"), (4, "clock"), (5, "number")] {
            if one.get(number) != two.get(number) {
                add(name, two.get(number).copied().unwrap_or_default());
            }
        }
        Some(Self(parts))
    }

    fn agreement(&self, predicted: &Self) -> Agreement {
        let mut agreement = Agreement::default();
        for (part, got) in &self.0 {
            if predicted.get(part) == Some(got) {
                agreement.explained += 1;
            } else {
                agreement.unexplained += 1;
            }
        }
        // An answer that is wrong as a whole says nothing about the parts of another.
        let is_whole = self.get("").is_some();
        let is_new = |(part, _): &&(String, String)| self.get(part).is_none() && !is_whole;
        let is_other_whole = !self.0.is_empty() && predicted.get("").is_some();
        if !is_other_whole {
            agreement.contradicted = predicted.0.iter().filter(is_new).count();
        }
        agreement
    }

    fn get(&self, part: &str) -> Option<&String> {
        let found = self.0.iter().find(|(it, _)| it == part);
        found.map(|(_, word)| word)
    }
}
