//! Sorts the moves of a parent that are not counted on sets: those with known replies are counted, the others are made.

use super::facing::FacingLine;
use super::opened_checks::OpenedChecks;
use super::reply_info::LaneReplyInfo;
use crate::attacks::{KING, each, on_lines, square};
use crate::batch::Batch;
use crate::children::Children;
use crate::generate::{Visitor, generate_for};
use crate::lanes::Lanes;
use crate::planes::{Castling, Castlings, Code, Planes, beside};
use crate::sliders::Sliders;

/// Counts the children of one parent with known replies, and appends the others to a batch. Returns their number, the sum of their
/// replies, and the sums of the differences to the replies after a null move, modulo 2^64: in each further column, and in the
/// number of checks. The number and the sums, except for that of the checks, begin with `so_far`.
#[inline(always)]
pub(super) fn sort_moves<L: Lanes, const N: usize>(
    sliders: impl Sliders,
    parent: &Planes,
    reply_info: LaneReplyInfo<'_, N>,
    castlings: &Castlings,
    children: &mut Batch,
    checks: impl OpenedChecks,
    so_far: (u64, [u64; N]),
) -> (u64, [u64; N], u64) {
    let (number, change) = so_far;
    let mut sorted = Sorted::<L, N, _, _> {
        sliders,
        reply_info,
        checks,
        check_change: 0,
        made: Children::new(parent, children),
        number,
        change,
    };
    let check_info = reply_info.check_info();
    generate_for(
        sliders,
        parent,
        reply_info.remaining(),
        &check_info,
        castlings,
        &mut sorted,
    );
    sorted.made.finish();
    (sorted.number, sorted.change, sorted.check_change)
}

/// Sorts the moves of one parent that are not counted already into those with known replies and those that must be made.
struct Sorted<'a, L, const N: usize, S, C> {
    sliders: S,
    reply_info: LaneReplyInfo<'a, N>,
    checks: C,
    /// The sum of the changes of the number of checks.
    check_change: u64,
    made: Children<'a, L>,
    /// The number of moves that are not made, if there are further columns.
    number: u64,
    /// The sum of the replies to these moves; then, for each further column, the sum of the differences between the replies to them
    /// and the replies to a null move.
    change: [u64; N],
}

impl<L: Lanes, const N: usize, S: Sliders, C: OpenedChecks> Sorted<'_, L, N, S, C> {
    /// Counts this many moves that leave the squares `from` each time, and all together enter the squares `to`.
    #[inline(always)]
    fn count(&mut self, moves: u32, from: u64, to: u64) {
        let leaving = self.reply_info.changes(from);
        let entering = self.reply_info.changes(to);
        if N > 1 {
            self.number += u64::from(moves);
        }
        for (index, change) in self.change.iter_mut().enumerate() {
            let sum = i64::from(moves) * leaving[index] + entering[index];
            *change = change.wrapping_add_signed(sum);
        }
        let replies = u64::from(moves) * self.reply_info.replies;
        self.change[0] = self.change[0].wrapping_add(replies);
    }

    /// The pawns that might capture a piece beside them. If it captures one of them, that changes more.
    #[inline(always)]
    fn pawns_beside(&self, from: u64) -> u64 {
        let parent = self.made.parent;
        parent.pawns() & !parent.own & KING[square(from)]
    }

    /// Counts the moves of a slider along a line on which an enemy slider faces it. Returns their targets.
    #[inline(always)]
    fn count_along(&mut self, code: Code, from: u64, targets: u64) -> u64 {
        let (parent, reply_info) = (self.made.parent, &self.reply_info);
        let line = FacingLine::of(self.sliders, parent, reply_info, code, [from, targets]);
        let Some(line) = line else {
            return 0;
        };
        let along = self.known_checks(code, from, line.targets & !self.pawns_beside(from));
        self.count(along.count_ones(), from, along);
        for (sum, change) in self.change.iter_mut().zip(line.changes(along)) {
            *sum = sum.wrapping_add_signed(change);
        }
        along
    }

    /// Returns those of some known targets for which the change of the number of checks is known too, and counts that change.
    #[inline(always)]
    fn known_checks(&mut self, code: Code, from: u64, targets: u64) -> u64 {
        if from & self.checks.opening() == 0 {
            return targets;
        }
        let Some([change, closed]) = self.checks.leave(code, from, targets) else {
            return 0;
        };
        let known = targets & !closed;
        let number = u64::from(known.count_ones());
        self.check_change = self.check_change.wrapping_add(number.wrapping_mul(change));
        known
    }
}

impl<L: Lanes, const N: usize, S: Sliders, C: OpenedChecks> Visitor for Sorted<'_, L, N, S, C> {
    #[inline(always)]
    fn piece(&mut self, code: Code, from: u64, targets: u64) {
        let mut known = targets & self.reply_info.known_targets(code, from);
        if from & self.reply_info.single() != 0 {
            known &= !self.pawns_beside(from);
            known = self.known_checks(code, from, known);
            self.count(known.count_ones(), from, known);
        }
        if N > 1 && targets != known {
            known |= self.count_along(code, from, targets);
        }
        if targets != known {
            self.made.piece(code, from, targets & !known);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: u32, targets: u64) {
        let known = if step == 8 {
            targets & self.reply_info.known_pushes(8)
        } else {
            targets & self.reply_info.known_captures(step)
        };
        if targets != known {
            self.made.pawns(step, targets & !known);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        let mut known = targets & self.reply_info.known_pushes(16);
        let parent = self.made.parent;
        let enemies = parent.pawns() & !parent.own;
        let watched = known & beside(enemies);
        if N > 1 {
            // The capture en passant has columns of its own.
            known &= !watched;
        } else if watched != 0 {
            // If a capturer or the pushed pawn shared a line with its king, the capture might be illegal.
            let lines = on_lines(square(parent.kings() & !parent.own));
            for to in each(watched) {
                let capturers = beside(to) & enemies;
                if (to | capturers) & lines == 0 {
                    self.count(1, to | to >> 16, 0);
                    self.change[0] = self.change[0].wrapping_add(u64::from(capturers.count_ones()));
                } else {
                    known &= !to;
                }
            }
        }
        if targets != known {
            self.made.double_pushes(targets & !known);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: u32, targets: u64) {
        for to in each(targets) {
            let from = to >> step;
            let mut known = 0;
            for code in Code::PROMOTIONS {
                if self.reply_info.knows_promotion(code, [from, to], step) {
                    known += 1;
                } else {
                    self.made.promotion(code, [from, to]);
                }
            }
            self.count(known, from | to, 0);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.made.en_passant(from, to);
    }

    #[inline(always)]
    fn castling(&mut self, castling: &Castling) {
        if let Some(squares) = self.reply_info.castling_squares(castling) {
            self.count(1, squares, 0);
        } else {
            self.made.castling(castling);
        }
    }
}
