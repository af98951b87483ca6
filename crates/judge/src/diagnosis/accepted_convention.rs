//! Conventions in which engines may differ: when a right changes the key, and the suffix `e.p.`.
//!
//! Neither is wrong, and both would hide a fault when answers are compared. Answers that follow an accepted convention
//! throughout are therefore taken for correct, and the convention is reported.

use std::collections::BTreeSet;

use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Answer, Line, Query, Question};
use passant_rules::{EnPassantMode, Setup};

use super::observation::{Observation, has_suffix};
use super::predictions::reply_of_oracle;
use super::reply::Reply;
use super::rules;

/// An accepted convention that an engine follows, with the faults that would give the same answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedConvention {
    /// The faults.
    pub faults: FaultSet,
    /// True if it shows only in positions that no game reaches, and in FENs that contradict themselves.
    pub is_beyond_games: bool,
}

/// Finds the conventions that an engine follows, and replaces the answers that follow them by the expected ones.
pub(super) fn set_apart(observations: &mut [Observation<'_>]) -> Vec<AcceptedConvention> {
    let mut conventions = Vec::new();
    conventions.extend(of_keys(observations));
    conventions.extend(of_suffix(observations));
    conventions
}

/// Keys that follow the pseudo-legal convention, or change with every right. An engine that does not take a move before the question
/// says nothing about keys.
fn of_keys(observations: &mut [Observation<'_>]) -> Option<AcceptedConvention> {
    let is_taken = |it: &&Observation<'_>| !matches!(it.reply, Reply::NotTaken(_));
    let follows = |mode: EnPassantMode| {
        let mut keys = observations
            .iter()
            .filter(is_taken)
            .filter_map(|it| Some((&it.reply, keys_under(&it.predictions.question, mode)?)));
        keys.all(|(reply, answers)| {
            let mut answers = answers.into_iter();
            answers.any(|is_same| *reply == Answer::Is(is_same).into())
        })
    };
    let modes = [
        EnPassantMode::Legal,
        EnPassantMode::PseudoLegal,
        EnPassantMode::Always,
    ];
    let mode = modes.into_iter().find(|&mode| follows(mode))?;
    if mode == EnPassantMode::Legal {
        return None;
    }
    for it in observations.iter_mut() {
        if is_taken(&&*it) && keys_under(&it.predictions.question, mode).is_some() {
            it.reply = it.predictions.expected.clone();
        }
    }
    Some(convention_of(match mode {
        EnPassantMode::Always => EngineFault::KeyWithoutCapturer,
        _ => EngineFault::KeyWithIllegalCapture,
    }))
}

/// The conventions among some faults, and the other faults. The faults of an engine can hide that all its other answers
/// follow a convention.
pub(super) fn among(faults: FaultSet) -> (Vec<AcceptedConvention>, FaultSet) {
    let is_convention = |fault: &EngineFault| fault.is_convention();
    let conventions = faults.iter().filter(is_convention).map(convention_of);
    let others = faults.iter().filter(|fault| !is_convention(fault));
    (conventions.collect(), faults.intersection(others.collect()))
}

fn convention_of(fault: EngineFault) -> AcceptedConvention {
    AcceptedConvention {
        faults: fault.into(),
        is_beyond_games: false,
    }
}

/// Tells whether two keys are equal under a convention; `None` for any other question. One answer for each convention by
/// which the engine may write the FEN that it reads back: a right that the FEN omits is then missing in the key.
fn keys_under(question: &Question, mode: EnPassantMode) -> Option<[bool; 3]> {
    let Query::SameKey(other) = &question.query else {
        return None;
    };
    let seen = |line: &Line, fen| -> Option<Setup> {
        let position = rules::position_after(&line.reread_as(fen)?)?;
        Some(Setup {
            halfmove_clock: 0,
            fullmove_number: 1,
            ..position.setup(mode)
        })
    };
    let mut answers = [true; 3];
    for (is_same, fen) in answers.iter_mut().zip(EnPassantMode::ALL) {
        *is_same = seen(&question.line, fen)? == seen(other, fen)?;
    }
    Some(answers)
}

/// Tells whether engines that follow different conventions answer a question differently.
pub(super) fn depends_on_convention(question: &Question) -> bool {
    let under = |mode| keys_under(question, mode);
    let answers = EnPassantMode::ALL.into_iter().filter_map(under).flatten();
    let answers: BTreeSet<bool> = answers.collect();
    has_suffix(&question.query) == Some(true) || 1 < answers.len()
}

/// The suffix `e.p.` is always refused, and the same captures without it are always read.
fn of_suffix(observations: &mut [Observation<'_>]) -> Option<AcceptedConvention> {
    let has_suffix = |it: &Observation<'_>| has_suffix(&it.predictions.question.query);
    let faults = FaultSet::from(EngineFault::SuffixRefused);
    let is_plain_and_wrong = |it: &Observation<'_>| has_suffix(it) == Some(false) && it.is_wrong();
    if observations.iter().any(is_plain_and_wrong) {
        return None;
    }
    let mut with_suffix: Vec<_> = observations
        .iter_mut()
        .filter(|it| has_suffix(it) == Some(true))
        .collect();
    let is_refused = |it: &&mut Observation<'_>| {
        let refused = reply_of_oracle(&it.predictions.question, None, faults);
        refused != it.predictions.expected && it.reply.fits(&refused)
    };
    if with_suffix.is_empty() || !with_suffix.iter().all(is_refused) {
        return None;
    }
    for it in &mut with_suffix {
        it.reply = it.predictions.expected.clone();
    }
    Some(convention_of(EngineFault::SuffixRefused))
}
