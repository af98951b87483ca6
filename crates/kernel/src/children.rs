//! Makes all children of a position, as many at a time as there are lanes.

use super::attacks::each;
use super::batch::{Batch, LanePlanes};
use super::generate::Visitor;
use super::lanes::{EAST, Lanes, WEST};
use super::planes::{Castling, Code, Planes};

/// Makes each generated move, and appends the position after it to a batch.
///
/// The board is turned over once for all moves. Most moves wait in a list until it is complete; then each lane makes one of
/// them, whatever piece it moves.
pub(super) struct Children<'a, L> {
    pub(super) parent: &'a Planes,
    /// The parent as the other side sees it: turned over.
    watched: Planes,
    batch: &'a mut Batch,
    lanes: core::marker::PhantomData<L>,
}

impl<'a, L: Lanes> Children<'a, L> {
    #[inline(always)]
    pub(super) fn new(parent: &'a Planes, batch: &'a mut Batch) -> Self {
        Self {
            parent,
            watched: parent.turn_over(),
            batch,
            lanes: core::marker::PhantomData,
        }
    }

    /// Makes the listed moves.
    #[inline(always)]
    pub(super) fn finish(self) {
        let watched = LanePlanes::<L>::splat(&self.watched);
        let mut at = 0;
        while at < self.batch.moves.len {
            let [from, to] = self.batch.moves.squares::<L>(at);
            let number = (self.batch.moves.len - at).min(L::NUMBER);
            self.batch.push_lanes(&watched.move_piece(from, to), number);
            at += L::NUMBER;
        }
        self.batch.moves.len = 0;
    }

    /// Makes one promotion from a square to another.
    #[inline(always)]
    pub(super) fn promotion(&mut self, code: Code, [from, to]: [u64; 2]) {
        let lifted = self.watched.lift(from.swap_bytes(), Code::PAWN);
        self.batch.push(lifted.place(to.swap_bytes(), code));
    }
}

/// Calls a function for the squares of a set, [`Lanes::NUMBER`] at a time: with each in a lane of its own, and their
/// number.
macro_rules! in_lanes {
    ($set:expr, $lanes:ident, |$to:ident, $number:ident| $body:expr) => {
        let mut left: u64 = $set;
        while left != 0 {
            let $number = (left.count_ones() as usize).min($lanes::NUMBER);
            let $to = $lanes::take_squares(&mut left);
            $body;
        }
    };
}

impl<L: Lanes> Visitor for Children<'_, L> {
    #[inline(always)]
    fn piece(&mut self, code: Code, from: u64, targets: u64) {
        if code != Code::KING {
            return self.batch.moves.add_piece::<L>(from, targets);
        }
        let lifted = LanePlanes::<L>::splat(&self.watched.lift(from.swap_bytes(), code));
        in_lanes!(targets.swap_bytes(), L, |to, number| {
            self.batch.push_lanes(&lifted.place(to, code), number);
        });
    }

    #[inline(always)]
    fn pawns(&mut self, step: u32, targets: u64) {
        self.batch.moves.add_pawns::<L>(step, targets);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        let watched = LanePlanes::<L>::splat(&self.watched);
        let capturers = L::splat(self.watched.pawns() & self.watched.own);
        in_lanes!(targets.swap_bytes(), L, |to, number| {
            let lifted = LanePlanes {
                short: watched.short & !to.up::<16>(),
                ..watched
            };
            let mut after = lifted.place(to, Code::PAWN);
            let beside = (to.step(EAST) | to.step(WEST)) & capturers;
            after.rights = after.rights | to.up::<8>().only(beside.occupied_lanes());
            self.batch.push_lanes(&after, number);
        });
    }

    #[inline(always)]
    fn promotions(&mut self, step: u32, targets: u64) {
        for to in each(targets) {
            for code in Code::PROMOTIONS {
                self.promotion(code, [to >> step, to]);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.batch.push(self.parent.capture_en_passant(from, to));
    }

    #[inline(always)]
    fn castling(&mut self, castling: &Castling) {
        self.batch.push(self.parent.castle(castling));
    }
}
