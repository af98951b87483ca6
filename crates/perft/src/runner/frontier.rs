//! The upper plies of a run, laid out at once: the positions to count, and how many lines lead to each.

use passant_rules::{Move, Position};
use rayon::prelude::*;

use super::error::RunError;
use crate::packed::Packed;

/// A position after some plies, and the lines that lead there.
///
/// Where transpositions are merged, there is one for each position and root move; otherwise one for each line.
#[derive(Clone, Copy)]
pub(super) struct FrontierEntry {
    pub(super) position: Packed,
    /// The root move that the lines begin with, by its number; 0 if they are not told apart.
    pub(super) root: u32,
    /// How many lines there are.
    pub(super) number: u64,
    /// One of the ways to get there: from a position half a move before, by its number, ...
    parent: u32,
    /// ... with this move.
    mv: Move,
}

/// Every position some plies below the root, sorted: the positions that resemble each other are neighbours, and
/// the order is the same in every run.
pub(super) struct Frontier {
    pub(super) lines: Vec<FrontierEntry>,
    /// The positions half a move before.
    parents: Vec<Position>,
    /// How many plies below the root it is.
    pub(super) ply: u32,
}

/// How a frontier is laid out.
#[derive(Clone, Copy)]
pub(super) struct FrontierOptions {
    /// At most this many plies are laid out.
    pub(super) max_ply: u32,
    /// Whether lines with different root moves are told apart.
    pub(super) by_root: bool,
    /// Whether lines that lead to the same position are put together.
    pub(super) merge: bool,
}

/// A frontier with more lines is not expanded further: it would take more memory than it saves time.
const MOST_TO_EXPAND: usize = 100_000;

impl Frontier {
    /// Lays out as many plies as are worth it.
    pub(super) fn new(root: &Position, layout: FrontierOptions) -> Result<Self, RunError> {
        let mut frontier = Self::first(root, layout)?;
        while frontier.ply < layout.max_ply && frontier.lines.len() <= MOST_TO_EXPAND {
            frontier = frontier.next(layout)?;
        }
        Ok(frontier)
    }

    /// The position that lines lead to. Where several positions are equal, it is one of them: clocks and captures en
    /// passant that are illegal may be those of another.
    pub(super) fn position(&self, lines: &FrontierEntry) -> Position {
        let mut position = self.parents[lines.parent as usize].clone();
        let _ = position.make(lines.mv);
        position
    }

    fn first(root: &Position, layout: FrontierOptions) -> Result<Self, RunError> {
        let moves = root.legal_moves();
        let lines = (0..).zip(moves).map(|(index, mv)| {
            let mut child = root.clone();
            let _ = child.make(mv);
            FrontierEntry {
                position: Packed::of(&child),
                root: if layout.by_root { index } else { 0 },
                number: 1,
                parent: 0,
                mv,
            }
        });
        Ok(Self {
            lines: sorted(lines.collect(), layout)?,
            parents: vec![root.clone()],
            ply: 1,
        })
    }

    /// One ply more.
    fn next(&self, layout: FrontierOptions) -> Result<Self, RunError> {
        let groups: Vec<&[FrontierEntry]> = self.lines.chunk_by(is_same_position).collect();
        let parents: Vec<Position> = groups
            .par_iter()
            .map(|same| self.position(&same[0]))
            .collect();
        let below = |(index, (same, parent)): (usize, (&&[FrontierEntry], &Position))| {
            let mut children = Vec::new();
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
        Ok(Self {
            lines: sorted(lines, layout)?,
            parents,
            ply: self.ply + 1,
        })
    }

    /// The lines that are counted at once, as the places where they begin, and the end of the last.
    pub(super) fn jobs(&self, layout: FrontierOptions) -> Vec<usize> {
        let is_next = |index: &usize| match self.lines.get(index.wrapping_sub(1)..=*index) {
            Some([before, at]) => !layout.merge || !is_same_position(before, at),
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
    layout: FrontierOptions,
) -> Result<Vec<FrontierEntry>, RunError> {
    lines.par_sort_unstable_by_key(|lines| (lines.position, lines.root));
    if !layout.merge {
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
