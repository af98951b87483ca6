//! The decision how far to lay out: what the next ply would cost, what it would save, and whether there is room for it.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "estimates, none of them negative"
)]

use super::entry::Entry;
use super::layer::{Layer, parts_in_a_pass};
use crate::runner::error::RunError;

/// The limits that decide how far a run is laid out.
#[derive(Clone, Copy, Debug)]
pub(in crate::runner) struct Limits {
    /// The depth of the run, in plies.
    pub(in crate::runner) depth: u32,
    /// The most plies to lay out.
    pub(in crate::runner) max_ply: u32,
    /// True if transpositions are merged.
    pub(in crate::runner) merge: bool,
    pub(in crate::runner) threads: usize,
    /// True if the counts of parts are needed, because they are saved or belong to different moves.
    pub(in crate::runner) by_parts: bool,
    /// The memory for positions, in bytes.
    pub(in crate::runner) memory: u64,
    /// True if there is a folder for what does not fit into memory.
    pub(in crate::runner) has_scratch: bool,
    /// The time to count a leaf, in nanoseconds, about.
    pub(in crate::runner) leaf_time: f64,
    /// The run ends soon after it has counted more leaves than this, each as many times as lines lead to it.
    pub(in crate::runner) most_leaves: Option<u64>,
}

/// The next step after a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::runner) enum Next {
    /// Count below it.
    Count,
    /// Lay the next one out and keep it, in this many parts.
    Keep { parts: u64, in_files: bool },
    /// Lay one part of the next one out after the other, count below it, and drop it.
    InTurn { parts: u64 },
}

/// The time to pack the position after a move of the frontier, to sort and to merge it, in nanoseconds, about.
const MOVE_TIME: f64 = 150.0;

/// The time to pass over a move once more that belongs to another part, in nanoseconds, about.
const PASS_TIME: f64 = 50.0;

/// The least memory that is taken for the next layer, in bytes, whatever the limit.
const LEAST_ROOM: u64 = 1 << 16;

/// A layout is made even if it saves nothing, as long as it takes at most this share of its tree's time.
const CHEAP: f64 = 0.01;

/// For each thread, this many entries are enough if nothing is merged: they only share out the work.
const ENOUGH_FOR_A_THREAD: u64 = 64;

/// One thread counts a tree that takes less than this, in nanoseconds, as a whole: many small trees would take it longer, and
/// it ends before anybody asks how far it is.
const SHORT: f64 = 5e8;

/// A tree is not taken for small because a position has fewer moves than this.
const USUAL_MOVES: u32 = 20;

/// The share of the moves of a ply that lead to different positions, where nothing better is known.
const USUAL_SHARE: f64 = 0.7;

/// The time that a thread should take to count a block, in nanoseconds: long enough to fill the batches of a kernel.
const BLOCK_TIME: f64 = 20e6;

/// The least number of blocks for each thread, so that all threads end at about the same time.
const BLOCKS_FOR_A_THREAD: f64 = 32.0;

/// The most entries of a block.
const MOST_IN_A_BLOCK: usize = 1 << 14;

/// The memory that an entry takes, in bytes, about.
const ENTRY_BYTES: f64 = 12.5;

/// While buckets are merged, a part takes this many times the memory that its entries take in the end.
const WHILE_MERGING: f64 = 2.2;

/// The estimate of a number of positions may be so much too low.
const MARGIN: f64 = 1.25;

/// The number of positions of a layer that are looked at to estimate the number of their moves.
const SAMPLE: usize = 256;

/// An estimate of the next layer.
#[derive(Clone, Copy)]
struct Estimate {
    /// The moves to make.
    moves: f64,
    /// The share of them that lead to different positions.
    share: f64,
    /// The time to count below the present layer, in nanoseconds.
    counting: f64,
}

impl Limits {
    /// Decides what to do after a layer.
    pub(in crate::runner) fn next(&self, layer: &Layer) -> Result<Next, RunError> {
        let entries = layer.numbers.entries;
        if self.max_ply <= layer.ply || entries == 0 || self.ends_soon(layer) {
            return Ok(Next::Count);
        }
        let estimate = self.estimate(layer)?;
        let next = self.room(layer, &estimate);
        let is_too_few = entries < ENOUGH_FOR_A_THREAD * self.threads as u64;
        let is_divided = is_too_few && !self.is_short(layer)?;
        let pays = is_divided || self.merge && self.pays(&estimate, next.parts());
        Ok(if pays { next } else { Next::Count })
    }

    /// Decides how to lay the next ply out, whether it pays or not.
    pub(in crate::runner) fn force(&self, layer: &Layer) -> Result<Next, RunError> {
        Ok(self.room(layer, &self.estimate(layer)?))
    }

    /// Returns the number of entries that are counted together, for the ply of a layer or the one after it.
    pub(in crate::runner) fn block(&self, layer: &Layer, ply: u32) -> Result<usize, RunError> {
        let estimate = self.estimate(layer)?;
        let kept = layer.numbers.entries as f64;
        let (entries, tree_time) = if ply == layer.ply {
            (kept, estimate.counting / kept)
        } else {
            (
                estimate.moves * estimate.share,
                estimate.counting / estimate.moves,
            )
        };
        let for_each_thread = entries / (BLOCKS_FOR_A_THREAD * self.threads as f64);
        let in_a_block = (BLOCK_TIME / tree_time).min(for_each_thread);
        Ok((in_a_block as usize).clamp(1, MOST_IN_A_BLOCK))
    }

    /// Tells whether nothing is merged, and the only thread counts the tree below the root, the only position of this
    /// layer, so soon that nothing need be known before it ends. If there are few moves, after a check say, there may
    /// soon be more.
    fn is_short(&self, layer: &Layer) -> Result<bool, RunError> {
        if layer.ply != 0 || self.threads != 1 || self.merge || self.by_parts {
            return Ok(false);
        }
        let mut most = USUAL_MOVES;
        for entry in layer.part(0)?.iter() {
            let root = entry.position.position().ok_or(RunError::NoPosition)?;
            let moves = root.legal_moves();
            let replies = moves.iter().map(|&mv| root.after(mv).count_legal_moves());
            most = replies.fold(most.max(moves.len() as u32), u32::max);
        }
        let leaves = f64::from(most).powf(f64::from(self.depth));
        Ok(leaves * self.leaf_time < SHORT)
    }

    /// Tells whether counting below this layer is over as soon as a leaf was found for most of its lines, so that
    /// nothing more need be laid out. An entry of the layer after one that is not like this has fewer lines than an
    /// entry can have.
    fn ends_soon(&self, layer: &Layer) -> bool {
        let most = self.most_leaves.map(|most| most.min(Entry::MOST_LINES));
        most.is_some_and(|most| u128::from(most) < layer.numbers.lines)
    }

    /// Tells whether the next ply, in this many parts, costs less than it saves.
    fn pays(&self, next: &Estimate, parts: u64) -> bool {
        let passes = parts.div_ceil(parts_in_a_pass(parts, self.has_scratch));
        let again = PASS_TIME * passes.saturating_sub(1) as f64;
        let cost = next.moves * (MOVE_TIME + again);
        let longest = self.most_leaves.unwrap_or(u64::MAX) as f64 * self.leaf_time;
        cost < next.counting.min(longest) * (1.0 - next.share).max(CHEAP)
    }

    fn estimate(&self, layer: &Layer) -> Result<Estimate, RunError> {
        let branching = branching(layer)?;
        let entries = layer.numbers.entries as f64;
        let share = match (self.merge, layer.ply) {
            (false, _) => 1.0,
            // Two plies are too few for transpositions.
            (true, 0..=2) => USUAL_SHARE,
            (true, _) => USUAL_SHARE.min(entries / layer.numbers.moves as f64),
        };
        let plies_below = f64::from(self.depth - layer.ply);
        Ok(Estimate {
            moves: entries * branching,
            share,
            counting: entries * branching.powf(plies_below) * self.leaf_time,
        })
    }

    fn room(&self, layer: &Layer, estimate: &Estimate) -> Next {
        let (in_memory, in_files) = layer.bytes();
        let held = in_memory + in_files / layer.parts().max(1);
        let free = self.memory.saturating_sub(held).max(LEAST_ROOM) as f64;
        let kept = estimate.moves * estimate.share * MARGIN * ENTRY_BYTES;
        let needed = kept * WHILE_MERGING;
        if needed <= free {
            return Next::Keep {
                parts: 1,
                in_files: false,
            };
        }
        let parts = (needed / (free / 2.0)).ceil() as u64;
        if kept <= free / 2.0 {
            Next::Keep {
                parts,
                in_files: false,
            }
        } else if self.has_scratch {
            Next::Keep {
                parts,
                in_files: true,
            }
        } else {
            Next::InTurn { parts }
        }
    }
}

impl Next {
    /// The number of parts of the next layer.
    pub(in crate::runner) fn parts(self) -> u64 {
        match self {
            Self::Count => 1,
            Self::Keep { parts, .. } | Self::InTurn { parts } => parts,
        }
    }
}

/// Returns the average number of moves of some positions of a layer.
fn branching(layer: &Layer) -> Result<f64, RunError> {
    let entries = layer.part(0)?;
    let step = entries.len().div_ceil(SAMPLE).max(1);
    let (mut moves, mut positions) = (0, 0);
    for block in entries.blocks(step) {
        for entry in block.entries().take(1) {
            let position = entry.position.position().ok_or(RunError::NoPosition)?;
            moves += position.count_legal_moves();
            positions += 1;
        }
    }
    Ok(f64::from(moves) / f64::from(positions.max(1)))
}
