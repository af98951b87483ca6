//! The frontier of a run: all positions some plies below the root, and how many move orders reach each.

use std::sync::atomic::{AtomicBool, Ordering};

use passant_rules::{Move, Position};
use rayon::prelude::*;

use super::error::RunError;
use crate::packed::Packed;

/// A position of the frontier, and the lines that lead to it.
///
/// If transpositions are merged, there is one entry for each position and root move; otherwise one for each line.
#[derive(Clone, Copy)]
pub(super) struct FrontierEntry {
    pub(super) position: Packed,
    /// The index of the root move that the lines begin with; 0 if root moves are not told apart.
    pub(super) root: u32,
    /// The number of lines.
    pub(super) number: u64,
    /// The index of a position one ply before, from which one of the lines comes, ...
    parent: u32,
    /// ... and the move that leads from there to this position.
    mv: Move,
}

/// Every position some plies below the root, sorted. Similar positions are neighbors, and the order is the same in
/// every run.
pub(super) struct Frontier {
    pub(super) lines: Vec<FrontierEntry>,
    /// The positions one ply before.
    parents: Vec<Position>,
    /// The number of plies below the root.
    pub(super) ply: u32,
}

/// How a frontier is expanded.
#[derive(Clone, Copy)]
pub(super) struct FrontierOptions {
    /// The most plies to expand.
    pub(super) max_ply: u32,
    /// Whether lines with different root moves are kept apart.
    pub(super) by_root: bool,
    /// Whether lines that lead to the same position are merged.
    pub(super) merge: bool,
    /// The number of threads that share the work.
    pub(super) threads: usize,
}

/// A frontier with more entries is not expanded further, because that would cost more memory than it saves time.
const MOST_TO_EXPAND: usize = 100_000;

/// For each thread, so many entries are enough if nothing is merged: they only share out the work. Expanding costs more
/// than counting.
const ENOUGH_FOR_A_THREAD: usize = 64;

impl Frontier {
    /// Expands as many plies as are worthwhile, unless it is told to stop.
    pub(super) fn new(
        root: &Position,
        options: FrontierOptions,
        stop: &AtomicBool,
    ) -> Result<Self, RunError> {
        let mut frontier = Self::first(root, options)?;
        let enough = if options.merge {
            MOST_TO_EXPAND
        } else {
            (ENOUGH_FOR_A_THREAD * options.threads).min(MOST_TO_EXPAND)
        };
        while frontier.ply < options.max_ply && frontier.lines.len() <= enough {
            frontier = frontier.next(options, stop)?;
        }
        Ok(frontier)
    }

    /// The position that the lines of an entry lead to. If several equal positions were merged, this is one of them;
    /// the others may differ in clocks and in illegal en passant captures.
    pub(super) fn position(&self, lines: &FrontierEntry) -> Position {
        let mut position = self.parents[lines.parent as usize].clone();
        let _ = position.make(lines.mv);
        position
    }

    fn first(root: &Position, options: FrontierOptions) -> Result<Self, RunError> {
        let moves = root.legal_moves();
        let lines = (0..).zip(moves).map(|(index, mv)| {
            let mut child = root.clone();
            let _ = child.make(mv);
            FrontierEntry {
                position: Packed::of(&child),
                root: if options.by_root { index } else { 0 },
                number: 1,
                parent: 0,
                mv,
            }
        });
        Ok(Self {
            lines: sorted(lines.collect(), options)?,
            parents: vec![root.clone()],
            ply: 1,
        })
    }

    /// Expands one more ply.
    fn next(&self, options: FrontierOptions, stop: &AtomicBool) -> Result<Self, RunError> {
        let groups: Vec<&[FrontierEntry]> = self.lines.chunk_by(is_same_position).collect();
        let parents: Vec<Position> = groups
            .par_iter()
            .map(|same| self.position(&same[0]))
            .collect();
        let below = |(index, (same, parent)): (usize, (&&[FrontierEntry], &Position))| {
            let mut children = Vec::new();
            if stop.load(Ordering::Relaxed) {
                return children;
            }
            let mut position = parent.clone();
            for mv in position.legal_moves() {
                let undo = position.make(mv);
                let child = Packed::of(&position);
                position.unmake(mv, undo);
                children.extend(same.iter().map(|lines| FrontierEntry {
                    position: child,
                    parent: index as u32,
                    mv,
                    ..*lines
                }));
            }
            children
        };
        let numbered = groups.par_iter().zip(&parents).enumerate();
        let lines = numbered.flat_map_iter(below).collect();
        // Otherwise children are missing.
        if stop.load(Ordering::Relaxed) {
            return Err(RunError::Interrupted);
        }
        Ok(Self {
            lines: sorted(lines, options)?,
            parents,
            ply: self.ply + 1,
        })
    }

    /// The jobs: groups of entries whose position is counted once. Returns the index of the first entry of each job,
    /// and the end of the last job.
    pub(super) fn jobs(&self, options: FrontierOptions) -> Vec<usize> {
        let is_next = |index: &usize| match self.lines.get(index.wrapping_sub(1)..=*index) {
            Some([before, at]) => !options.merge || !is_same_position(before, at),
            _ => true,
        };
        (0..=self.lines.len()).filter(is_next).collect()
    }
}

fn is_same_position(one: &FrontierEntry, other: &FrontierEntry) -> bool {
    one.position == other.position
}

fn sorted(
    mut lines: Vec<FrontierEntry>,
    options: FrontierOptions,
) -> Result<Vec<FrontierEntry>, RunError> {
    lines.par_sort_unstable_by_key(|lines| (lines.position, lines.root));
    if !options.merge {
        return Ok(lines);
    }
    let mut fits = true;
    lines.dedup_by(|next, kept| {
        let is_same = (next.position, next.root) == (kept.position, kept.root);
        if is_same {
            let sum = kept.number.checked_add(next.number);
            fits &= sum.is_some();
            kept.number = sum.unwrap_or(u64::MAX);
        }
        is_same
    });
    lines.shrink_to_fit();
    if fits {
        Ok(lines)
    } else {
        Err(RunError::TooMany)
    }
}
