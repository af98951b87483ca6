//! The frontier of a run: all positions some plies below the root, and how many lines lead to each.
//!
//! It is laid out ply by ply. A ply that does not fit into memory is divided into parts by a hash of the occupied squares
//! ([`expand::Part`]). Each part is made by itself, from all positions of the ply before: those of its children that belong to
//! another part are passed over. So no part depends on another, a run that is killed loses one part at most, and everything is
//! read and written from beginning to end.

mod cost;
mod entries;
mod entry;
mod expand;
mod layer;
mod list;
mod piece;
mod position_file;
mod spill;

pub(super) use cost::{Limits, Next};
pub(super) use entries::Entries;
pub(super) use entry::{Entry, is_same_position};
pub(super) use expand::{Labels, Options, Part, is_pseudo_legal};
pub(super) use layer::{Layer, LayerTimes, Making, Numbers, Pass, Scratch};
pub(super) use list::{Block, List};
pub(super) use position_file::{
    header as read_positions_header, read as read_positions, write as write_positions,
};

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use passant_rules::Position;
use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::lock::lock;
use super::result::{FrontierSummary, PlySummary};

/// The division of a frontier. The same plan leads to the same parts, and to the same entries in the same order.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// The number of plies below the root.
    pub(super) ply: u32,
    pub(super) parts: u64,
}

impl Plan {
    /// The plan of a run that is not laid out yet: the root alone.
    pub(super) const NONE: Self = Self { ply: 0, parts: 1 };
}

/// The ingredients of a frontier.
pub(super) struct Layout<'a> {
    pub(super) root: &'a Position,
    pub(super) options: Options,
    pub(super) limits: Limits,
    pub(super) scratch: Option<Scratch>,
    pub(super) stop: &'a AtomicBool,
    /// Called before the positions of a ply are generated, at the beginning of each pass over the ply before.
    pub(super) progress: &'a (dyn Fn(Pass) + Sync),
}

/// The positions of a run whose trees are counted.
pub(super) struct Frontier<'a> {
    layout: Layout<'a>,
    /// The last layer that is kept.
    layer: Layer,
    pub(super) plan: Plan,
    pub(super) summary: Mutex<FrontierSummary>,
}

impl<'a> Frontier<'a> {
    /// Lays out as many plies as are worthwhile, or those of the plan of an earlier run.
    pub(super) fn new(layout: Layout<'a>, plan: Option<Plan>) -> Result<Self, RunError> {
        let summary = FrontierSummary {
            merged: layout.options.merge,
            ..FrontierSummary::default()
        };
        let mut frontier = Self {
            layer: Layer::root(layout.root),
            layout,
            plan: Plan::NONE,
            summary: Mutex::new(summary),
        };
        loop {
            let next = frontier.next(plan)?;
            if next != Next::Count {
                frontier.plan = Plan {
                    ply: frontier.layer.ply + 1,
                    parts: next.parts(),
                };
            }
            match next {
                Next::Keep { parts, in_files } => frontier.keep(parts, in_files)?,
                Next::Count | Next::InTurn { .. } => return Ok(frontier),
            }
        }
    }

    /// Lays out as many plies as the limits say at most, whether they pay or not.
    pub(super) fn to_ply(layout: Layout<'a>) -> Result<Self, RunError> {
        let plan = Plan {
            ply: layout.limits.max_ply,
            parts: 0,
        };
        Self::new(layout, Some(plan))
    }

    /// The positions of a shard.
    pub(super) fn of_shard(
        layout: Layout<'a>,
        ply: u32,
        numbers: Numbers,
        entries: Entries,
    ) -> Self {
        Self {
            layer: Layer::of_shard(ply, numbers, entries),
            layout,
            plan: Plan { ply, parts: 1 },
            summary: Mutex::default(),
        }
    }

    /// Decides what to do after the present layer.
    fn next(&self, plan: Option<Plan>) -> Result<Next, RunError> {
        let limits = &self.layout.limits;
        let Some(plan) = plan else {
            return limits.next(&self.layer);
        };
        if plan.ply <= self.layer.ply {
            return Ok(Next::Count);
        }
        // Only a plan of an earlier run knows the parts.
        let is_last = self.layer.ply + 1 == plan.ply && plan.parts != 0;
        match limits.force(&self.layer)? {
            Next::InTurn { .. } if self.layer.ply + 1 != plan.ply => {
                Err(RunError::Memory(limits.memory))
            }
            Next::InTurn { .. } if is_last => Ok(Next::InTurn { parts: plan.parts }),
            Next::Keep { in_files, .. } if is_last => Ok(Next::Keep {
                parts: plan.parts,
                in_files,
            }),
            next => Ok(next),
        }
    }

    fn keep(&mut self, parts: u64, in_files: bool) -> Result<(), RunError> {
        let Layout {
            options,
            scratch,
            stop,
            progress,
            ..
        } = &self.layout;
        let making = Making {
            options: *options,
            scratch: scratch.as_ref(),
            stop,
            progress: *progress,
        };
        let layer = self.layer.next(parts, in_files, &making)?;
        let summary = self
            .summary
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        summary.bytes_in_files += layer.bytes().1;
        summary
            .plies
            .push(PlySummary::new(layer.ply, layer.numbers, layer.times));
        self.layer = layer;
        Ok(())
    }

    /// The entries of a part: those that are kept, or laid out now.
    pub(super) fn part(&self, index: u64) -> Result<Cow<'_, Entries>, RunError> {
        if self.plan.ply == self.layer.ply {
            return self.layer.part(index as usize);
        }
        (self.layout.progress)(Pass {
            ply: self.plan.ply,
            number: index + 1,
            of: self.plan.parts,
        });
        let start = Instant::now();
        let part = Part {
            index,
            of: self.plan.parts,
        };
        let (entries, numbers, merging) =
            self.layer
                .expand(part, self.layout.options, self.layout.stop)?;
        let times = LayerTimes {
            time: start.elapsed(),
            merging,
            passes: 1,
        };
        let mut summary = lock(&self.summary);
        summary.add_part(PlySummary::new(self.plan.ply, numbers, times));
        Ok(Cow::Owned(entries))
    }

    /// The number of positions in all parts, an estimate while not all are laid out: `done` were counted up to the
    /// beginning of a part, or in the midst of it.
    pub(super) fn positions(&self, index: u64, done: u64, part: &Entries) -> u64 {
        if self.plan.ply == self.layer.ply {
            return self.layer.numbers.positions;
        }
        let known = done.max(part.sums().positions * (index + 1));
        known / (index + 1) * self.plan.parts
    }

    /// Returns the number of entries of the frontier that are counted together.
    pub(super) fn block(&self) -> Result<usize, RunError> {
        self.layout.limits.block(&self.layer, self.plan.ply)
    }

    /// Removes the files of the plies: everything is counted.
    pub(super) fn remove_files(&self) {
        if let Some(scratch) = &self.layout.scratch {
            scratch.remove_files();
        }
    }
}
