//! Shrinking with an engine that is asked through channels, one for each thread.

use super::trial::{Difference, Divide, compare, may_become, wrong_total};
use super::{Candidate, Trial};
use crate::diagnosis::asking::{self, Examinee};
use crate::diagnosis::pool::Pool;
use crate::engine::dialect::notation::{Meant, meant};
use crate::engine::{Channel, Place};

/// An engine that is asked what it lists below a position.
pub struct Asked<'a, F> {
    /// The engine.
    pub pool: &'a Pool<F>,
}

/// What an engine has said of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Its moves, each with the leaf nodes below it.
    Divide(Divide),
    /// The number of leaf nodes and nothing else.
    Total(u64),
}

impl<F: Fn() -> Examinee + Sync> Asked<'_, F> {
    /// What the engine lists below a position; `None` if it gives no answer that can be used.
    #[must_use]
    pub fn said(&self, candidate: &Candidate) -> Option<Said> {
        let (position, _) = candidate.setup.repair().ok()?;
        let place = Place {
            is_chess960: position.is_chess960(),
            ..Place::new(candidate.setup.fen().to_string())
        };
        let said = self.pool.with(|examinee| {
            let channel = examinee.channel.as_mut();
            match channel.count(&place, candidate.depth) {
                Ok(counts) if counts.total == 0 || !counts.moves.is_empty() => {
                    Some(Said::Divide(counts.moves))
                }
                Ok(counts) => Some(Said::Total(counts.total)),
                Err(_) if candidate.depth == 1 => listed(channel, &place, candidate),
                Err(_) => None,
            }
        })?;
        let uci = |(text, nodes): (String, u64)| match meant(&position, &text) {
            Meant::Legal(mv) => (position.uci(mv).to_string(), nodes),
            Meant::Extra(text) => (text, nodes),
        };
        Some(match said {
            Said::Divide(divide) => Said::Divide(divide.into_iter().map(uci).collect()),
            Said::Total(total) => Said::Total(total),
        })
    }
}

/// The moves of an engine that does not count: as a list, or one after another.
fn listed(channel: &mut dyn Channel, place: &Place, candidate: &Candidate) -> Option<Said> {
    let moves = match channel.moves(place) {
        Ok(moves) => moves,
        Err(_) => asking::accepted_among_all(channel, place, &candidate.setup)?,
    };
    Some(Said::Divide(moves.into_iter().map(|mv| (mv, 1)).collect()))
}

impl Said {
    /// The number of leaf nodes.
    #[must_use]
    pub fn total(&self) -> u64 {
        match self {
            Self::Divide(divide) => divide.iter().map(|(_, nodes)| nodes).sum(),
            Self::Total(total) => *total,
        }
    }

    /// In what way this is wrong; `None` if it is right.
    #[must_use]
    pub fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        match self {
            Self::Divide(divide) => compare(candidate, divide),
            Self::Total(total) => wrong_total(candidate, *total),
        }
    }
}

impl<F: Fn() -> Examinee + Sync> Trial for Asked<'_, F> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.said(candidate)?.difference(candidate)
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
