//! The question that an engine has answered wrongly, put again about other positions while one of them shrinks.

use passant_oracle::{Ask, FaultSet};

use super::asking::{Answer, Examinee, ask};
use super::pool::Pool;
use super::questions::{Posed, Role, posed};
use super::rules;
use super::survey::Row;
use crate::minimise::trial::{Difference, of_moves};
use crate::minimise::{Candidate, Trial};

/// An engine that is asked questions of one role, and is to stay wrong.
pub(super) struct Retrial<'a, F> {
    pub(super) pool: &'a Pool<F>,
    pub(super) role: Role,
    /// The faults by which the wrong answers are explained; an answer that they do not give does not count.
    pub(super) faults: Option<FaultSet>,
}

/// A wrong answer.
pub(super) struct Wrong {
    pub(super) row: Row,
    pub(super) answer: Answer,
    pub(super) difference: Difference,
}

impl<F: Fn() -> Examinee + Sync> Retrial<'_, F> {
    /// The first question of the role about a position that the engine answers wrongly.
    pub(super) fn first_wrong(&self, candidate: &Candidate) -> Option<Wrong> {
        let mut posed = posed(&candidate.setup, []).into_iter();
        posed.find_map(|posed| self.wrong(posed))
    }

    /// Whether the engine is wrong, in the way that is wanted; `None` too if rules and oracle differ about what is right.
    pub(super) fn wrong(&self, posed: Posed) -> Option<Wrong> {
        if posed.role != self.role {
            return None;
        }
        let row = match self.faults {
            Some(faults) => Row::among(posed, faults.iter()),
            None => Row::new(posed),
        };
        if rules::answer(&row.question)? != row.right {
            return None;
        }
        let answer = self.pool.with(|examinee| ask(examinee, &row)).ok()??;
        let is_explained = |faults| answer.fits(&row.question.answer(faults));
        let is_right = match &answer {
            Answer::Is(text) => row.is_right(text),
            Answer::Plays(_) | Answer::Reads(_) | Answer::Occurs(_) => answer.fits(&row.right),
        };
        if is_right || !self.faults.is_none_or(is_explained) {
            return None;
        }
        let difference = match (
            &row.question.ask,
            rules::played(&row.question.line),
            &answer,
        ) {
            (Ask::Moves, Some((position, _)), Answer::Is(moves)) => of_moves(&position, moves),
            _ => Difference::new(),
        };
        Some(Wrong {
            row,
            answer,
            difference,
        })
    }
}

impl<F: Fn() -> Examinee + Sync> Trial for Retrial<'_, F> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.first_wrong(candidate).map(|wrong| wrong.difference)
    }
}
