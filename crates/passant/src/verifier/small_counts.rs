//! Counts of small trees, many positions at a time.
//!
//! A tree of some thousand leaves takes less time than it takes to wake a thread for it. So the small trees of many
//! positions are counted together: the kernels count them in one walk, and each thread takes some of the positions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use passant_count::Tally;
use passant_kernel::KernelCount;
use passant_perft::{Counter, RunError, Runner};
use passant_rules::Position;

use super::expected_counts::{ExpectedCounts, tally_depth};

/// A tree that cannot have more leaves than this is small.
const MOST_LEAVES: u64 = 20_000_000;

/// More moves than any position can have: nine queens, and two of each other piece, on an empty board.
const MOST_MOVES: u64 = 330;

/// Counts small trees.
pub(super) struct SmallTrees<'a> {
    pub(super) runner: &'a Runner,
    pub(super) counter: Counter,
    /// Whether to stop.
    pub(super) stop: Arc<AtomicBool>,
    /// Larger expected counts are not verified.
    pub(super) max_nodes: u64,
}

/// What is counted of a position ahead of all else.
#[derive(Default)]
pub(super) struct SmallCounts {
    /// The leaf nodes by depth, up to the first that are not as expected.
    pub(super) nodes: BTreeMap<u32, u64>,
    /// The depth of the totals by type, and the leaf moves of this depth.
    pub(super) tally: Option<(u32, Tally)>,
    differs: bool,
}

impl SmallCounts {
    /// Whether the tree of this depth is small, to judge by the deepest count so far.
    fn is_small(&self, depth: u32) -> bool {
        let (counted, nodes) = self.nodes.last_key_value().unwrap_or((&0, &1));
        let growth = MOST_MOVES.checked_pow(depth - counted);
        let most = growth.and_then(|growth| nodes.checked_mul(growth));
        !self.differs && most.is_some_and(|most| most <= MOST_LEAVES)
    }
}

impl SmallTrees<'_> {
    /// Counts the leaf nodes of the small trees below some positions.
    pub(super) fn count(&self, some: &[ExpectedCounts]) -> Result<Vec<SmallCounts>, RunError> {
        let mut found: Vec<SmallCounts> = some.iter().map(|_| SmallCounts::default()).collect();
        let expected = |at: usize, depth: u32| some[at].expected.get(&depth).copied();
        let all_depths = some.iter().flat_map(|counts| counts.expected.keys());
        for depth in all_depths.copied().collect::<BTreeSet<u32>>() {
            let is_wanted = |at: &usize| {
                let is_within = expected(*at, depth).is_some_and(|nodes| nodes <= self.max_nodes);
                is_within && found[*at].is_small(depth)
            };
            let wanted: Vec<usize> = (0..some.len()).filter(is_wanted).collect();
            let counts: Vec<u64> = self.count_each(some, &wanted, depth)?;
            for (at, nodes) in wanted.into_iter().zip(counts) {
                found[at].differs = expected(at, depth) != Some(nodes);
                found[at].nodes.insert(depth, nodes);
            }
        }
        Ok(found)
    }

    /// Counts the leaf moves that go into the totals by type.
    pub(super) fn tally(
        &self,
        some: &[ExpectedCounts],
        found: &mut [SmallCounts],
    ) -> Result<(), RunError> {
        let mut by_depth: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (at, (counts, small)) in some.iter().zip(found.iter()).enumerate() {
            let deepest = small.nodes.last_key_value().map(|(depth, _)| *depth);
            let depth = deepest.and_then(|deepest| tally_depth(counts, deepest));
            if let (false, Some(depth)) = (small.differs, depth) {
                by_depth.entry(depth).or_default().push(at);
            }
        }
        for (depth, wanted) in by_depth {
            let tallies: Vec<Tally> = self.count_each(some, &wanted, depth)?;
            for (at, tally) in wanted.into_iter().zip(tallies) {
                found[at].tally = Some((depth, tally));
            }
        }
        Ok(())
    }

    /// Counts the trees of one depth below some of the positions.
    fn count_each<C: KernelCount>(
        &self,
        some: &[ExpectedCounts],
        wanted: &[usize],
        depth: u32,
    ) -> Result<Vec<C>, RunError> {
        let position = |&at: &usize| some[at].position.clone();
        let positions: Vec<Position> = wanted.iter().map(position).collect();
        self.runner
            .count_each(&positions, depth, self.counter, &self.stop)
    }
}
