//! Counts leaf moves by kind, many positions at once.
//!
//! Captures, castlings, promotions and double pushes are counted on sets, like the moves themselves ([`group`]). Checks
//! are rarer. [`candidates`] finds the reachable squares from which the enemy king would be attacked, and the pieces
//! that block a line to it. Most checks are direct checks that are obviously not mate ([`direct_checks`]). The other
//! candidate moves are made ([`maker`]). Each child that is in check goes into a batch together with its column
//! ([`pending`]), and the replies of that batch are counted; a child without replies is mate.
//!
//! Any move might give stalemate. But one move takes away the mobility of only a few pieces. If enough pieces of the
//! other side can move, the position is finished; otherwise every move is made.

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

/// Adds the moves of the first `number` positions of a batch to the tally of the root that each lies below, except for
/// those that stay in `children`.
///
/// `castlings` are those of the side to move, then those of the other side.
#[inline(always)]
pub(super) fn tally<L: Lanes>(
    sliders: impl Sliders,
    batch: &Batch,
    number: usize,
    castlings: [&Castlings; 2],
    children: &mut PendingChildren,
    tallies: &mut [Tally],
) {
    for (root, positions) in batch.roots(number) {
        children.below(root);
        let mut sums = ColumnSums::<L>::zero();
        let mut checks = 0;
        let mut at = positions.start / L::NUMBER * L::NUMBER;
        while at < positions.end {
            let board = Board::<L>::load_within(batch, at, &positions);
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
                    tally_en_passant(sliders, &planes, &mut tallies[root]);
                }
                let mut maker = CandidateMaker {
                    sliders,
                    parent: &planes,
                    candidates: candidates.of_lane(lane),
                    children,
                };
                maker.make_moves(castlings[0]);
                checks += maker.direct_checks();
                if children.is_full() {
                    children.settle::<L>(castlings[1], tallies);
                }
            }
            at += L::NUMBER;
        }
        sums.add_to(&mut tallies[root]);
        tallies[root].add(Column::DirectChecks, checks);
    }
}

/// Counts the columns that do not depend on single moves, and returns the candidates for the others.
#[inline(always)]
fn count_along<L: Lanes, A: Axes>(
    board: Board<L>,
    castlings: &Castlings,
    sums: &mut ColumnSums<L>,
) -> Candidates {
    let group = Group::<L, A>::of(board);
    group.count(castlings, sums);
    let stalemate_lanes = group.lanes_with_few_mobile_pieces(castlings);
    Candidates::of(&group, castlings, stalemate_lanes)
}
