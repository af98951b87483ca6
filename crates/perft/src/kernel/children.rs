//! Makes all children of a position, one at a time.

use super::attacks::each;
use super::batch::Batch;
use super::generate::Visitor;
use super::planes::{Castling, Code, Planes};

/// Makes each generated move, and appends the position after it to a batch.
///
/// The board is turned over once for all moves, and a piece is lifted once for all its targets.
pub(super) struct Children<'a> {
    pub(super) parent: &'a Planes,
    /// The parent as the other side sees it: turned over.
    watched: Planes,
    batch: &'a mut Batch,
}

impl<'a> Children<'a> {
    #[inline(always)]
    pub(super) fn new(parent: &'a Planes, batch: &'a mut Batch) -> Self {
        Self {
            parent,
            watched: parent.turned(),
            batch,
        }
    }

    /// Lifts the pawn that arrives on `to` after a step of this many squares, as the other side sees it.
    #[inline(always)]
    fn lift_pawn(&self, to: u64, step: u32) -> Planes {
        self.watched.lifted(to << (16 - step), Code::PAWN)
    }
}

impl Visitor for Children<'_> {
    #[inline(always)]
    fn piece(&mut self, code: Code, from: u64, targets: u64) {
        let lifted = self.watched.lifted(from.swap_bytes(), code);
        for to in each(targets.swap_bytes()) {
            self.batch.push(lifted.placed(to, code));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: u32, targets: u64) {
        for to in each(targets.swap_bytes()) {
            let lifted = self.lift_pawn(to, step);
            self.batch.push(lifted.placed(to, Code::PAWN));
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        for to in each(targets.swap_bytes()) {
            self.batch.push(self.watched.watched_push(to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: u32, targets: u64) {
        for to in each(targets.swap_bytes()) {
            let lifted = self.lift_pawn(to, step);
            for code in Code::PROMOTIONS {
                self.batch.push(lifted.placed(to, code));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.batch.push(self.parent.captured_en_passant(from, to));
    }

    #[inline(always)]
    fn castling(&mut self, castling: &Castling) {
        self.batch.push(self.parent.castled(castling));
    }
}
