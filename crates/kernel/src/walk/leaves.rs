//! The counts of the last plies: moves, moves by what they are, or moves by kind.

use passant_count::Tally;

use super::machine::Machine;
use crate::batch::{Batch, Parents};
use crate::generate::CheckInfos;
use crate::lanes::MOST_LANES;
use crate::planes::Castlings;
use crate::reuse::{KnownChecks, ReplyInfo, TypedReplyInfo};
use crate::tally::{CandidateGroups, PendingChildren};

/// The counts of the positions before the last ply, for each root by itself.
pub(super) trait Leaves<M: Machine> {
    /// The facts about the replies in a group of parents.
    type ReplyInfo;

    /// Examines a group of parents; `castlings` are those of the side to move, then those of the other side.
    fn reply_info(
        machine: M,
        parents: &Batch,
        at: usize,
        castlings: [&Castlings; 2],
    ) -> Self::ReplyInfo;

    /// Counts the replies to the children of some parents below a root, except for those children that it appends to a
    /// batch, perhaps all. Returns the lane where it stopped; `None` if the first parent is in check.
    fn take_children(
        &mut self,
        machine: M,
        root: usize,
        parents: &Parents<'_>,
        reply_info: &Self::ReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> Option<usize>;

    /// Counts the moves of the first `number` positions of a batch.
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]);

    /// Counts the positions that were put off, if there are any. `others` are the castling moves of the side that is not to
    /// move before the last ply.
    fn settle(&mut self, _machine: M, _others: &Castlings) {}
}

/// Counts all moves together.
pub(super) struct Nodes(pub(super) Vec<u64>);

impl<M: Machine> Leaves<M> for Nodes {
    type ReplyInfo = ReplyInfo<1>;

    #[inline]
    fn reply_info(
        machine: M,
        parents: &Batch,
        at: usize,
        castlings: [&Castlings; 2],
    ) -> ReplyInfo<1> {
        machine.reply_info(parents, at, castlings)
    }

    #[inline]
    fn take_children(
        &mut self,
        machine: M,
        root: usize,
        parents: &Parents<'_>,
        reply_info: &ReplyInfo<1>,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> Option<usize> {
        reply_info.of_lane(parents.lanes.start)?;
        let (stop, nodes) = machine.count_children(parents, reply_info, castlings, children);
        self.0[root] += nodes;
        Some(stop)
    }

    #[inline]
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]) {
        // A group of lanes with positions below several roots.
        let mut group = 0..0;
        let mut counts = [0; MOST_LANES];
        for (root, positions) in batch.roots(number) {
            let whole =
                positions.start.next_multiple_of(M::LANES)..positions.end / M::LANES * M::LANES;
            let single = if whole.is_empty() {
                [positions, 0..0]
            } else {
                self.0[root] += machine.count(batch, whole.clone(), castlings[0]);
                [positions.start..whole.start, whole.end..positions.end]
            };
            for at in single.into_iter().flatten() {
                if !group.contains(&at) {
                    group = at / M::LANES * M::LANES..at / M::LANES * M::LANES + M::LANES;
                    counts = machine.count_lanes(batch, group.start, castlings[0]);
                }
                self.0[root] += counts[at - group.start];
            }
        }
    }
}

/// Counts moves by what they are.
pub(super) struct Moves(pub(super) Vec<Tally>);

impl<M: Machine> Leaves<M> for Moves {
    type ReplyInfo = TypedReplyInfo;

    #[inline]
    fn reply_info(
        machine: M,
        parents: &Batch,
        at: usize,
        castlings: [&Castlings; 2],
    ) -> TypedReplyInfo {
        machine.typed_reply_info(parents, at, castlings, &KnownChecks::NONE)
    }

    #[inline]
    fn take_children(
        &mut self,
        machine: M,
        root: usize,
        parents: &Parents<'_>,
        reply_info: &TypedReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> Option<usize> {
        tally_known(
            machine,
            parents,
            reply_info,
            castlings,
            children,
            &mut self.0[root],
        )
    }

    #[inline]
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]) {
        for (root, positions) in batch.roots(number) {
            machine.tally_moves(batch, positions, castlings[0], &mut self.0[root]);
        }
    }
}

/// Counts the replies to the children of some parents, except for those children that it appends to a batch. `None` if the first
/// parent is in check.
#[inline(always)]
fn tally_known<M: Machine>(
    machine: M,
    parents: &Parents<'_>,
    reply_info: &TypedReplyInfo,
    castlings: &Castlings,
    children: &mut Batch,
    tally: &mut Tally,
) -> Option<usize> {
    (!reply_info.is_in_check(parents.lanes.start))
        .then(|| machine.tally_children(parents, reply_info, castlings, children, tally))
}

/// Counts moves by kind.
pub(super) struct Kinds {
    pub(super) tallies: Vec<Tally>,
    candidates: CandidateGroups,
    children: PendingChildren,
}

impl Kinds {
    pub(super) fn new(roots: usize) -> Self {
        Self {
            tallies: vec![Tally::default(); roots],
            candidates: CandidateGroups::new(),
            children: PendingChildren::new(),
        }
    }
}

impl<M: Machine> Leaves<M> for Kinds {
    /// The check info if it takes less time to make all children.
    type ReplyInfo = Result<TypedReplyInfo, CheckInfos>;

    #[inline]
    fn reply_info(
        machine: M,
        parents: &Batch,
        at: usize,
        castlings: [&Castlings; 2],
    ) -> Self::ReplyInfo {
        let Some(sensitive) = machine.check_sensitive(parents, at, castlings[1]) else {
            return Err(machine.check_infos(parents, at));
        };
        let checks = machine.known_checks(parents, at, &sensitive);
        Ok(machine.typed_reply_info(parents, at, castlings, &checks))
    }

    #[inline]
    fn take_children(
        &mut self,
        machine: M,
        root: usize,
        parents: &Parents<'_>,
        reply_info: &Self::ReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> Option<usize> {
        let reply_info = match reply_info {
            Ok(reply_info) => reply_info,
            Err(check_infos) => {
                return Some(machine.make_children(parents, check_infos, castlings, children));
            }
        };
        let tally = &mut self.tallies[root];
        tally_known(machine, parents, reply_info, castlings, children, tally)
    }

    #[inline]
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]) {
        for (root, positions) in batch.roots(number) {
            self.children.below(root);
            let mut at = positions.start;
            while at < positions.end {
                let room_end = (at / M::LANES + CandidateGroups::ROOM) * M::LANES;
                let end = room_end.min(positions.end);
                let (candidates, tallies) = (&mut self.candidates, &mut self.tallies);
                machine.tally_sets(batch, at..end, castlings[0], candidates, &mut tallies[root]);
                machine.tally_candidates(batch, candidates, castlings, &mut self.children, tallies);
                at = end;
            }
        }
    }

    fn settle(&mut self, machine: M, others: &Castlings) {
        machine.settle(&mut self.children, others, &mut self.tallies);
    }
}
