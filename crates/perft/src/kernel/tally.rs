//! Leaf moves by kind, many positions at once.
//!
//! How many captures, castlings, promotions and double pushes there are, is counted on sets like the moves themselves
//! ([`leaves`]). Checks are rarer. [`candidates`] finds the squares that are reached and from which the king would be
//! attacked, and the pieces that shield it. Most checks are [`direct`] ones that are no mate at a glance. The other moves
//! in question are made ([`suspects`]): each child that is in check goes into a batch with the column it belongs to,
//! and the moves of that batch are counted like any others: none means mate.
//!
//! Stalemate could follow any move. But one move takes away the mobility of few pieces, so that a position in which
//! enough pieces can move needs no second look; in the others every move is made.

mod candidates;
mod check;
mod direct_checks;
mod en_passant;
mod group;
mod maker;
mod pending;
mod sums;

use super::axes::{Axes, EveryLine, NoDiagonal};
use super::batch::Batch;
use super::lanes::Lanes;
use super::planes::{Castlings, RANK_6};
use super::setwise::Board;
use super::sliders::Sliders;
use crate::column::Column;
use crate::tally::Tally;
use candidates::Candidates;
use en_passant::tally_en_passant;
use group::Group;
use maker::CandidateMaker;
use sums::ColumnSums;

pub(super) use pending::PendingChildren;

/// Adds the moves of the first `number` positions of a batch to a tally, but for those that are left in `children`.
///
/// `castlings` are the castlings of the side to move, and of the other.
#[inline(always)]
pub(super) fn tally<L: Lanes>(
    sliders: impl Sliders,
    batch: &Batch,
    number: usize,
    castlings: [&Castlings; 2],
    children: &mut PendingChildren,
    tally: &mut Tally,
) {
    let mut sums = ColumnSums::<L>::zero();
    let mut checks = 0;
    let mut at = 0;
    while at < number {
        let board = Board::<L>::load(batch, at);
        let candidates = if board.diagonal.is_any() {
            count_along::<L, EveryLine>(board, castlings[0], &mut sums)
        } else {
            count_along::<L, NoDiagonal>(board, castlings[0], &mut sums)
        };
        let mut lanes = candidates.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let planes = batch.get(at + lane);
            if planes.rights & RANK_6 != 0 {
                tally_en_passant(sliders, &planes, tally);
            }
            let mut suspects = CandidateMaker {
                sliders,
                parent: &planes,
                candidates: candidates.of_lane(lane),
                children,
            };
            suspects.make_moves(castlings[0]);
            checks += suspects.direct_checks();
            if children.is_full() {
                children.settle::<L>(castlings[1], tally);
            }
        }
        at += L::NUMBER;
    }
    sums.add_to(tally);
    tally.add(Column::DirectChecks, checks);
}

/// Counts what needs no look at single moves, and returns what does.
#[inline(always)]
fn count_along<L: Lanes, A: Axes>(
    board: Board<L>,
    castlings: &Castlings,
    sums: &mut ColumnSums<L>,
) -> Candidates {
    let group = Group::<L, A>::of(board);
    group.count(castlings, sums);
    let stalemate_lanes = group.few_mobile_men(castlings);
    Candidates::of(&group, castlings, stalemate_lanes)
}
