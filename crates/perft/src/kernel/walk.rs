//! The walk over the tree: positions are made level by level into batches, and the last level is only counted.

use passant_rules::Position;

use super::batch::{Batch, MOST_LANES};
use super::planes::{Planes, Wings};

/// One instruction set, and what it does to many positions at once.
pub(super) trait Machine: Copy {
    /// Appends all children of a position to a batch.
    fn expand(self, parent: &Planes, wings: &Wings, children: &mut Batch);

    /// How many moves the first `number` positions of a batch have together.
    ///
    /// `number` is a multiple of [`MOST_LANES`], or the batch is padded behind its last position.
    fn count(self, batch: &Batch, number: usize, wings: &Wings) -> u64;
}

/// Counts the leaves below a position.
pub(super) fn count<M: Machine>(machine: M, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let us = position.side_to_move();
    let mut walk = Walk {
        machine,
        depth,
        wings: [us, !us].map(|color| Wings::new(position, color)),
        levels: (0..depth).map(|_| Batch::new()).collect(),
        nodes: 0,
    };
    walk.levels[depth as usize - 1].push(Planes::new(position));
    walk.level(depth as usize - 1);
    walk.finish();
    walk.nodes
}

struct Walk<M> {
    machine: M,
    depth: u32,
    /// The castlings of the side to move at the root, and of the other.
    wings: [Wings; 2],
    /// The positions whose subtrees have one more half-move than the index says.
    levels: Vec<Box<Batch>>,
    nodes: u64,
}

impl<M: Machine> Walk<M> {
    /// The castlings of the side to move at a level.
    #[inline]
    fn wings(&self, level: usize) -> Wings {
        self.wings[(self.depth as usize - 1 - level) & 1]
    }

    /// Goes through the positions of a level. Those of level 0 are counted once there are many.
    fn level(&mut self, level: usize) {
        if level == 0 {
            return;
        }
        let wings = self.wings(level);
        for at in 0..self.levels[level].len() {
            let parent = self.levels[level].get(at);
            self.machine
                .expand(&parent, &wings, &mut self.levels[level - 1]);
            if level == 1 {
                self.count_if_full();
            } else {
                self.level(level - 1);
                self.levels[level - 1].clear();
            }
        }
    }

    /// Counts the last level if there is no room for more, but for the few that do not fill all lanes.
    #[inline]
    fn count_if_full(&mut self) {
        let wings = self.wings(0);
        let frontier = &mut self.levels[0];
        if frontier.is_full() {
            let number = frontier.len() / MOST_LANES * MOST_LANES;
            self.nodes += self.machine.count(frontier, number, &wings);
            frontier.drop_first(number);
        }
    }

    /// Counts what is left of the last level.
    fn finish(&mut self) {
        let wings = self.wings(0);
        let frontier = &mut self.levels[0];
        frontier.pad();
        self.nodes += self.machine.count(frontier, frontier.len(), &wings);
        frontier.clear();
    }
}
