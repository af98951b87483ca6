//! Counts leaf moves by kind, many positions at once.
//!
//! Captures, castlings, promotions and double pushes are counted on sets, like the moves themselves ([`group`]). Checks
//! are rarer. [`candidates`] finds the pieces that block a line to the enemy king, and [`arrivals`] the squares from
//! which it would be attacked. Most checks are direct checks that are certainly not mate, and these are counted on sets
//! too ([`answered`]). What is left is looked at move by move ([`maker`]): first with a closer look for an answer, then the
//! candidate moves are made. Each child that is in check goes into a batch together with its column ([`pending`]), and the
//! replies of that batch are counted; a child without replies is mate.
//!
//! En passant captures are counted on sets where no king sees the two pawns that leave, and are played elsewhere ([`en_passant`]).
//!
//! Any move might give stalemate. But one move takes away the mobility of only a few pieces. If enough pieces of the
//! other side can move, the position is finished; otherwise every move is made.

mod answered;
mod arrivals;
mod candidates;
mod direct_checks;
mod en_passant;
mod group;
mod maker;
mod mobility;
mod pending;

use core::ops::Range;

use passant_count::{Column, Tally};

use super::attacks::each;
use super::axes::KingView;
use super::axes::{Axes, EveryLine, NoDiagonal};
use super::batch::Batch;
use super::generate::Visitor as _;
use super::lanes::{Lanes, SOUTH_EAST, SOUTH_WEST};
use super::planes::{Castlings, RANK_6};
use super::setwise::{Board, union};
use super::sliders::Sliders;
use en_passant::tally_en_passant;
use maker::CandidateMaker;

pub(super) use arrivals::{Arrivals, halves, origins_of_promotions};
pub(super) use candidates::{CandidateGroups, between, special_movers};
pub(super) use direct_checks::{CheckSquares, CheckVisitor, direct_checks};
pub(super) use group::{ColumnSums, Group};
pub(super) use pending::PendingChildren;

/// Adds the moves of some positions of a batch to a tally, except for those moves that might give check or stalemate:
/// of these it puts the groups of lanes into `candidates`, in place of those that were there.
///
/// The positions lie in at most [`CandidateGroups::ROOM`] groups. `castlings` are those of the side to move.
#[inline(always)]
pub(super) fn tally_sets<L: Lanes>(
    batch: &Batch,
    positions: &Range<usize>,
    castlings: &Castlings,
    candidates: &mut CandidateGroups,
    tally: &mut Tally,
) {
    candidates.clear();
    let mut sums = ColumnSums::<L>::zero();
    let mut king_view = KingView::of(L::splat(0));
    let mut at = positions.start / L::NUMBER * L::NUMBER;
    while at < positions.end {
        let board = Board::<L>::load_within(batch, at, positions);
        king_view.turn_to(board.king());
        if board.diagonal.is_any() {
            tally_along::<L, EveryLine>(board, &king_view, at, castlings, candidates, &mut sums);
        } else {
            tally_along::<L, NoDiagonal>(board, &king_view, at, castlings, candidates, &mut sums);
        }
        at += L::NUMBER;
    }
    sums.add_to(tally);
}

/// Adds the moves of some positions of a batch to a tally by what they are. Whether they give check, mate or stalemate is
/// not looked at.
#[inline(always)]
pub(super) fn tally_moves<L: Lanes>(
    sliders: impl Sliders,
    batch: &Batch,
    positions: &Range<usize>,
    castlings: &Castlings,
    tally: &mut Tally,
) {
    let mut sums = ColumnSums::<L>::zero();
    let mut at = positions.start / L::NUMBER * L::NUMBER;
    while at < positions.end {
        let board = Board::<L>::load_within(batch, at, positions);
        let king_view = KingView::of(board.king());
        let mut group = Group::<L, EveryLine>::of(board, &king_view, castlings);
        group.count(&mut sums);
        if group.en_passant_lanes != 0 {
            group.count_en_passant(0, [L::splat(0); 2], &mut sums);
        }
        let pinned = (group.board.own & !group.check_info.unpinned).to_array();
        let mut lanes = group.en_passant_lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let planes = batch.get(at + lane);
            let target = planes.rights & RANK_6;
            tally_en_passant(sliders, &planes, target, pinned[lane], tally);
        }
        at += L::NUMBER;
    }
    sums.add_to(tally);
}

#[inline(always)]
fn tally_along<L: Lanes, A: Axes>(
    board: Board<L>,
    king_view: &KingView<L>,
    at: usize,
    castlings: &Castlings,
    candidates: &mut CandidateGroups,
    sums: &mut ColumnSums<L>,
) {
    let mut group = Group::<L, A>::of(board, king_view, castlings);
    group.count(sums);
    let stalemate_lanes = group.lanes_with_few_mobile_pieces();
    if group.en_passant_lanes != 0 {
        let king = group.board.kings & group.board.them;
        let attacking = king.step(SOUTH_WEST) | king.step(SOUTH_EAST);
        let seen = union(&group.their_king_lines);
        group.count_en_passant(stalemate_lanes, [seen, attacking], sums);
    }
    candidates.find(&group, at, castlings, stalemate_lanes, sums);
}

/// Adds the candidate moves of the groups to the tallies of their roots, except for those that stay in `children`.
///
/// `castlings` are those of the side to move; `settle` empties `children` when they are many.
#[inline(always)]
pub(super) fn tally_candidates(
    sliders: impl Sliders,
    batch: &Batch,
    candidates: &CandidateGroups,
    castlings: &Castlings,
    children: &mut PendingChildren,
    tallies: &mut [Tally],
    settle: impl Fn(&mut PendingChildren, &mut [Tally]),
) {
    for group in candidates.groups() {
        let mut lanes = group.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let mut planes = batch.get(group.at + lane);
            let candidates = group.of_lane(lane);
            let target = planes.rights & RANK_6;
            planes.rights ^= target;
            let mut capturers = 0;
            if group.en_passant_lanes & 1 << lane != 0 {
                let (pinned, tally) = (candidates.check_info.pinned, children.tally(tallies));
                capturers = tally_en_passant(sliders, &planes, target, pinned, tally);
            }
            let mut maker = CandidateMaker {
                sliders,
                parent: &planes,
                candidates,
                children,
                answered: 0,
            };
            for from in each(capturers) {
                maker.en_passant(from, target);
            }
            maker.make_moves(castlings);
            maker.direct_checks();
            let answered = maker.answered;
            children.tally(tallies).add(Column::DirectChecks, answered);
            if children.is_full() {
                settle(children, tallies);
            }
        }
    }
}
