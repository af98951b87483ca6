//! The middle plies of a run: between the frontier and the trees that are counted in one call.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use passant_rules::Position;

use super::error::RunError;
use crate::count::Count;
use crate::counter::{Counter, Depths};
use crate::packed::Packed;
use crate::table::Table;

/// Walks the tree below one position of the frontier.
pub(super) struct Walk<'a, C> {
    pub(super) counter: Counter,
    pub(super) table: Option<&'a Table<C>>,
    pub(super) stop: &'a AtomicBool,
    pub(super) bound: Option<Bound<'a>>,
}

/// The most leaf nodes that a run counts.
#[derive(Clone, Copy)]
pub(super) struct Bound<'a> {
    pub(super) most: u64,
    /// The leaf nodes that all threads have counted so far. A tree that several lines lead to was added once.
    pub(super) counted: &'a AtomicU64,
}

impl Bound<'_> {
    /// Adds leaf nodes.
    fn add(self, nodes: u64) -> Result<(), RunError> {
        let before = self.counted.fetch_add(nodes, Ordering::Relaxed);
        if self.most < before.saturating_add(nodes) {
            Err(RunError::MoreThan(self.most))
        } else {
            Ok(())
        }
    }
}

impl<C: Count> Walk<'_, C> {
    /// Counts the tree below a position. Unless an error is returned, the position is unchanged afterwards.
    pub(super) fn count(&self, position: &mut Position, depth: u32) -> Result<C, RunError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(RunError::Interrupted);
        }
        let Depths { job, leaf, hashed } = self.counter.depths();
        // Trees of the least depth have ten million leaves at most; others may have any number.
        let leaf = if self.bound.is_some() { job } else { leaf };
        match self.table {
            None if depth <= leaf => self.count_at_once(position, depth),
            None => self.sum(position, depth),
            Some(_) if depth < hashed => self.count_at_once(position, depth),
            Some(table) => self.look_up(table, position, depth, hashed),
        }
    }

    fn count_at_once(&self, position: &mut Position, depth: u32) -> Result<C, RunError> {
        let count: C = self.counter.count(position, depth);
        if let Some(bound) = self.bound {
            bound.add(count.columns()[0])?;
        }
        Ok(count)
    }

    fn look_up(
        &self,
        table: &Table<C>,
        position: &mut Position,
        depth: u32,
        hashed: u32,
    ) -> Result<C, RunError> {
        let packed = Packed::of(position);
        if let Some(count) = table.get(&packed, depth) {
            return Ok(count);
        }
        let count = if depth == hashed {
            self.count_at_once(position, depth)?
        } else {
            self.sum(position, depth)?
        };
        table.put(&packed, depth, &count);
        Ok(count)
    }

    /// The sum over the legal moves.
    fn sum(&self, position: &mut Position, depth: u32) -> Result<C, RunError> {
        let mut total = C::default();
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            let count = self.count(position, depth - 1)?;
            position.unmake(mv, undo);
            total.add_times(&count, 1).ok_or(RunError::TooMany)?;
        }
        Ok(total)
    }
}
