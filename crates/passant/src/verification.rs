//! Counts that somebody has written down, counted again.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use passant_perft::{Runner, Tally};
use passant_rules::Position;
use passant_suite::Case;
use passant_suite::epd::EpdCase;

use crate::progress::Bar;

/// The largest tree whose leaf moves are tallied for the totals by kind: making and classifying each leaf takes some
/// twenty times as long as counting it.
pub(crate) const KIND_NODES: u64 = 1_000_000;

/// A position, and how many leaf nodes it must have at some depths.
pub(crate) struct Task {
    /// The address of a suite case, or file and line of an EPD file.
    pub(crate) name: String,
    pub(crate) position: Position,
    /// Leaf nodes by depth.
    pub(crate) expected: BTreeMap<u32, u64>,
}

/// What was found about a task.
pub(crate) struct Finding {
    pub(crate) name: String,
    pub(crate) position: Position,
    /// The deepest count that was checked, or the first that differs; `None` if none is within the limit.
    pub(crate) count: Option<Count>,
    /// The leaf moves by kind at the depth of that count, if they were asked for.
    pub(crate) tally: Option<Tally>,
}

/// An expected count and what was counted.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    pub(crate) depth: u32,
    pub(crate) expected: u64,
    pub(crate) nodes: u64,
}

/// What to do with a task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Count the leaf nodes.
    Nodes,
    /// Count the leaf moves by kind as well.
    Tallies,
}

/// Counts what is expected, task by task, and keeps the sums.
pub(crate) struct Verifier {
    runner: Runner,
    max_nodes: u64,
    detail: Detail,
    bar: Bar,
    pub(crate) summary: Summary,
}

/// All tasks together.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) positions: usize,
    pub(crate) different: usize,
    pub(crate) unchecked: usize,
    /// Counts that were compared.
    pub(crate) counts: usize,
    /// Leaf nodes counted to compare them.
    pub(crate) nodes: u64,
    /// The time that took.
    pub(crate) time: Duration,
    /// Leaf moves by kind, each position at its deepest depth of at most [`KIND_NODES`] leaves.
    pub(crate) kinds: Tally,
}

impl From<&Case> for Task {
    fn from(case: &Case) -> Self {
        Self {
            name: case.address.clone(),
            position: case.position().clone(),
            expected: case.depths().collect(),
        }
    }
}

impl Task {
    /// The position of a line of an EPD file.
    pub(crate) fn of_line(file: &str, case: EpdCase) -> Self {
        let place = format!("{file}:{}", case.line);
        let name = case
            .name
            .map_or(place.clone(), |name| format!("{place} {name}"));
        Self {
            name,
            position: case.position,
            expected: case.depths,
        }
    }
}

impl Count {
    pub(crate) fn is_as_expected(self) -> bool {
        self.nodes == self.expected
    }
}

impl Verifier {
    pub(crate) fn new(runner: Runner, max_nodes: u64, detail: Detail) -> Self {
        Self {
            runner,
            max_nodes,
            detail,
            bar: Bar::new(),
            summary: Summary::default(),
        }
    }

    pub(crate) fn threads(&self) -> usize {
        self.runner.threads()
    }

    /// Counts every depth within the limit, the shallow ones first, up to the first difference.
    pub(crate) fn verify(&mut self, task: Task) -> Finding {
        self.bar.title(&task.name);
        let max_nodes = self.max_nodes;
        let mut last = None;
        for (&depth, &expected) in task
            .expected
            .iter()
            .filter(|(_, nodes)| **nodes <= max_nodes)
        {
            let count = Count {
                depth,
                expected,
                nodes: self.count(&task.position, depth),
            };
            last = Some(count);
            if !count.is_as_expected() {
                break;
            }
        }
        let tally = match (self.detail, last) {
            (Detail::Tallies, Some(count)) => Some(self.tally(&task.position, count.depth)),
            _ => None,
        };
        self.add_kinds(&task, last, tally.as_ref());
        self.summary.positions += 1;
        self.summary.different += usize::from(last.is_some_and(|count| !count.is_as_expected()));
        self.summary.unchecked += usize::from(last.is_none());
        Finding {
            name: task.name,
            position: task.position,
            count: last,
            tally,
        }
    }

    fn count(&mut self, position: &Position, depth: u32) -> u64 {
        let start = Instant::now();
        let nodes = self
            .runner
            .count(position, depth, &|progress| self.bar.show(progress));
        self.summary.time += start.elapsed();
        self.summary.counts += 1;
        self.summary.nodes += nodes;
        nodes
    }

    fn tally(&self, position: &Position, depth: u32) -> Tally {
        self.runner
            .count(position, depth, &|progress| self.bar.show(progress))
    }

    /// Adds the leaf moves of a position to the totals by kind, unless its counts are wrong already.
    fn add_kinds(&mut self, task: &Task, last: Option<Count>, tally: Option<&Tally>) {
        let Some(last) = last.filter(|count| count.is_as_expected()) else {
            return;
        };
        let within = |(&depth, &nodes): (&u32, &u64)| {
            (nodes <= KIND_NODES && depth <= last.depth).then_some(depth)
        };
        let Some(depth) = task.expected.iter().filter_map(within).next_back() else {
            return;
        };
        self.summary.kinds += match tally {
            Some(tally) if depth == last.depth => tally.clone(),
            _ => self.tally(&task.position, depth),
        };
    }
}
