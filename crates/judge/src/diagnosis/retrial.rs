//! The question that an engine has answered wrongly, put again about other positions while one of them shrinks.

use passant_oracle::{FaultSet, answer as oracle_answer};
use passant_query::Query;

use super::answer::Answer;
use super::asking::ask;
use super::pool::Pool;
use super::questions::{Posed, Role, posed};
use super::rules;
use super::survey::Row;
use crate::Connections;
use crate::minimise::trial::{Difference, of_moves};
use crate::minimise::{Candidate, Trial};

/// An engine that is asked questions of one role, and is to stay wrong.
pub(super) struct Retrial<'a, F> {
    pub(super) pool: &'a Pool<F>,
    pub(super) role: Role,
    /// The faults by which the wrong answers are explained; an answer that they do not give does not count.
    pub(super) faults: Option<FaultSet>,
}

/// An answer, judged.
enum Judged {
    Right,
    Wrong(Wrong),
}

/// A wrong answer.
pub(super) struct Wrong {
    pub(super) row: Row,
    pub(super) answer: Answer,
    pub(super) difference: Difference,
}

impl<F: Fn() -> Connections + Sync> Retrial<'_, F> {
    /// The first question of the role about a position that the engine answers wrongly.
    pub(super) fn first_wrong(&self, candidate: &Candidate) -> Option<Wrong> {
        let mut posed = posed(&candidate.setup, []).into_iter();
        posed.find_map(|posed| self.wrong(posed))
    }

    /// Whether the engine answers all of some questions rightly that it answers; `None` if it answers none.
    pub(super) fn is_right(&self, posed: Vec<Posed>) -> Option<bool> {
        let mut answered = posed.into_iter().filter_map(|posed| self.judged(posed));
        let first = answered.next()?;
        let is_wrong = |judged| matches!(judged, Judged::Wrong(_));
        Some(!is_wrong(first) && !answered.any(is_wrong))
    }

    /// Whether the engine is wrong, in the way that is wanted.
    fn wrong(&self, posed: Posed) -> Option<Wrong> {
        match self.judged(posed)? {
            Judged::Right => None,
            Judged::Wrong(wrong) => Some(wrong),
        }
    }

    /// What the answer to a question is worth; `None` if there is no answer, and if nobody knows what is right because
    /// rules and oracle differ. A wrong answer of another kind than is wanted is no answer either.
    fn judged(&self, posed: Posed) -> Option<Judged> {
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
        let answer = self.pool.with(|program| ask(program, &row)).ok()??;
        let is_explained = |faults| answer.fits(&oracle_answer(&row.question, faults));
        let is_right = match &answer {
            Answer::Is(text) => row.is_right(text),
            Answer::Plays(_) | Answer::Reads(_) | Answer::Occurs(_) => answer.fits(&row.right),
        };
        if is_right {
            return Some(Judged::Right);
        }
        if !self.faults.is_none_or(is_explained) {
            return None;
        }
        let difference = match (
            &row.question.query,
            rules::played(&row.question.line),
            &answer,
        ) {
            (Query::Moves, Some((position, _)), Answer::Is(moves)) => of_moves(&position, moves),
            _ => Difference::new(),
        };
        Some(Judged::Wrong(Wrong {
            row,
            answer,
            difference,
        }))
    }
}

impl<F: Fn() -> Connections + Sync> Trial for Retrial<'_, F> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.first_wrong(candidate).map(|wrong| wrong.difference)
    }
}
