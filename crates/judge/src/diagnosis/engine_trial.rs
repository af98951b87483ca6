//! Asks an engine for its counts while a position shrinks, through one connection for each thread.

use super::ask::moves_of;
use super::rules;
use crate::EnginePool;
use crate::check::Doubt;
use crate::check::listing::divide_of;
use crate::minimize::trial::{Difference, EngineDivide, compare, may_become, wrong_total};
use crate::minimize::{Candidate, Trial};
use passant_query::{Asks, EngineError, EngineMove, Line, Subject};

/// Asks an engine for the moves of a position and the leaf nodes below them.
pub struct EngineTrial<'a> {
    /// The engine.
    pub pool: &'a EnginePool<'a>,
}

/// The counts of an engine for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineCounts {
    /// The moves of the engine, each with the leaf nodes below it.
    Divide(EngineDivide),
    /// Only the number of leaf nodes.
    Total(u64),
}

impl EngineTrial<'_> {
    /// The counts of the engine for a position.
    ///
    /// # Errors
    ///
    /// If the engine does not answer, or if its channel shows neither moves nor counts.
    pub fn counts(&self, candidate: &Candidate) -> Result<EngineCounts, Doubt> {
        let Candidate { setup, depth } = candidate;
        self.pool.with(|program| {
            let channel = program.counts.as_mut();
            let kind = channel.can().channel;
            if kind.asks() == Asks::Counts {
                return Ok(count(channel, &Line::new(setup.clone()), *depth)?);
            }
            if 1 < *depth {
                let what = format!("counts; {kind} shows only the moves of a position");
                return Err(EngineError::Unsupported(what).into());
            }
            moves_of(channel, setup)?.map(single).ok_or_else(|| {
                let what = "its moves; bestmove shows one move, which says something only if a single move is legal";
                EngineError::unsupported(what).into()
            })
        })
    }
}

/// The counts of an engine that can count. An engine that prints totals only may still list its moves.
fn count(channel: &mut dyn Subject, line: &Line, depth: u32) -> Result<EngineCounts, EngineError> {
    let Some(position) = rules::start(line) else {
        return Err(EngineError::unsupported("something that is not a position"));
    };
    match channel.count(line, depth) {
        Ok(counts) if counts.total == 0 || !counts.moves.is_empty() => {
            Ok(EngineCounts::Divide(divide_of(&position, depth, &counts)))
        }
        Ok(counts) => Ok(EngineCounts::Total(counts.total)),
        Err(EngineError::Unsupported(_)) if depth == 1 => channel.moves(line).map(single),
        Err(error) => Err(error),
    }
}

fn single(moves: Vec<EngineMove>) -> EngineCounts {
    EngineCounts::Divide(moves.into_iter().map(|mv| (mv, 1)).collect())
}

impl EngineCounts {
    /// The number of leaf nodes.
    #[must_use]
    pub fn total(&self) -> u64 {
        match self {
            Self::Divide(divide) => divide.iter().map(|(_, nodes)| nodes).sum(),
            Self::Total(total) => *total,
        }
    }

    /// Says how these counts are wrong; `None` if they are correct.
    #[must_use]
    pub fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        match self {
            Self::Divide(divide) => compare(candidate, divide),
            Self::Total(total) => wrong_total(candidate, *total),
        }
    }
}

impl Trial for EngineTrial<'_> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.counts(candidate).ok()?.difference(candidate)
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
