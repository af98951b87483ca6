//! Shrinking with an engine that is asked through channels, one for each thread.

use passant_rules::Position;

use super::trial::{Difference, Divide, compare, may_become, wrong_total};
use super::{Candidate, Trial};
use crate::diagnosis::asking::{self, Examinee};
use crate::diagnosis::pool::Pool;
use passant_engine::channel::Questions;
use passant_engine::dialect::notation::{Meant, is_move, meant};
use passant_engine::{Channel, Place, Trouble};

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
    /// What the engine lists below a position.
    ///
    /// # Errors
    ///
    /// If it gives no answer, or if its way of being asked cannot show what it lists.
    pub fn said(&self, candidate: &Candidate) -> Result<Said, Trouble> {
        let (position, _) = candidate
            .setup
            .repair()
            .map_err(|_| unsupported("what is no position"))?;
        let place = Place {
            is_chess960: position.is_chess960(),
            ..Place::new(candidate.setup.fen().to_string())
        };
        let said = self.pool.with(|examinee| {
            let channel = examinee.channel.as_mut();
            match channel.rung().questions() {
                Questions::Counts => counted(channel, &place, &position, candidate.depth),
                _ => listed(channel, &place, &position, candidate).map(single),
            }
        })?;
        let uci = |(text, nodes): (String, u64)| match meant(&position, &text) {
            Meant::Legal(mv) => (position.uci(mv).to_string(), nodes),
            Meant::Extra(text) => (text, nodes),
        };
        Ok(match said {
            Said::Divide(divide) => Said::Divide(divide.into_iter().map(uci).collect()),
            Said::Total(total) => Said::Total(total),
        })
    }
}

/// What an engine that counts says. One that prints no more than a total may list its moves all the same.
fn counted(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
    depth: u32,
) -> Result<Said, Trouble> {
    match channel.count(place, depth) {
        Ok(counts) if counts.total == 0 || !counts.moves.is_empty() => {
            Ok(Said::Divide(asking::counted(position, depth, counts.moves)))
        }
        Ok(counts) => Ok(Said::Total(counts.total)),
        Err(Trouble::Unsupported(_)) if depth == 1 => channel.moves(place).map(single),
        Err(trouble) => Err(trouble),
    }
}

/// The moves of an engine that does not count: as a list, one after another, or the only one.
fn listed(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
    candidate: &Candidate,
) -> Result<Vec<String>, Trouble> {
    let rung = channel.rung();
    if 1 < candidate.depth {
        let what = format!("counts; {rung} shows moves, and no more than one half-move deep");
        return Err(Trouble::Unsupported(what));
    }
    match rung.questions() {
        Questions::Counts | Questions::Moves => channel.moves(place),
        Questions::Legality => asking::accepted_among_all(channel, place, &candidate.setup),
        Questions::BestMove => match asking::played(channel, place, position)? {
            // Who has lost all moves says so in many ways.
            Some(played) => Ok(Some(played).filter(|mv| is_move(mv)).into_iter().collect()),
            None => Err(unsupported(
                "which moves it has; bestmove shows one of them, and says something only where one is legal",
            )),
        },
    }
}

fn single(moves: Vec<String>) -> Said {
    Said::Divide(moves.into_iter().map(|mv| (mv, 1)).collect())
}

fn unsupported(what: &str) -> Trouble {
    Trouble::Unsupported(what.to_owned())
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
        self.said(candidate).ok()?.difference(candidate)
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
