//! Asks an engine for its counts while a position shrinks, through one connection for each thread.

use passant_rules::Position;

use super::ask;
use super::engine_pool::EnginePool;
use crate::Connections;
use crate::check::Doubt;
use crate::minimize::trial::{Difference, EngineDivide, compare, may_become, wrong_total};
use crate::minimize::{Candidate, Trial};
use passant_query::{Asks, EngineError, EngineMove, Line, Subject};

/// Asks an engine for the moves of a position and the leaf nodes below them.
pub struct EngineTrial<'a, F> {
    /// The engine.
    pub pool: &'a EnginePool<F>,
}

/// The counts of an engine for a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineCounts {
    /// The moves of the engine, each with the leaf nodes below it.
    Divide(EngineDivide),
    /// Only the number of leaf nodes.
    Total(u64),
}

impl<F: Fn() -> Connections + Sync> EngineTrial<'_, F> {
    /// The counts of the engine for a position.
    ///
    /// # Errors
    ///
    /// If the engine does not answer, or if its channel shows neither moves nor counts.
    pub fn counts(&self, candidate: &Candidate) -> Result<EngineCounts, Doubt> {
        let (position, _) = candidate
            .setup
            .repair()
            .map_err(|_| EngineError::unsupported("something that is not a position"))?;
        let line = Line::new(candidate.setup.clone());
        self.pool.with(|program| {
            let channel = program.counts.as_mut();
            match channel.can().channel.asks() {
                Asks::Counts => Ok(counted(channel, &line, &position, candidate.depth)?),
                _ => listed(channel, &line, &position, candidate).map(single),
            }
        })
    }
}

/// The counts of an engine that can count. An engine that prints totals only may still list its moves.
fn counted(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
) -> Result<EngineCounts, EngineError> {
    match channel.count(line, depth) {
        Ok(counts) if counts.total == 0 || !counts.moves.is_empty() => Ok(EngineCounts::Divide(
            ask::counted(position, depth, counts.moves),
        )),
        Ok(counts) => Ok(EngineCounts::Total(counts.total)),
        Err(EngineError::Unsupported(_)) if depth == 1 => channel.moves(line).map(single),
        Err(error) => Err(error),
    }
}

/// The moves of an engine that does not count: as a list, one at a time, or the only one.
fn listed(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    candidate: &Candidate,
) -> Result<Vec<EngineMove>, Doubt> {
    let kind = channel.can().channel;
    if 1 < candidate.depth {
        let what = format!("counts; {kind} shows only the moves of a position");
        return Err(EngineError::Unsupported(what).into());
    }
    match kind.asks() {
        Asks::Counts | Asks::Moves => Ok(channel.moves(line)?),
        Asks::Legality => ask::accepted_among_all(channel, line, &candidate.setup),
        Asks::BestMove => {
            let Some(played) = ask::only_move(channel, line, position)? else {
                let what = "its moves; bestmove shows one move, which says something only if a single move is legal";
                return Err(EngineError::unsupported(what).into());
            };
            // There are several ways to say that there is no move.
            let played = Some(played).filter(EngineMove::is_move);
            Ok(played.into_iter().collect())
        }
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

    /// How these counts are wrong; `None` if they are correct.
    #[must_use]
    pub fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        match self {
            Self::Divide(divide) => compare(candidate, divide),
            Self::Total(total) => wrong_total(candidate, *total),
        }
    }
}

impl<F: Fn() -> Connections + Sync> Trial for EngineTrial<'_, F> {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        self.counts(candidate).ok()?.difference(candidate)
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}
