//! What a search has found.

use passant_query::SearchScore;
use passant_rules::Move;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchOutcome {
    /// The best line at each depth that was completed.
    pub lines: Vec<FoundLine>,
    /// The move to play; `None` if the engine believes that it has no move.
    pub best: Option<Move>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// The best line of a search to a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// The depth in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: SearchScore,
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// How many positions have been searched so far.
    pub nodes: u64,
}
