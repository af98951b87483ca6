//! What a run tells its caller, at the end and on the way.

use std::time::Duration;

use passant_rules::Move;

use crate::counter::Counter;

/// What a run has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct RunResult<C> {
    /// The whole tree.
    pub total: C,
    /// The tree below each root move, in the order of
    /// [`legal_moves`](passant_rules::Position::legal_moves); empty if it was not asked for, and at depth 0.
    pub divide: Vec<(Move, C)>,
    /// What counted the leaves: what the run asked for, in the mode that it has for this count.
    pub counter: Counter,
    /// How the upper plies were laid out; `None` for a small tree, which is counted in one go.
    pub layout: Option<FrontierSummary>,
    /// The time it took, that of the parts before a checkpoint included.
    pub time: Duration,
    /// How many of the positions of the layout a checkpoint had already.
    pub resumed: usize,
    /// Why the last checkpoint could not be written, if so: the counts are right all the same.
    pub unsaved: Option<String>,
}

/// The positions that the work of a run was divided into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontierSummary {
    /// How many plies below the root they are.
    pub ply: u32,
    /// How many there are. Merged ones are counted once, however many lines lead there.
    pub positions: usize,
    /// Whether transpositions were merged.
    pub merged: bool,
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions whose trees have been counted. Trees differ in size, so that this is an estimate of the work done.
    pub done: usize,
    /// Positions whose trees are to be counted in all.
    pub total: usize,
}
