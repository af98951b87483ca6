//! Making all children of a position, one at a time.

use super::attacks::each;
use super::batch::Batch;
use super::generate::Visitor;
use super::planes::{Code, Planes, Wing};

/// Makes each move that it is shown, and appends the position after it to a batch.
pub(super) struct Children<'a> {
    pub(super) parent: &'a Planes,
    pub(super) batch: &'a mut Batch,
}

impl Visitor for Children<'_> {
    #[inline(always)]
    fn man(&mut self, code: Code, from: u64, targets: u64) {
        for to in each(targets) {
            self.batch.push(self.parent.moved(from, to, code));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: u32, targets: u64) {
        for to in each(targets) {
            self.batch
                .push(self.parent.moved(to >> step, to, Code::PAWN));
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        for to in each(targets) {
            self.batch.push(self.parent.pushed_twice(to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: u32, targets: u64) {
        for to in each(targets) {
            for code in Code::PROMOTIONS {
                self.batch.push(self.parent.moved(to >> step, to, code));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.batch.push(self.parent.captured_en_passant(from, to));
    }

    #[inline(always)]
    fn castling(&mut self, wing: &Wing) {
        self.batch.push(self.parent.castled(wing));
    }
}
