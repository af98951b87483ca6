//! Positions to count, with their depths.

use passant_perft::bulk;
use passant_query::Interrupt;
use passant_suite::Case;

use super::reference_counts::nodes;

/// A case, and the depths to which it is counted.
#[derive(Clone, Debug)]
pub struct Item {
    /// The case.
    pub case: Case,
    /// The depths with their counts, in increasing order. There is at least one.
    pub depths: Vec<(u32, u64)>,
}

/// How deep positions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountLimits {
    /// The maximum depth in plies, if one was chosen.
    pub depth: Option<u32>,
    /// The largest count that is asked for, in nodes.
    pub max_nodes: u64,
}

impl CountLimits {
    /// The cases with the depths whose counts are stored, those with the smallest counts first. Cases without a count
    /// within the limits are left out.
    #[must_use]
    pub fn items(&self, cases: Vec<Case>) -> Vec<Item> {
        let mut items: Vec<_> = cases
            .into_iter()
            .map(|case| Item {
                depths: self.stored_depths(&case),
                case,
            })
            .filter(|item| !item.depths.is_empty())
            .collect();
        items.sort_by_key(|item| item.depths.last().map(|(_, nodes)| *nodes));
        items
    }

    /// Adds the counts of all depths up to the maximum that are not stored. After an interrupt, fewer depths are added.
    #[must_use]
    pub fn with_all_depths(&self, item: &Item, interrupt: &Interrupt) -> Item {
        let mut item = item.clone();
        let known = item.depths.last().map_or(0, |(depth, _)| *depth);
        let too_large = item
            .case
            .depths()
            .find(|(_, nodes)| self.max_nodes < *nodes);
        for depth in known + 1..=self.depth.unwrap_or(0) {
            // All deeper trees are larger.
            if too_large.is_some_and(|(too_deep, _)| too_deep <= depth) {
                break;
            }
            let mut position = item.case.position().clone();
            let Some(nodes) = nodes(&mut position, depth, self.max_nodes, interrupt) else {
                break;
            };
            item.depths.push((depth, nodes));
        }
        item
    }

    /// The same for all items, without an interrupt.
    #[must_use]
    pub fn to_all_depths(&self, items: &[Item]) -> Vec<Item> {
        let interrupt = Interrupt::default();
        let items = items.iter();
        items
            .map(|item| self.with_all_depths(item, &interrupt))
            .collect()
    }

    /// The stored depths of a case within the limits, with their counts; depth 1 if none is stored.
    fn stored_depths(&self, case: &Case) -> Vec<(u32, u64)> {
        let mut depths: Vec<_> = case.depths().collect();
        if let Some(deepest) = self.depth {
            depths.retain(|(depth, _)| *depth <= deepest);
            if depths.is_empty() {
                depths.push((1, bulk(&mut case.position().clone(), 1)));
            }
        }
        depths.retain(|(_, nodes)| *nodes <= self.max_nodes);
        depths
    }
}
