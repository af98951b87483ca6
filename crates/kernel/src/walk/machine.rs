//! The operations that the walk needs from an instruction set.

use core::ops::Range;

use passant_count::Tally;

use crate::batch::{Batch, Parents};
use crate::generate::CheckInfos;
use crate::lanes::MOST_LANES;
use crate::planes::{Castlings, Planes};
use crate::reuse::{CheckSensitive, CheckingSide, KnownChecks, ReplyInfo, TypedReplyInfo};
use crate::tally::{CandidateGroups, PendingChildren};

/// One instruction set, and its operations on many positions at once.
pub(crate) trait Machine: Copy {
    /// Returns the checks and pins of [`Machine::LANES`] positions of a padded batch, from `at` on.
    fn check_infos(self, parents: &Batch, at: usize) -> CheckInfos;

    /// Appends all children of some positions, until the batch is full. Returns the lane where it stopped.
    fn make_children(
        self,
        parents: &Parents<'_>,
        check_infos: &CheckInfos,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> usize;

    /// The total number of moves of some positions of a batch: of whole groups of [`Machine::LANES`].
    fn count(self, batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64;

    /// The number of moves of each position of one group of lanes.
    fn count_lanes(self, batch: &Batch, at: usize, castlings: &Castlings) -> [u64; MOST_LANES];

    /// Adds the moves of some positions of a batch to a tally by what they are, and not by what they do to the other king.
    fn tally_moves(
        self,
        batch: &Batch,
        positions: Range<usize>,
        castlings: &Castlings,
        tally: &mut Tally,
    );

    /// Adds the moves of some positions of a batch to a tally, except for those that might give check or stalemate: it
    /// leaves these in `candidates`, which has room for some groups of [`Machine::LANES`] positions.
    ///
    /// `castlings` are those of the side to move.
    fn tally_sets(
        self,
        batch: &Batch,
        positions: Range<usize>,
        castlings: &Castlings,
        candidates: &mut CandidateGroups,
        tally: &mut Tally,
    );

    /// Adds the candidates to the tallies of their roots, except for those that it leaves in `children` to be settled
    /// later.
    ///
    /// `castlings` are those of the side to move, then those of the other side.
    fn tally_candidates(
        self,
        batch: &Batch,
        candidates: &CandidateGroups,
        castlings: [&Castlings; 2],
        children: &mut PendingChildren,
        tallies: &mut [Tally],
    );

    /// Adds the moves that led to `children` to the tallies of their roots; `others` are the castlings of the side that
    /// would reply.
    fn settle(self, children: &mut PendingChildren, others: &Castlings, tallies: &mut [Tally]);

    /// Examines [`Machine::LANES`] positions of a padded batch, from `at` on; `castlings` are those of the side to
    /// move, then those of the other side.
    fn reply_info(self, parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo<1>;

    /// Counts the moves of the children of some parents, except for those children that it appends to a batch because each
    /// must be counted by itself. It stops at a parent in check, and when the batch is full. Returns the lane where it
    /// stopped, and the number of moves.
    fn count_children(
        self,
        parents: &Parents<'_>,
        reply_info: &ReplyInfo<1>,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> (usize, u64);

    /// Finds the squares on which the checks in the replies to [`Machine::LANES`] positions depend; `castlings` are those of
    /// the side that replies. `None` if there is neither a bishop nor a queen.
    fn check_sensitive(
        self,
        parents: &Batch,
        at: usize,
        castlings: &Castlings,
    ) -> Option<CheckSensitive>;

    /// Looks at these checks one by one.
    fn known_checks(self, parents: &Batch, at: usize, sensitive: &CheckSensitive) -> KnownChecks;

    /// Does [`reuse::checks_after`](crate::reuse::checks_after).
    fn checks_after(self, after: &Planes, replies: CheckingSide) -> Option<[u64; 2]>;

    /// Examines [`Machine::LANES`] positions like [`Machine::reply_info`], for typed counts.
    fn typed_reply_info(
        self,
        parents: &Batch,
        at: usize,
        castlings: [&Castlings; 2],
        checks: &KnownChecks,
    ) -> TypedReplyInfo;

    /// Tallies the moves of the children of some parents like [`Machine::count_children`]. Returns the lane where it stopped.
    fn tally_children(
        self,
        parents: &Parents<'_>,
        typed: &TypedReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
        tally: &mut Tally,
    ) -> usize;

    /// The number of positions in a group of lanes, which are examined at once.
    const LANES: usize;
}
