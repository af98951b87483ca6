//! Counts the replies to many children without making them.
//!
//! After a null move, the other side has some number of replies. Most quiet moves do not touch anything that these
//! replies depend on, so the position after such a move has exactly as many. Other quiet moves change the number in a
//! way that follows from the two squares of the move: a piece that arrives shortens the ray of a slider, and a piece
//! that leaves lengthens it. A capture takes the moves of one piece away, and lets others capture back ([`captures`]).
//! A promotion leaves and enters squares like any move. Castling is two such moves, and a double push beside a pawn adds
//! the capture en passant. This is exact, and no position is remembered.
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
mod check_sensitive;
mod facing;
mod king_sensitive;
mod known_checks;
mod known_moves;
mod move_columns;
mod opened_checks;
mod reply_changes;
mod reply_info;
mod sorted;
mod typed;

use super::batch::{Batch, Parents};
use super::lanes::Lanes;
use super::planes::Castlings;
use super::setwise::lanes_within;
use super::sliders::Sliders;
use opened_checks::NoChecks;
use sorted::sort_moves;

pub(super) use check_sensitive::CheckSensitive;
pub(super) use known_checks::KnownChecks;
pub(super) use opened_checks::{CheckingSide, checks_after};
pub(super) use reply_info::ReplyInfo;
pub(super) use typed::{TypedReplyInfo, tally_children};

/// Counts the moves of the children of some parents, except for those children that it appends to a batch. It stops at a parent
/// in check, and when the batch is full. Returns the lane where it stopped, and the number of moves.
#[inline(always)]
pub(super) fn count_children<L: Lanes>(
    sliders: impl Sliders,
    parents: &Parents<'_>,
    reply_info: &ReplyInfo<1>,
    castlings: &Castlings,
    children: &mut Batch,
) -> (usize, u64) {
    let mut moves = 0;
    let mut stop = parents.lanes.end;
    let mut lanes = reply_info.unfinished & lanes_within::<L>(0, &parents.lanes);
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        match reply_info.of_lane(lane) {
            Some(reply_info) if !children.is_full() => {
                let parent = parents.get(lane);
                let (_, [replies], _) = sort_moves::<L, 1>(
                    sliders,
                    &parent,
                    reply_info,
                    castlings,
                    children,
                    NoChecks,
                    (0, [0]),
                );
                moves += replies;
            }
            _ => {
                stop = lane;
                break;
            }
        }
    }
    let before = lanes_within::<L>(0, &(parents.lanes.start..stop));
    (stop, moves + reply_info.replies_so_far::<L>(before))
}
