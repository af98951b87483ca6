//! The middle plies of a run: between the frontier and the trees that are counted in one call.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use passant_kernel::{Batches, KernelCount};

use super::error::RunError;
use super::parent::Parent;
use crate::counter::{Counter, Depths};
use crate::packed::Packed;
use crate::table::Table;

/// Walks the trees below positions of the frontier. Each thread has a walk of its own.
pub(super) struct Walk<'a, C> {
    pub(super) counter: Counter,
    pub(super) table: Option<&'a Table<C>>,
    pub(super) stop: &'a AtomicBool,
    pub(super) bound: Option<Bound<'a>>,
    pub(super) batches: Batches,
}

/// The most leaf nodes that a run counts.
#[derive(Clone, Copy)]
pub(super) struct Bound<'a> {
    pub(super) most: u64,
    /// The leaf nodes that all threads have counted so far, each as many times as lines lead to it.
    pub(super) counted: &'a AtomicU64,
    /// The lines that lead to the tree that is counted now.
    pub(super) lines: u64,
}

impl Bound<'_> {
    /// Adds leaf nodes.
    fn add(self, nodes: u64) -> Result<(), RunError> {
        let more = nodes.checked_mul(self.lines);
        // After a sum that is too large, the run ends, whatever is added to what is left of it.
        let sum = more.and_then(|more| {
            let before = self.counted.fetch_add(more, Ordering::Relaxed);
            before.checked_add(more)
        });
        match sum {
            Some(sum) if sum <= self.most => Ok(()),
            _ => Err(RunError::MoreThan(self.most)),
        }
    }
}

impl<C: KernelCount> Walk<'_, C> {
    /// Counts the tree below each position, to which this many lines lead.
    pub(super) fn count_trees(
        &mut self,
        trees: &[(Packed, u64)],
        depth: u32,
    ) -> Result<Vec<C>, RunError> {
        let Some(bound) = self.bound else {
            let positions: Vec<Packed> = trees.iter().map(|(position, _)| *position).collect();
            return self.count(&positions, depth);
        };
        let mut counts = Vec::with_capacity(trees.len());
        for &(position, lines) in trees {
            self.bound = Some(Bound { lines, ..bound });
            counts.extend(self.count(&[position], depth)?);
        }
        Ok(counts)
    }

    /// Counts the tree below each position.
    fn count(&mut self, positions: &[Packed], depth: u32) -> Result<Vec<C>, RunError> {
        let Depths { job, leaf, hashed } = self.counter.depths();
        // Trees of the least depth have ten million leaves at most; others may have any number.
        let leaf = if self.bound.is_some() { job } else { leaf };
        match self.table {
            None if depth <= leaf => self.count_at_once(positions, depth),
            None => self.sums(positions, depth),
            Some(_) if depth < hashed => self.count_at_once(positions, depth),
            Some(table) => self.look_up(table, positions, depth, depth == hashed),
        }
    }

    /// Counts without looking at the middle plies: as many trees in one call as take milliseconds.
    fn count_at_once(&mut self, positions: &[Packed], depth: u32) -> Result<Vec<C>, RunError> {
        let in_one_call = match self.bound {
            Some(_) => 1,
            None => self.counter.trees_in_one_call(depth),
        };
        let mut counts = Vec::with_capacity(positions.len());
        for some in positions.chunks(in_one_call) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(RunError::Interrupted);
            }
            let more = self.counter.count_packed(some, depth, &mut self.batches);
            let more: Vec<C> = more.ok_or(RunError::NoPosition)?;
            if let Some(bound) = self.bound {
                bound.add(more.iter().map(|count| count.columns()[0]).sum())?;
            }
            counts.extend(more);
        }
        Ok(counts)
    }

    fn look_up(
        &mut self,
        table: &Table<C>,
        positions: &[Packed],
        depth: u32,
        is_least: bool,
    ) -> Result<Vec<C>, RunError> {
        let found = positions.iter().map(|at| table.get(at, depth));
        let mut counts: Vec<Option<C>> = found.collect();
        let missing = |at: &usize| counts[*at].is_none();
        let missing: Vec<usize> = (0..counts.len()).filter(missing).collect();
        let left: Vec<Packed> = missing.iter().map(|&at| positions[at]).collect();
        let found = if is_least {
            self.count_at_once(&left, depth)?
        } else {
            self.sums(&left, depth)?
        };
        for (at, count) in missing.into_iter().zip(found) {
            table.put(&positions[at], depth, &count);
            counts[at] = Some(count);
        }
        Ok(counts.into_iter().flatten().collect())
    }

    /// Returns, for each position, the sum over its legal moves.
    fn sums(&mut self, positions: &[Packed], depth: u32) -> Result<Vec<C>, RunError> {
        let sum = |packed: &Packed| {
            let mut parent = Parent::of(packed).ok_or(RunError::NoPosition)?;
            let moves = parent.position().legal_moves().into_iter();
            let children: Vec<_> = moves.map(|mv| parent.after(mv)).collect();
            let mut total = C::default();
            for count in self.count(&children, depth - 1)? {
                total.add_times(&count, 1).ok_or(RunError::TooMany)?;
            }
            Ok(total)
        };
        positions.iter().map(sum).collect()
    }
}
