//! What a run reports to its caller, during the run and at its end.

use std::time::Duration;

use passant_rules::Move;

use crate::counter::Counter;

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunResult<C> {
    /// The count of the whole tree.
    pub total: C,
    /// The count below each root move, in the order of [`legal_moves`](passant_rules::Position::legal_moves); empty at
    /// depth 0, and if the run does not divide.
    pub divide: Vec<(Move, C)>,
    /// The counter that was used: that of the run, in the mode that it uses for this kind of count.
    pub counter: Counter,
    /// How the tree was expanded near the root; `None` for a small tree, which is counted in one call.
    pub layout: Option<FrontierSummary>,
    /// The time taken, including the time of earlier parts of the run that are in the checkpoint.
    pub time: Duration,
    /// The number of frontier positions that the checkpoint already contained.
    pub resumed: usize,
    /// Why the last checkpoint could not be written, if that failed. The counts are correct anyway.
    pub unsaved: Option<String>,
}

/// The frontier: the positions near the root that the run was divided into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontierSummary {
    /// The number of plies from the root to the frontier.
    pub ply: u32,
    /// The number of positions. A merged position counts once, whatever the number of move orders that reach it.
    pub positions: usize,
    /// Whether transpositions were merged.
    pub merged: bool,
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of frontier positions whose trees are counted. Trees differ in size, so this is an estimate of the
    /// work done.
    pub done: usize,
    /// The number of frontier positions in all.
    pub total: usize,
}
