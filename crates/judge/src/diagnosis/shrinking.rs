//! Shrinking with an engine that is asked through channels, one for each thread.

use passant_rules::Position;

use super::asking;
use super::pool::Pool;
use crate::Connections;
use crate::minimise::trial::{Difference, Divide, compare, may_become, wrong_total};
use crate::minimise::{Candidate, Trial};
use passant_query::{Asks, EngineError, EngineMove, Line, Subject};

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

impl<F: Fn() -> Connections + Sync> Asked<'_, F> {
    /// What the engine lists below a position.
    ///
    /// # Errors
    ///
    /// If it gives no answer, or if its way of being asked cannot show what it lists.
    pub fn said(&self, candidate: &Candidate) -> Result<Said, EngineError> {
        let (position, _) = candidate
            .setup
            .repair()
            .map_err(|_| unsupported("what is no position"))?;
        let line = Line {
            is_chess960: position.is_chess960(),
            ..Line::new(candidate.setup.clone())
        };
        self.pool.with(|program| {
            let channel = program.counts.as_mut();
            match channel.can().channel.asks() {
                Asks::Counts => counted(channel, &line, &position, candidate.depth),
                _ => listed(channel, &line, &position, candidate).map(single),
            }
        })
    }
}

/// What an engine that counts says. One that prints no more than a total may list its moves all the same.
fn counted(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
) -> Result<Said, EngineError> {
    match channel.count(line, depth) {
        Ok(counts) if counts.total == 0 || !counts.moves.is_empty() => {
            Ok(Said::Divide(asking::counted(position, depth, counts.moves)))
        }
        Ok(counts) => Ok(Said::Total(counts.total)),
        Err(EngineError::Unsupported(_)) if depth == 1 => channel.moves(line).map(single),
        Err(trouble) => Err(trouble),
    }
}

/// The moves of an engine that does not count: as a list, one after another, or the only one.
fn listed(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    candidate: &Candidate,
) -> Result<Vec<EngineMove>, EngineError> {
    let rung = channel.can().channel;
    if 1 < candidate.depth {
        let what = format!("counts; {rung} shows moves, and no more than one half-move deep");
        return Err(EngineError::Unsupported(what));
    }
    match rung.asks() {
        Asks::Counts | Asks::Moves => channel.moves(line),
        Asks::Legality => asking::accepted_among_all(channel, line, &candidate.setup),
        Asks::BestMove => match asking::played(channel, line, position)? {
            // Who has lost all moves says so in many ways.
            Some(played) => Ok(Some(played)
                .filter(EngineMove::is_move)
                .into_iter()
                .collect()),
            None => Err(unsupported(
                "which moves it has; bestmove shows one of them, and says something only where one is legal",
            )),
        },
    }
}

fn single(moves: Vec<EngineMove>) -> Said {
    Said::Divide(moves.into_iter().map(|mv| (mv, 1)).collect())
}

fn unsupported(what: &str) -> EngineError {
    EngineError::Unsupported(what.to_owned())
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

impl<F: Fn() -> Connections + Sync> Trial for Asked<'_, F> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.said(candidate).ok()?.difference(candidate)
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
