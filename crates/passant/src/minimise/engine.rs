//! Shrinking with an engine that is asked through channels, one for each thread.

use std::sync::{Mutex, PoisonError};

use super::trial::{Difference, compare, may_become};
use super::{Candidate, Trial};
use crate::engine::dialect::notation::{Meant, meant};
use crate::engine::{Channel, Place};

/// An engine, and the channels to it that are not in use.
pub struct Asked<F> {
    open: F,
    idle: Mutex<Vec<Box<dyn Channel>>>,
}

impl<F: Fn() -> Box<dyn Channel> + Sync> Asked<F> {
    /// `open` opens a channel; as many are opened as there are threads that ask at the same time.
    pub fn new(open: F) -> Self {
        Self {
            open,
            idle: Mutex::default(),
        }
    }

    /// What the engine lists below a position; `None` if it gives no answer that can be used.
    pub fn divide(&self, candidate: &Candidate) -> Option<Vec<(String, u64)>> {
        let (position, _) = candidate.setup.repair().ok()?;
        let place = Place {
            is_chess960: position.is_chess960(),
            ..Place::new(candidate.setup.fen().to_string())
        };
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut channel = idle().pop().unwrap_or_else(|| (self.open)());
        let counts = match channel.count(&place, candidate.depth) {
            Err(_) if candidate.depth == 1 => channel.moves(&place).ok().map(|moves| {
                let moves = moves.into_iter().map(|mv| (mv, 1));
                moves.collect()
            }),
            // A total without moves does not say what is wrong.
            counts => counts
                .ok()
                .filter(|counts| counts.total == 0 || !counts.moves.is_empty())
                .map(|counts| counts.moves),
        };
        idle().push(channel);
        let uci = |(text, nodes): (String, u64)| match meant(&position, &text) {
            Meant::Legal(mv) => (position.uci(mv).to_string(), nodes),
            Meant::Extra(text) => (text, nodes),
        };
        counts.map(|counts| counts.into_iter().map(uci).collect())
    }
}

impl<F: Fn() -> Box<dyn Channel> + Sync> Trial for Asked<F> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        compare(candidate, &self.divide(candidate)?)
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
