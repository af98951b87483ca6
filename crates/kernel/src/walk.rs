//! The walk over the tree. Positions are made into batches, level by level, and the last level is only counted.

mod leaves;
mod machine;

use passant_count::{Column, Tally};

use super::batch::{Batch, Batches, Parents};
use super::lanes::MOST_LANES;
use super::planes::{Castlings, Planes};
use super::root::Root;
use leaves::{Kinds, Leaves, Moves, Nodes};

pub(super) use machine::Machine;

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
    let reuses = reuses(roots, depth, mode);
    Walk::new(machine, depth, leaves, reuses, batches)
        .run(roots)
        .0
}

/// Tells whether the replies to children are counted without making these. It pays only for many parents at once, and a
/// shallow tree has too few.
fn reuses(roots: &[Root], depth: u32, mode: Mode) -> bool {
    mode == Mode::Reuse && (2 < depth || depth == 2 && MOST_LANES <= roots.len())
}

/// Counts the leaf moves below each position by kind.
pub(super) fn tally<M: Machine>(
    machine: M,
    roots: &[Root],
    depth: u32,
    mode: Mode,
    batches: &mut Batches,
) -> Vec<Tally> {
    let mut leaves = Kinds::new(roots.len());
    if depth == 0 {
        for root in &mut leaves.tallies {
            root.add(Column::Nodes, 1);
        }
        return leaves.tallies;
    }
    let reuses = reuses(roots, depth, mode);
    Walk::new(machine, depth, leaves, reuses, batches)
        .run(roots)
        .tallies
}

/// Counts the leaf moves below each position by what they are, and not by what they do to the other king.
pub(super) fn tally_moves<M: Machine>(
    machine: M,
    roots: &[Root],
    depth: u32,
    mode: Mode,
    batches: &mut Batches,
) -> Vec<Tally> {
    if depth == 0 {
        return tally(machine, roots, depth, mode, batches);
    }
    let leaves = Moves(vec![Tally::default(); roots.len()]);
    let reuses = reuses(roots, depth, mode);
    Walk::new(machine, depth, leaves, reuses, batches)
        .run(roots)
        .0
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
        if self.reuses {
            self.each_parent(
                number,
                |machine, parents, at| T::reply_info(machine, parents, at, [&castlings, &others]),
                |machine, leaves, root, reply_info, mut parents, children| {
                    leaves
                        .take_children(machine, root, &parents, reply_info, &castlings, children)
                        .unwrap_or_else(|| {
                            parents.lanes.end = parents.lanes.start + 1;
                            let check_infos = machine.check_infos(parents.batch, parents.at);
                            machine.make_children(&parents, &check_infos, &castlings, children)
                        })
                },
            );
        } else {
            self.each_parent(
                number,
                M::check_infos,
                |machine, _, _, check_infos, parents, children| {
                    machine.make_children(&parents, check_infos, &castlings, children)
                },
            );
        }
    }

    /// Examines the first `number` positions of level 1 in groups of lanes, and makes the children of one after the other. What
    /// makes them gets parents below one root, and returns the lane where it stopped; it counts the leaves below those children
    /// that it does not make.
    fn each_parent<I>(
        &mut self,
        number: usize,
        examine: impl Fn(M, &Batch, usize) -> I,
        make: impl Fn(M, &mut T, usize, &I, Parents<'_>, &mut Batch) -> usize,
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
                let leaves = &mut self.leaves;
                lane = make(self.machine, leaves, root, &examined, parents, children);
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
