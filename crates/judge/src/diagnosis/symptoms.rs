//! The wrong parts of an answer: each missing or illegal move of a list, each square and field of a FEN.
//!
//! An engine that breaks several rules gives answers that no single fault gives. Its lists of moves still lack the moves
//! that each of its faults hides.

use std::mem::discriminant;

use passant_oracle::FaultSet;
use passant_query::{Answer, EngineMove, Query};
use passant_rules::{CastlingRights, Color, EnPassantMode, Piece, Setup, Square};

use super::observation::Observation;
use super::predictions::Predictions;
use super::reply::Reply;
use super::rules;

/// A part of a reply that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Symptom {
    /// A legal move is not listed.
    Missing(EngineMove),
    /// An illegal move is listed.
    Extra(EngineMove),
    /// A square of a FEN, with what stands there.
    Square(Square, Option<Piece>),
    /// The target that a FEN names.
    Target(Option<Square>),
    /// The side to move of a FEN.
    Side(Color),
    /// The castling rights of a FEN.
    Castling(CastlingRights),
    /// The halfmove clock of a FEN.
    Clock(u16),
    /// The move number of a FEN.
    Number(u16),
    /// A reply that has no parts.
    Whole(Reply),
}

/// The parts of a reply that are wrong; empty if the reply is correct. No part is there twice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Symptoms(Vec<Symptom>);

/// The agreement of the symptoms of an engine with those of an engine with some faults, for one question.
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
    /// Tells whether more parts are contradicted, or fewer explained.
    pub(super) fn is_worse_than(self, other: Self) -> bool {
        other.contradicted < self.contradicted || self.explained < other.explained
    }

    /// Says how much is not explained, from 0 to 1000 times 2: a contradiction counts twice.
    pub(super) fn cost(self) -> u64 {
        let parts = self.explained + self.unexplained + self.contradicted;
        let wrong = self.unexplained + 2 * self.contradicted;
        (1_000 * wrong).checked_div(parts).unwrap_or(0) as u64
    }
}

impl Symptom {
    /// Tells whether another symptom is about the same part.
    fn is_about_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Missing(one) | Self::Extra(one), Self::Missing(two) | Self::Extra(two)) => {
                one == two
            }
            (Self::Square(one, _), Self::Square(two, _)) => one == two,
            _ => discriminant(self) == discriminant(other),
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }
}

impl Observation<'_> {
    /// The symptoms of the engine's reply.
    pub(super) fn symptoms(&self) -> Symptoms {
        if self.is_wrong() {
            Symptoms::of(self.predictions, &self.reply)
        } else {
            Symptoms::default()
        }
    }

    /// Compares the engine's `symptoms` with those of the reply that some faults predict.
    pub(super) fn agreement(&self, symptoms: &Symptoms, predicted: &Reply) -> Agreement {
        let is_correct = self.predictions.is_correct(predicted);
        if self.reply.fits(predicted) || is_correct && !self.is_wrong() {
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
        if self.says_nothing_about_the_target() {
            predicted.0.retain(|it| !matches!(it, Symptom::Target(_)));
        }
        symptoms.agreement(&predicted)
    }

    /// Tells whether the reply speaks against the faults by which `with` differs from `without`.
    pub(super) fn contradicts(&self, with: FaultSet, without: FaultSet) -> bool {
        let symptoms = self.symptoms();
        let [with, without] =
            [with, without].map(|faults| self.agreement(&symptoms, &self.predict_reply(faults)));
        !self.has_suffix() && with.is_worse_than(without)
    }

    /// Tells whether a correct FEN does not show how the engine writes a target: it has none, as a convention allows, or it is
    /// the FEN that the engine was given.
    fn says_nothing_about_the_target(&self) -> bool {
        let question = &self.predictions.question;
        question.query == Query::Fen
            && !self.is_wrong()
            && (question.line.steps.is_empty() || !self.reply.fits(&self.predictions.expected))
    }
}

impl Symptoms {
    /// Returns what is wrong with a wrong reply.
    fn of(predictions: &Predictions, reply: &Reply) -> Self {
        let parts = match (&predictions.expected, reply) {
            (Reply::Answer(Answer::Moves(expected)), Reply::Answer(Answer::Moves(listed))) => {
                Some(Self::of_moves(expected, listed))
            }
            (_, Reply::Answer(Answer::Fen(fen))) => Self::of_fen(predictions, fen),
            _ => None,
        };
        parts
            .filter(|parts| !parts.0.is_empty())
            .unwrap_or_else(|| Self(vec![Symptom::Whole(reply.clone())]))
    }

    fn of_moves(expected: &[EngineMove], listed: &[EngineMove]) -> Self {
        let missing = expected.iter().filter(|mv| !listed.contains(mv));
        let extra = listed.iter().filter(|mv| !expected.contains(mv));
        let missing = missing.cloned().map(Symptom::Missing);
        let mut parts: Vec<_> = missing.chain(extra.cloned().map(Symptom::Extra)).collect();
        // Moves that an engine lists twice.
        parts.dedup();
        Self(parts)
    }

    /// The squares and fields of a FEN that are wrong; `None` if the text is not a FEN.
    fn of_fen(predictions: &Predictions, fen: &str) -> Option<Self> {
        let position = rules::position_after(&predictions.question.line)?;
        let expected = position.setup(EnPassantMode::Legal);
        let got = Setup::from_fen(fen).ok()?;
        let differs = |at: &Square| expected.board.get(*at) != got.board.get(*at);
        let squares = Square::ALL.into_iter().filter(differs);
        let mut parts: Vec<_> = squares
            .map(|at| Symptom::Square(at, got.board.get(at)))
            .collect();
        let may_stand = |mode| position.setup(mode).en_passant == got.en_passant;
        if !EnPassantMode::ALL.into_iter().any(may_stand) {
            parts.push(Symptom::Target(got.en_passant));
        }
        let fields = [
            (expected.side_to_move != got.side_to_move).then_some(Symptom::Side(got.side_to_move)),
            (expected.castling != got.castling).then_some(Symptom::Castling(got.castling)),
            (expected.halfmove_clock != got.halfmove_clock)
                .then_some(Symptom::Clock(got.halfmove_clock)),
            (expected.fullmove_number != got.fullmove_number)
                .then_some(Symptom::Number(got.fullmove_number)),
        ];
        parts.extend(fields.into_iter().flatten());
        Some(Self(parts))
    }

    fn agreement(&self, predicted: &Self) -> Agreement {
        let explained = self.0.iter().filter(|it| predicted.0.contains(it)).count();
        let is_whole = self.0.iter().any(Symptom::is_whole);
        let is_other_whole = !self.0.is_empty() && predicted.0.iter().any(Symptom::is_whole);
        // A reply that is wrong as a whole says nothing about the parts of another.
        let contradicted = if is_whole || is_other_whole {
            0
        } else {
            let is_new = |it: &&Symptom| !self.0.iter().any(|own| own.is_about_same(it));
            predicted.0.iter().filter(is_new).count()
        };
        Agreement {
            explained,
            unexplained: self.0.len() - explained,
            contradicted,
        }
    }
}
