//! The middle plies of a run: between the frontier and the trees that are counted in one call.

use std::sync::atomic::{AtomicBool, Ordering};

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
}

impl<C: Count> Walk<'_, C> {
    /// Counts the tree below a position. Unless an error is returned, the position is unchanged afterwards.
    pub(super) fn count(&self, position: &mut Position, depth: u32) -> Result<C, RunError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(RunError::Interrupted);
        }
        let Depths { leaf, hashed, .. } = self.counter.depths();
        match self.table {
            None if depth <= leaf => Ok(self.counter.count(position, depth)),
            None => self.sum(position, depth),
            Some(_) if depth < hashed => Ok(self.counter.count(position, depth)),
            Some(table) => self.look_up(table, position, depth, hashed),
        }
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
            self.counter.count(position, depth)
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
