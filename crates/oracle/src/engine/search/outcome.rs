//! The outcome of a search.

use passant_query::SearchScore;
use passant_rules::Move;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchOutcome {
    /// The best lines at each depth that was completed, as many as were asked for.
    pub lines: Vec<FoundLine>,
    /// The move to play; `None` if the engine believes that it has no move.
    pub best: Option<Move>,
    /// The number of positions that were searched.
    pub nodes: u64,
}

/// A line of a search to a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// 1 for the best line of its depth, 2 for the best one with another first move.
    pub number: u32,
    /// The depth in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: SearchScore,
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// The number of positions that have been searched so far.
    pub nodes: u64,
}
