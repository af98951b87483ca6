//! Counts that somebody has written down, counted again.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use passant_perft::{Count as Counted, Counter, Run, RunError, Runner, Tally};
use passant_rules::Position;
use passant_suite::Case;
use passant_suite::epd::EpdCase;

use crate::Failure;
use crate::arguments::VerifyOptions;
use crate::progress::Bar;
use passant_query::Interrupt;

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
    merges: bool,
    interrupt: Interrupt,
    max_nodes: u64,
    detail: Detail,
    bar: Bar,
    pub(crate) summary: Summary,
}

/// All tasks together.
#[derive(Default)]
pub(crate) struct Summary {
    /// What counts the leaf nodes.
    pub(crate) counter: Counter,
    pub(crate) threads: usize,
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
    pub(crate) fn new(
        runner: Runner,
        counter: Counter,
        options: &VerifyOptions,
        detail: Detail,
    ) -> Self {
        Self {
            summary: Summary {
                counter,
                threads: runner.threads(),
                ..Summary::default()
            },
            runner,
            merges: !options.unmerged,
            // Where signals cannot be caught, Ctrl-C ends the program at once.
            interrupt: crate::interrupt::on_signals().unwrap_or_default(),
            max_nodes: options.max_nodes,
            detail,
            bar: Bar::new(),
        }
    }

    /// Counts every depth within the limit, the shallow ones first, up to the first difference.
    pub(crate) fn verify(&mut self, task: Task) -> Result<Finding, Failure> {
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
                nodes: self.nodes(&task.position, depth)?,
            };
            last = Some(count);
            if !count.is_as_expected() {
                break;
            }
        }
        let tally = match (self.detail, last) {
            (Detail::Tallies, Some(count)) => Some(self.count(&task.position, count.depth)?),
            _ => None,
        };
        self.add_kinds(&task, last, tally.as_ref())?;
        self.summary.positions += 1;
        self.summary.different += usize::from(last.is_some_and(|count| !count.is_as_expected()));
        self.summary.unchecked += usize::from(last.is_none());
        Ok(Finding {
            name: task.name,
            position: task.position,
            count: last,
            tally,
        })
    }

    fn nodes(&mut self, position: &Position, depth: u32) -> Result<u64, Failure> {
        let start = Instant::now();
        let nodes = self.count(position, depth)?;
        self.summary.time += start.elapsed();
        self.summary.counts += 1;
        self.summary.nodes += nodes;
        Ok(nodes)
    }

    fn count<C: Counted>(&self, position: &Position, depth: u32) -> Result<C, Failure> {
        let show = |progress| self.bar.show(progress);
        let mut run = Run::new(position.clone(), depth)
            .counter(self.summary.counter)
            .stop(self.interrupt.flag())
            .progress(&show);
        if !self.merges {
            run = run.unmerged();
        }
        match self.runner.run(&run) {
            Ok(outcome) => Ok(outcome.total),
            Err(RunError::Interrupted) => Err(Failure::Interrupted("interrupted\n".to_owned())),
            Err(error) => Err(Failure::BadInput(format!("error: {error}\n"))),
        }
    }

    /// Adds the leaf moves of a position to the totals by kind, unless its counts are wrong already.
    fn add_kinds(
        &mut self,
        task: &Task,
        last: Option<Count>,
        tally: Option<&Tally>,
    ) -> Result<(), Failure> {
        let Some(last) = last.filter(|count| count.is_as_expected()) else {
            return Ok(());
        };
        let within = |(&depth, &nodes): (&u32, &u64)| {
            (nodes <= KIND_NODES && depth <= last.depth).then_some(depth)
        };
        let Some(depth) = task.expected.iter().filter_map(within).next_back() else {
            return Ok(());
        };
        self.summary.kinds += match tally {
            Some(tally) if depth == last.depth => tally.clone(),
            _ => self.count(&task.position, depth)?,
        };
        Ok(())
    }
}
