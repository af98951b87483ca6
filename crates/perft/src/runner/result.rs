//! The reports of a run to its caller, during the run and at its end.

use std::time::Duration;

use passant_count::Count;
use passant_rules::Move;

use super::frontier::{LayerTimes, Numbers, Pass};
use crate::counter::Counter;

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunResult<C: Count> {
    /// The count of the whole tree.
    pub total: C::Total,
    /// The count below each root move, in the order of [`legal_moves`](passant_rules::Position::legal_moves); empty at
    /// depth 0, and if the run does not divide.
    pub divide: Vec<(Move, C::Total)>,
    /// The counter that was used: that of the run, in the mode that it uses for this kind of count.
    pub counter: Counter,
    /// A summary of the expansion near the root; `None` for a small tree, which is counted in one call.
    pub layout: Option<FrontierSummary>,
    /// The time taken, including the time of earlier parts of the run that are in the checkpoint.
    pub time: Duration,
    /// The number of frontier positions that the checkpoint already contained.
    pub resumed: u64,
    /// The reason why the last checkpoint could not be written, if that failed. The counts are correct anyway.
    pub unsaved: Option<String>,
}

/// The frontier: the positions near the root that the run was divided into.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FrontierSummary {
    /// True if transpositions were merged.
    pub merged: bool,
    /// The plies that were laid out, from the first to the frontier.
    pub plies: Vec<PlySummary>,
    /// The time spent on counting below the frontier.
    pub counting: Duration,
    /// The bytes of positions that were kept in files, because they did not fit into memory.
    pub bytes_in_files: u64,
}

/// One ply that was laid out.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlySummary {
    /// The number of plies from the root.
    pub ply: u32,
    /// The number of positions. A merged position counts once, whatever the number of lines that lead to it.
    pub positions: u64,
    /// The number of lines that lead to them: the perft of this ply.
    pub lines: u128,
    /// The time from beginning to end.
    pub time: Duration,
    /// The part of the work that was sorting and merging: the sum over all threads.
    pub merging: Duration,
    /// The number of passes over the ply before: more than one where there was not enough memory for the whole ply.
    pub passes: u64,
}

impl FrontierSummary {
    /// The number of plies from the root to the frontier.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.plies.last().map_or(0, |last| last.ply)
    }

    /// The number of positions of the frontier.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.plies.last().map_or(1, |last| last.positions)
    }

    /// The time spent on laying out all plies.
    #[must_use]
    pub fn laying_out(&self) -> Duration {
        self.plies.iter().map(|ply| ply.time).sum()
    }

    /// Sets what is known of the frontier in the end: some of its parts may have been laid out by an earlier part of the
    /// run.
    pub(super) fn set_last(&mut self, ply: u32, positions: u64, lines: u128) {
        self.add_part(PlySummary {
            ply,
            ..PlySummary::default()
        });
        if let Some(last) = self.plies.last_mut() {
            (last.positions, last.lines) = (positions, lines);
        }
    }

    /// Adds a part of the last ply.
    pub(super) fn add_part(&mut self, part: PlySummary) {
        match self.plies.last_mut().filter(|last| last.ply == part.ply) {
            None => self.plies.push(part),
            Some(last) => {
                last.positions += part.positions;
                last.lines += part.lines;
                last.time += part.time;
                last.merging += part.merging;
                last.passes += part.passes;
            }
        }
    }
}

impl PlySummary {
    /// Returns the average number of lines that lead to a position: the factor by which less is left to count.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a figure to show")]
    pub fn lines_for_each_position(&self) -> f64 {
        self.lines as f64 / self.positions.max(1) as f64
    }

    pub(super) fn new(ply: u32, numbers: Numbers, times: LayerTimes) -> Self {
        Self {
            ply,
            positions: numbers.positions,
            lines: numbers.lines,
            time: times.time,
            merging: times.merging,
            passes: times.passes,
        }
    }
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A ply near the root is laid out: another pass over the ply before begins.
    LayingOut {
        /// The number of plies from the root.
        ply: u32,
        /// The number of the pass, from 1. Another pass is needed where there is not enough memory for the whole ply.
        pass: u64,
        /// The number of passes.
        passes: u64,
    },
    /// The trees below the frontier are counted.
    Counting {
        /// The number of frontier positions whose trees are counted. Trees differ in size, so this is an estimate of the
        /// work done.
        done: u64,
        /// The number of frontier positions in all, an estimate while they are not all laid out.
        total: u64,
    },
}

impl From<Pass> for Progress {
    fn from(pass: Pass) -> Self {
        let Pass { ply, number, of } = pass;
        Self::LayingOut {
            ply,
            pass: number,
            passes: of,
        }
    }
}
