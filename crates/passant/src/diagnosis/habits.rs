//! What an engine may do as it likes: conventions for keys, the suffix `e.p.`, positions that no game reaches.
//!
//! None of it is wrong, and all of it would hide a fault from a comparison of answers. What agrees with a convention
//! throughout is therefore taken for right, and said.

use passant_oracle::{Ask, EngineFault, FaultSet};
use passant_rules::{EnPassantMode, Setup};

use super::asking::Answer;
use super::naming::Observation;
use super::rules;

/// A convention that is not the one of the rules here, by the faults of engines that follow it and should not.
pub(super) struct Habit {
    pub(super) faults: FaultSet,
    pub(super) says: &'static str,
}

/// The conventions that an engine follows. Their answers are replaced by what is right.
pub(super) fn set_apart(observations: &mut [Observation<'_>]) -> Vec<Habit> {
    let mut habits = Vec::new();
    habits.extend(of_keys(observations));
    habits.extend(of_suffix(observations));
    habits
}

/// Keys that follow the pseudo-legal convention, or change with every right.
fn of_keys(observations: &mut [Observation<'_>]) -> Option<Habit> {
    let follows = |mode: EnPassantMode| {
        let mut keys = observations
            .iter()
            .filter(|it| key_under(it, mode).is_some());
        keys.all(|it| key_under(it, mode).is_some_and(|text| it.answer.fits(text)))
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
        if key_under(it, mode).is_some() {
            it.answer = Answer::Is(it.row.right.clone());
        }
    }
    Some(match mode {
        EnPassantMode::Always => Habit {
            faults: EngineFault::KeyWithoutCapturer.into(),
            says: "Its key changes with every double push. That is a convention and not wrong, as long as \
                   repetition does not go by it.",
        },
        _ => Habit {
            faults: EngineFault::KeyWithIllegalCapture.into(),
            says: "Its key changes where a capturer stands beside the victim, whether it may capture or not, as in \
                   Polyglot books. That is a convention and not wrong, as long as repetition does not go by it.",
        },
    })
}

/// What is said under a convention of two positions and their keys; `None` if it is something else that was asked.
fn key_under(it: &Observation<'_>, mode: EnPassantMode) -> Option<&'static str> {
    let Ask::Key(other) = &it.row.question.ask else {
        return None;
    };
    let seen = |line| -> Option<Setup> {
        let (position, _) = rules::played(line)?;
        Some(Setup {
            halfmove_clock: 0,
            fullmove_number: 1,
            ..position.setup(mode)
        })
    };
    let is_same = seen(&it.row.question.line)? == seen(other)?;
    Some(if is_same { "yes" } else { "no" })
}

/// A suffix that is never understood, of captures that are.
fn of_suffix(observations: &mut [Observation<'_>]) -> Option<Habit> {
    let is_suffixed = |it: &&mut Observation<'_>| matches!(&it.row.question.ask, Ask::Read(text) if text.contains("e.p."));
    let faults = FaultSet::from(EngineFault::SuffixRefused);
    let reads_without = |it: &Observation<'_>| {
        let is_plain = matches!(&it.row.question.ask, Ask::Read(text) if !text.contains("e.p."));
        !is_plain || !it.is_wrong()
    };
    if !observations.iter().all(reads_without) {
        return None;
    }
    let mut suffixed: Vec<_> = observations.iter_mut().filter(is_suffixed).collect();
    let is_refused = |it: &&mut Observation<'_>| {
        let refused = it.row.question.answer(faults);
        refused != it.row.right && it.answer.fits(&refused)
    };
    if suffixed.is_empty() || !suffixed.iter().all(is_refused) {
        return None;
    }
    for it in &mut suffixed {
        it.answer = Answer::Is(it.row.right.clone());
    }
    Some(Habit {
        faults,
        says: "It does not read e.p. behind a move in SAN. Nobody has to.",
    })
}
