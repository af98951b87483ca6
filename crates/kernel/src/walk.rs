//! The walk over the tree. Positions are made into batches, level by level, and the last level is only counted.

use core::ops::Range;

use passant_count::{Column, Tally};

use super::batch::{Batch, Batches, Parents};
use super::generate::CheckInfos;
use super::lanes::MOST_LANES;
use super::planes::{Castlings, Planes};
use super::reuse::ReplyInfo;
use super::root::Root;
use super::tally::{CandidateGroups, PendingChildren};

/// The way in which a kernel counts the last two plies. Both modes are exact, and neither remembers positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Makes and counts every position before the last ply. This is the reference.
    MakeAll,
    /// Does not make a position if the number of its moves follows from the number after a null move of its parent and
    /// from the two squares of the move.
    #[default]
    Reuse,
}

/// One instruction set, and its operations on many positions at once.
pub(super) trait Machine: Copy {
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
    fn reply_info(self, parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo;

    /// Counts the moves of the children of some parents, except for those children that it appends to a batch because each
    /// must be counted by itself. It stops at a parent in check, and when the batch is full. Returns the lane where it
    /// stopped, and the number of moves.
    fn count_children(
        self,
        parents: &Parents<'_>,
        reply_info: &ReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> (usize, u64);

    /// The number of positions in a group of lanes, which are examined at once.
    const LANES: usize;
}

/// Counts the leaves below each position.
pub(super) fn count<M: Machine>(
    machine: M,
    roots: &[Root],
    depth: u32,
    mode: Mode,
    batches: &mut Batches,
) -> Vec<u64> {
    if depth == 0 {
        return vec![1; roots.len()];
    }
    let leaves = Nodes(vec![0; roots.len()]);
    // Reuse pays only for many parents at once, and a shallow tree has too few.
    let reuses = mode == Mode::Reuse && (2 < depth || depth == 2 && MOST_LANES <= roots.len());
    Walk::new(machine, depth, leaves, reuses, batches)
        .run(roots)
        .0
}

/// Counts the leaf moves below each position by kind.
pub(super) fn tally<M: Machine>(
    machine: M,
    roots: &[Root],
    depth: u32,
    batches: &mut Batches,
) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); roots.len()];
    if depth == 0 {
        for root in &mut tallies {
            root.add(Column::Nodes, 1);
        }
        return tallies;
    }
    let leaves = Kinds {
        tallies,
        candidates: CandidateGroups::new(),
        children: PendingChildren::new(),
    };
    Walk::new(machine, depth, leaves, false, batches)
        .run(roots)
        .tallies
}

/// Counts the leaf moves below each position by what they are, and not by what they do to the other king.
pub(super) fn tally_moves<M: Machine>(
    machine: M,
    roots: &[Root],
    depth: u32,
    batches: &mut Batches,
) -> Vec<Tally> {
    if depth == 0 {
        return tally(machine, roots, depth, batches);
    }
    let leaves = Moves(vec![Tally::default(); roots.len()]);
    Walk::new(machine, depth, leaves, false, batches)
        .run(roots)
        .0
}

/// The counts of the positions before the last ply, for each root by itself.
trait Leaves<M> {
    /// True if leaves can be added of which nothing but their number is known.
    const IS_NUMBER: bool;

    /// Counts the moves of the first `number` positions of a batch.
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]);

    /// Adds leaves whose number is known.
    fn add(&mut self, root: usize, nodes: u64);

    /// Counts the positions that were put off. `others` are the castling moves of the side that is not to move before
    /// the last ply.
    fn settle(&mut self, machine: M, others: &Castlings);
}

/// Counts all moves together.
struct Nodes(Vec<u64>);

impl<M: Machine> Leaves<M> for Nodes {
    const IS_NUMBER: bool = true;

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

    #[inline]
    fn add(&mut self, root: usize, nodes: u64) {
        self.0[root] += nodes;
    }

    fn settle(&mut self, _: M, _: &Castlings) {}
}

/// Counts moves by what they are.
struct Moves(Vec<Tally>);

impl<M: Machine> Leaves<M> for Moves {
    const IS_NUMBER: bool = false;

    #[inline]
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]) {
        for (root, positions) in batch.roots(number) {
            machine.tally_moves(batch, positions, castlings[0], &mut self.0[root]);
        }
    }

    fn add(&mut self, root: usize, nodes: u64) {
        self.0[root].add(Column::Nodes, nodes);
    }

    fn settle(&mut self, _: M, _: &Castlings) {}
}

/// Counts moves by kind.
struct Kinds {
    tallies: Vec<Tally>,
    candidates: CandidateGroups,
    children: PendingChildren,
}

impl<M: Machine> Leaves<M> for Kinds {
    const IS_NUMBER: bool = false;

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

    fn add(&mut self, root: usize, nodes: u64) {
        self.tallies[root].add(Column::Nodes, nodes);
    }

    fn settle(&mut self, machine: M, others: &Castlings) {
        machine.settle(&mut self.children, others, &mut self.tallies);
    }
}

/// A walk over the trees below some positions, one after the other. The last levels are counted when their batches are
/// full, with positions of many trees.
struct Walk<'a, M, T> {
    machine: M,
    depth: u32,
    /// True if the walk reuses what is known about the parents of the leaves.
    reuses: bool,
    /// The castlings of the side to move at the roots, then those of the other side.
    castlings: [Castlings; 2],
    /// The positions of each level. The subtrees below level `n` have `n + 1` plies.
    levels: &'a mut [Box<Batch>],
    /// The index of the root whose tree is walked.
    root: usize,
    leaves: T,
}

impl<'a, M: Machine, T: Leaves<M>> Walk<'a, M, T> {
    fn new(machine: M, depth: u32, leaves: T, reuses: bool, batches: &'a mut Batches) -> Self {
        let levels = depth as usize;
        let missing = levels.saturating_sub(batches.0.len());
        batches.0.extend((0..missing).map(|_| Batch::new()));
        for level in &mut batches.0 {
            level.clear();
        }
        Self {
            machine,
            depth,
            reuses,
            castlings: [Castlings::default(); 2],
            levels: &mut batches.0[..levels],
            root: 0,
            leaves,
        }
    }

    /// Walks the tree below each position.
    fn run(mut self, roots: &[Root]) -> T {
        let top = self.depth as usize - 1;
        for (index, root) in roots.iter().enumerate() {
            self.root = index;
            self.join_castlings(&root.planes);
            self.levels[top].below(index);
            self.levels[top].push(root.planes);
            if top == 0 {
                self.count_if_full();
            } else {
                self.level(top);
            }
        }
        self.finish();
        self.leaves
    }

    /// Adds the castlings of a root to those of the roots before it. In Chess960 they may contradict each other; then
    /// the trees before this one are finished first.
    fn join_castlings(&mut self, root: &Planes) {
        let new = [root, &root.turn_over()].map(Castlings::new);
        let [own, others] = self.castlings;
        if let (Some(own), Some(others)) = (own.join(&new[0]), others.join(&new[1])) {
            self.castlings = [own, others];
        } else {
            self.finish();
            self.castlings = new;
        }
    }

    /// Tells whether the children of level 1 are counted by [`Machine::count_children`]. If they cannot be, that code
    /// is not compiled.
    #[inline]
    fn reuses(&self) -> bool {
        T::IS_NUMBER && self.reuses
    }

    /// The castlings of the side that is not to move at a level.
    #[inline]
    fn others(&self, level: usize) -> Castlings {
        self.castlings[(self.depth as usize - level) & 1]
    }

    /// The castlings of the side to move at a level.
    #[inline]
    fn castlings(&self, level: usize) -> Castlings {
        self.castlings[(self.depth as usize - 1 - level) & 1]
    }

    /// Expands the positions of a level and removes them, except for the parents of the last level: those wait until there
    /// are many, because they are examined in all lanes at once.
    fn level(&mut self, level: usize) {
        if level == 1 {
            return self.parents_if_full();
        }
        let castlings = self.castlings(level);
        for first in (0..self.levels[level].len()).step_by(M::LANES) {
            let check_infos = self.machine.check_infos(&self.levels[level], first);
            let end = M::LANES.min(self.levels[level].len() - first);
            for lane in 0..end {
                let (below, batch) = self.levels.split_at_mut(level);
                let (children, batch) = (&mut below[level - 1], &batch[0]);
                debug_assert!(!children.is_full(), "children of a parent would be lost");
                children.below(self.root);
                let parents = Parents {
                    batch,
                    at: first,
                    lanes: lane..lane + 1,
                };
                self.machine
                    .make_children(&parents, &check_infos, &castlings, children);
                self.level(level - 1);
            }
        }
        self.levels[level].clear();
    }

    /// Counts what is below the parents if level 1 has no room for more, except for the last few parents, which do not
    /// fill all lanes.
    fn parents_if_full(&mut self) {
        if self.levels[1].is_full() {
            let number = self.levels[1].len() / MOST_LANES * MOST_LANES;
            self.parents(number);
            self.levels[1].drop_first(number);
        }
    }

    /// Counts what is below the first `number` positions of level 1.
    fn parents(&mut self, number: usize) {
        let (castlings, others) = (self.castlings(1), self.others(1));
        if self.reuses() {
            self.each_parent(
                number,
                |machine, parents, at| machine.reply_info(parents, at, [&castlings, &others]),
                |machine, reply_info, mut parents, children| {
                    if reply_info.of_lane(parents.lanes.start).is_some() {
                        return machine.count_children(&parents, reply_info, &castlings, children);
                    }
                    parents.lanes.end = parents.lanes.start + 1;
                    let check_infos = machine.check_infos(parents.batch, parents.at);
                    let stop = machine.make_children(&parents, &check_infos, &castlings, children);
                    (stop, 0)
                },
            );
        } else {
            self.each_parent(
                number,
                M::check_infos,
                |machine, check_infos, parents, children| {
                    let stop = machine.make_children(&parents, check_infos, &castlings, children);
                    (stop, 0)
                },
            );
        }
    }

    /// Examines the first `number` positions of level 1 in groups of lanes, and makes the children of one after the other. What
    /// makes them gets parents below one root, and returns the lane where it stopped, and the number of leaves below those
    /// children that it counts without making them.
    fn each_parent<I>(
        &mut self,
        number: usize,
        examine: impl Fn(M, &Batch, usize) -> I,
        make: impl Fn(M, &I, Parents<'_>, &mut Batch) -> (usize, u64),
    ) {
        let mut run = 0;
        for first in (0..number).step_by(M::LANES) {
            let examined = examine(self.machine, &self.levels[1], first);
            let end = M::LANES.min(number - first);
            let mut lane = 0;
            while lane < end {
                let (children, batch) = self.levels.split_at_mut(1);
                let (children, batch) = (&mut children[0], &batch[0]);
                let (root, run_end) = batch.root_of(first + lane, &mut run);
                children.below(root);
                let parents = Parents {
                    batch,
                    at: first,
                    lanes: lane..end.min(run_end - first),
                };
                let known;
                (lane, known) = make(self.machine, &examined, parents, children);
                self.leaves.add(root, known);
                self.count_if_full();
            }
        }
    }

    /// Counts the last level if it has no room for more positions, except for the last few positions, which do not fill
    /// all lanes.
    #[inline]
    fn count_if_full(&mut self) {
        let (castlings, others) = (self.castlings(0), self.others(0));
        let frontier = &mut self.levels[0];
        if frontier.is_full() {
            let number = frontier.len() / MOST_LANES * MOST_LANES;
            self.leaves
                .take(self.machine, frontier, number, [&castlings, &others]);
            frontier.drop_first(number);
        }
    }

    /// Counts the rest of the last levels.
    fn finish(&mut self) {
        if 1 < self.levels.len() {
            self.levels[1].pad();
            self.parents(self.levels[1].len());
            self.levels[1].clear();
        }
        let (castlings, others) = (self.castlings(0), self.others(0));
        let frontier = &mut self.levels[0];
        frontier.pad();
        self.leaves.take(
            self.machine,
            frontier,
            frontier.len(),
            [&castlings, &others],
        );
        frontier.clear();
        self.leaves.settle(self.machine, &others);
    }
}
