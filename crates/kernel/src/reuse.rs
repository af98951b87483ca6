//! Counts the replies to many children without making them.
//!
//! After a null move, the other side has some number of replies. Most quiet moves do not touch anything that these
//! replies depend on, so the position after such a move has exactly as many. Other quiet moves change the number in a
//! way that follows from the two squares of the move: a piece that arrives shortens the ray of a slider, and a piece
//! that leaves lengthens it. A capture takes the moves of one piece away, and lets others capture back ([`captures`]).
//! Castling is two such moves, and a double push beside a pawn adds the capture en passant. This is exact, and no position
//! is remembered.
//!
//! ```text
//!   . . . . k . . .     White to move. After Nb1–a3, c3 and d2 Black has the same replies as after a null move.
//!   p . . . . . . p     After a2–a4 Black has as many. A rook on a8 behind an open file would have lost
//!   . . . . . . . .     three squares, and that follows from a4 alone.
//!   . . . . . . . .
//!   . . . . . . . .
//!   . . . . . . . .
//!   P . . . . . . P
//!   . N . . K . . .
//! ```
//!
//! [`reply_info`] finds out, for many parents at once, which squares matter and by how much. [`known_moves`] counts the
//! moves that this covers, also for many parents at once. This module goes through the moves that are left in each
//! parent: they are made, and their children are counted.

mod bit_sliced;
mod captures;
mod known_moves;
mod reply_info;

use super::attacks::{KING, each, on_lines, square};
use super::batch::{Batch, Parents};
use super::children::Children;
use super::generate::{Visitor, generate_for};
use super::lanes::Lanes;
use super::planes::{Castling, Castlings, Code, Planes, beside};
use super::sliders::Sliders;

use reply_info::LaneReplyInfo;

pub(super) use reply_info::ReplyInfo;

/// Counts the moves of the children of some parents, except for those children that it appends to a batch. It stops at a parent
/// in check, and when the batch is full. Returns the lane where it stopped, and the number of moves.
#[inline(always)]
pub(super) fn count_children<L: Lanes>(
    sliders: impl Sliders,
    parents: &Parents<'_>,
    reply_info: &ReplyInfo,
    castlings: &Castlings,
    children: &mut Batch,
) -> (usize, u64) {
    let mut moves = 0;
    for lane in parents.lanes.clone() {
        match reply_info.of_lane(lane) {
            Some(reply_info) if !children.is_full() => {
                let parent = parents.get(lane);
                moves += count_lane::<L>(sliders, &parent, reply_info, castlings, children);
            }
            _ => return (lane, moves),
        }
    }
    (parents.lanes.end, moves)
}

/// Counts the moves of the children of one parent, except for those children that it appends to a batch.
#[inline(always)]
fn count_lane<L: Lanes>(
    sliders: impl Sliders,
    parent: &Planes,
    reply_info: LaneReplyInfo<'_>,
    castlings: &Castlings,
    children: &mut Batch,
) -> u64 {
    let mut sorted = Sorted::<L> {
        reply_info,
        made: Children::new(parent, children),
        replies: reply_info.sum_so_far(),
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
    sorted.replies
}

/// Sorts the moves of one parent that are not counted already into those with a known number of replies and those that
/// must be made.
struct Sorted<'a, L> {
    reply_info: LaneReplyInfo<'a>,
    made: Children<'a, L>,
    /// The sum of the replies to moves that are not made.
    replies: u64,
}

impl<L: Lanes> Sorted<'_, L> {
    /// Adds the replies to this many moves. `change` is the sum of the differences to the replies after a null move.
    #[inline(always)]
    fn count(&mut self, moves: i64, change: i64) {
        let replies = moves.cast_unsigned() * self.reply_info.replies;
        self.replies = self
            .replies
            .wrapping_add(replies)
            .wrapping_add_signed(change);
    }
}

impl<L: Lanes> Visitor for Sorted<'_, L> {
    #[inline(always)]
    fn piece(&mut self, code: Code, from: u64, targets: u64) {
        let mut known = targets & self.reply_info.known_targets(code, from);
        if from & self.reply_info.single() != 0 {
            // If a pawn beside the piece might capture it, capturing that pawn changes more.
            let parent = self.made.parent;
            known &= !(parent.pawns() & !parent.own & KING[square(from)]);
            let number = i64::from(known.count_ones());
            let change = number * self.reply_info.changes(from);
            self.count(number, change + self.reply_info.changes(known));
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
        if watched != 0 {
            // If a capturer or the pushed pawn shared a line with its king, the capture might be illegal.
            let lines = on_lines(square(parent.kings() & !parent.own));
            for to in each(watched) {
                let capturers = beside(to) & enemies;
                if (to | capturers) & lines == 0 {
                    let change = self.reply_info.changes(to | to >> 16);
                    self.count(1, change + i64::from(capturers.count_ones()));
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
        self.made.promotions(step, targets);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.made.en_passant(from, to);
    }

    #[inline(always)]
    fn castling(&mut self, castling: &Castling) {
        if let Some(change) = self.reply_info.castling_change(castling) {
            self.count(1, change);
        } else {
            self.made.castling(castling);
        }
    }
}
