//! The walk over the tree. Positions are made into batches, level by level, and the last level is only counted.

use passant_rules::Position;

use super::batch::{Batch, MOST_LANES};
use super::mode::Mode;
use super::planes::{Castlings, Planes};
use super::reuse::{LaneReplyInfo, ReplyInfo};
use super::tally::PendingChildren;
use crate::column::Column;
use crate::tally::Tally;

/// One instruction set, and its operations on many positions at once.
pub(super) trait Machine: Copy {
    /// Appends all children of a position to a batch.
    fn expand(self, parent: &Planes, castlings: &Castlings, children: &mut Batch);

    /// The total number of moves of the first `number` positions of a batch.
    ///
    /// `number` is a multiple of [`MOST_LANES`], or the batch is padded after its last position.
    fn count(self, batch: &Batch, number: usize, castlings: &Castlings) -> u64;

    /// Adds the moves of the first `number` positions of a batch to a tally, except for those that it leaves in
    /// `children` to be settled later.
    ///
    /// `castlings` are those of the side to move, then those of the other side.
    fn tally(
        self,
        batch: &Batch,
        number: usize,
        castlings: [&Castlings; 2],
        children: &mut PendingChildren,
        tally: &mut Tally,
    );

    /// Adds the moves that led to `children` to a tally; `others` are the castlings of the side that would reply.
    fn settle(self, children: &mut PendingChildren, others: &Castlings, tally: &mut Tally);

    /// Examines [`Machine::PARENTS`] positions of a padded batch, from `at` on; `castlings` are those of the side that
    /// is not to move.
    fn reply_info(self, parents: &Batch, at: usize, castlings: &Castlings) -> ReplyInfo;

    /// Counts the moves of the children of a position, except for those children that it appends to a batch because
    /// each must be counted by itself.
    fn count_children(
        self,
        parent: &Planes,
        reply_info: Option<LaneReplyInfo<'_>>,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> u64;

    /// The number of positions that [`Machine::reply_info`] examines.
    const PARENTS: usize;
}

/// Counts the leaves below each position.
pub(super) fn count<M: Machine>(
    machine: M,
    positions: &[Position],
    depth: u32,
    mode: Mode,
) -> Vec<u64> {
    if depth == 0 {
        return vec![1; positions.len()];
    }
    // Reuse pays only for many parents at once, and a shallow tree has too few.
    let reuses = mode == Mode::Reuse && 2 < depth;
    let mut walk = Walk::new(machine, depth, Nodes(0), reuses);
    let mut counts = Vec::with_capacity(positions.len());
    for position in positions {
        walk.run(position);
        counts.push(std::mem::take(&mut walk.leaves.0));
    }
    counts
}

/// Counts the leaf moves below a position by kind.
pub(super) fn tally<M: Machine>(machine: M, position: &Position, depth: u32) -> Tally {
    if depth == 0 {
        let mut root = Tally::default();
        root.add(Column::Nodes, 1);
        return root;
    }
    let leaves = Kinds {
        tally: Tally::default(),
        children: PendingChildren::new(),
    };
    let mut walk = Walk::new(machine, depth, leaves, false);
    walk.run(position);
    let others = walk.others(0);
    let Kinds {
        mut tally,
        mut children,
    } = walk.leaves;
    machine.settle(&mut children, &others, &mut tally);
    tally
}

/// What is counted of the positions before the last ply.
trait Leaves<M> {
    /// Whether leaves can be added of which nothing but their number is known.
    const IS_NUMBER: bool;

    /// Counts the moves of the first `number` positions of a batch.
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]);

    /// Adds leaves whose number is known.
    fn add(&mut self, nodes: u64);
}

/// Counts all moves together.
struct Nodes(u64);

impl<M: Machine> Leaves<M> for Nodes {
    const IS_NUMBER: bool = true;

    #[inline]
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]) {
        self.0 += machine.count(batch, number, castlings[0]);
    }

    #[inline]
    fn add(&mut self, nodes: u64) {
        self.0 += nodes;
    }
}

/// Counts moves by kind.
struct Kinds {
    tally: Tally,
    children: PendingChildren,
}

impl<M: Machine> Leaves<M> for Kinds {
    const IS_NUMBER: bool = false;

    #[inline]
    fn take(&mut self, machine: M, batch: &Batch, number: usize, castlings: [&Castlings; 2]) {
        machine.tally(
            batch,
            number,
            castlings,
            &mut self.children,
            &mut self.tally,
        );
    }

    fn add(&mut self, nodes: u64) {
        self.tally.add(Column::Nodes, nodes);
    }
}

struct Walk<M, T> {
    machine: M,
    depth: u32,
    /// Whether it reuses what is known about the parents of the leaves.
    reuses: bool,
    /// The castlings of the side to move at the root, then those of the other side.
    castlings: [Castlings; 2],
    /// The positions of each level. The subtrees below level `n` have `n + 1` plies.
    levels: Vec<Box<Batch>>,
    leaves: T,
}

impl<M: Machine, T: Leaves<M>> Walk<M, T> {
    fn new(machine: M, depth: u32, leaves: T, reuses: bool) -> Self {
        Self {
            machine,
            depth,
            reuses,
            castlings: [Castlings::default(); 2],
            levels: (0..depth).map(|_| Batch::new()).collect(),
            leaves,
        }
    }

    fn run(&mut self, position: &Position) {
        let us = position.side_to_move();
        self.castlings = [us, !us].map(|color| Castlings::new(position, color));
        let root = self.depth as usize - 1;
        self.levels[root].push(Planes::new(position));
        self.level(root);
        self.finish();
        self.levels[root].clear();
    }

    /// Whether the children of level 1 are counted by [`Machine::count_children`]. Where they cannot be, that code is not
    /// compiled.
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

    /// Expands the positions of a level. The positions of the last levels are counted once there are many.
    fn level(&mut self, level: usize) {
        if level == 0 {
            return;
        }
        if level == 1 && self.reuses() {
            return self.reuse_if_full();
        }
        let castlings = self.castlings(level);
        for at in 0..self.levels[level].len() {
            let parent = self.levels[level].get(at);
            self.machine
                .expand(&parent, &castlings, &mut self.levels[level - 1]);
            if level == 1 {
                self.count_if_full();
            } else {
                self.level(level - 1);
                if level != 2 || !self.reuses() {
                    self.levels[level - 1].clear();
                }
            }
        }
    }

    /// If level 1 has no room for more parents, counts its children, except for the last few parents, which do not fill
    /// all lanes.
    fn reuse_if_full(&mut self) {
        if self.levels[1].is_full() {
            let number = self.levels[1].len() / MOST_LANES * MOST_LANES;
            self.reuse(number);
            self.levels[1].drop_first(number);
        }
    }

    /// Counts the children of the first `number` positions of level 1.
    fn reuse(&mut self, number: usize) {
        let (castlings, others) = (self.castlings(1), self.others(1));
        for first in (0..number).step_by(M::PARENTS) {
            let reply_info = self.machine.reply_info(&self.levels[1], first, &others);
            for lane in 0..M::PARENTS.min(number - first) {
                let parent = self.levels[1].get(first + lane);
                let children = &mut self.levels[0];
                let reply_info = reply_info.of_lane(lane);
                let machine = self.machine;
                let known = machine.count_children(&parent, reply_info, &castlings, children);
                self.leaves.add(known);
                self.count_if_full();
            }
        }
    }

    /// If the last level has no room for more positions, counts it, except for the last few positions, which do not
    /// fill all lanes.
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
        if self.reuses() {
            self.levels[1].pad();
            self.reuse(self.levels[1].len());
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
    }
}
