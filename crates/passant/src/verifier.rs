//! Verifies the expected counts of suites and EPD files.

mod expected_counts;
mod small_counts;

use std::time::{Duration, Instant};

use passant_count::Tally;
use passant_kernel::KernelCount;
use passant_perft::{Counter, Resources, Run, RunError, Runner};
use passant_query::Interrupt;
use passant_rules::Position;

use crate::CliError;
use crate::arguments::VerifyOptions;
use crate::progress_bar::Bar;
use expected_counts::tally_depth;
use small_counts::{SmallCounts, SmallTrees};

pub(crate) use expected_counts::{ExpectedCounts, TALLY_NODES};

/// The result for a position.
pub(crate) struct Verified {
    pub(crate) name: String,
    pub(crate) position: Position,
    /// The deepest count that was checked, or the first that differs; `None` if every count is above the limit.
    pub(crate) count: Option<CheckedCount>,
    /// The leaf moves by type at the depth of that count, if requested.
    pub(crate) tally: Option<Tally<u128>>,
}

/// A count, expected and got.
#[derive(Clone, Copy)]
pub(crate) struct CheckedCount {
    pub(crate) depth: u32,
    pub(crate) expected: u64,
    pub(crate) got: Nodes,
}

/// A number of leaf nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nodes {
    Exactly(u64),
    /// Counting was stopped when there were more than this.
    MoreThan(u64),
}

/// What to count in each position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The leaf nodes.
    Nodes,
    /// The leaf nodes, and the leaf moves by type.
    Tallies,
}

/// Verifies one position after another, and keeps the sums.
pub(crate) struct Verifier {
    runner: Runner,
    merges: bool,
    interrupt: Interrupt,
    max_nodes: u64,
    measure: Measure,
    bar: Bar,
    pub(crate) summary: Summary,
}

/// The sums over all positions.
#[derive(Default)]
pub(crate) struct Summary {
    /// The kernel or generator that counts the leaf nodes.
    pub(crate) counter: Counter,
    pub(crate) threads: usize,
    pub(crate) positions: usize,
    pub(crate) different: usize,
    pub(crate) unchecked: usize,
    /// The files that were read.
    pub(crate) files: Vec<FileSummary>,
    /// The number of counts that were compared.
    pub(crate) counts: usize,
    /// The leaf nodes in these counts.
    pub(crate) nodes: u64,
    /// The time to count them.
    pub(crate) time: Duration,
    /// The leaf moves by type, each position at its deepest depth of at most [`TALLY_NODES`] leaf nodes.
    pub(crate) tally: Tally<u128>,
}

/// The entries of a file.
pub(crate) struct FileSummary {
    pub(crate) name: String,
    /// The form that was detected; `None` if it is unclear.
    pub(crate) form: Option<String>,
    /// The number of positions that have counts.
    pub(crate) with_counts: usize,
    /// The number of positions that have none, and are not verified.
    pub(crate) without_counts: usize,
    pub(crate) errors: usize,
}

impl FileSummary {
    /// Tells whether the file has positions, and no counts.
    pub(crate) fn lacks_counts(&self) -> bool {
        self.errors == 0 && self.with_counts == 0 && self.without_counts != 0
    }
}

impl CheckedCount {
    pub(crate) fn is_as_expected(self) -> bool {
        self.got == Nodes::Exactly(self.expected)
    }
}

impl Verifier {
    pub(crate) fn new(
        runner: Runner,
        counter: Counter,
        options: &VerifyOptions,
        measure: Measure,
    ) -> Self {
        Self {
            summary: Summary {
                counter,
                threads: runner.threads(),
                ..Summary::default()
            },
            runner,
            merges: !options.unmerged,
            // Without a handler Ctrl-C ends the program at once.
            interrupt: crate::interrupt::on_signals().unwrap_or_default(),
            max_nodes: options.max_nodes,
            measure,
            bar: Bar::new(),
        }
    }

    /// Verifies some positions, and hands over the result of each as soon as it is known.
    pub(crate) fn verify_each(
        &mut self,
        some: Vec<ExpectedCounts>,
        mut found: impl FnMut(Verified) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let start = Instant::now();
        let trees = SmallTrees {
            runner: &self.runner,
            counter: self.summary.counter,
            stop: self.interrupt.flag(),
            max_nodes: self.max_nodes,
        };
        let mut ahead = trees.count(&some).map_err(run_error)?;
        self.summary.time += start.elapsed();
        trees.tally(&some, &mut ahead).map_err(run_error)?;
        for (counts, ahead) in some.into_iter().zip(ahead) {
            found(self.verify(counts, &ahead)?)?;
        }
        Ok(())
    }

    /// Counts every depth within the limit, in ascending order, up to the first difference. Each count stops soon after
    /// it has passed what is expected, so that no line of a file can claim little and cost much.
    fn verify(
        &mut self,
        counts: ExpectedCounts,
        ahead: &SmallCounts,
    ) -> Result<Verified, CliError> {
        self.bar.title(&counts.name);
        let max_nodes = self.max_nodes;
        let mut last = None;
        for (&depth, &expected) in counts
            .expected
            .iter()
            .filter(|(_, nodes)| **nodes <= max_nodes)
        {
            let count = CheckedCount {
                depth,
                expected,
                got: match ahead.nodes.get(&depth) {
                    Some(&nodes) => self.add_count(Nodes::Exactly(nodes), nodes),
                    None => self.nodes(&counts.position, depth, expected)?,
                },
            };
            last = Some(count);
            if !count.is_as_expected() {
                break;
            }
        }
        let tally = match (self.measure, last.map(|count| (count.depth, count.got))) {
            (Measure::Tallies, Some((depth, Nodes::Exactly(_)))) => {
                Some(self.tally(&counts.position, depth)?)
            }
            _ => None,
        };
        self.add_tally(&counts, last, tally.as_ref(), ahead)?;
        self.summary.positions += 1;
        self.summary.different += usize::from(last.is_some_and(|count| !count.is_as_expected()));
        self.summary.unchecked += usize::from(last.is_none());
        Ok(Verified {
            name: counts.name,
            position: counts.position,
            count: last,
            tally,
        })
    }

    fn nodes(&mut self, position: &Position, depth: u32, most: u64) -> Result<Nodes, CliError> {
        let start = Instant::now();
        let outcome = self.run::<u64>(position, depth, Some(most));
        self.summary.time += start.elapsed();
        let (got, counted) = match outcome {
            Err(RunError::MoreThan(most)) => (Nodes::MoreThan(most), most),
            outcome => {
                let nodes = outcome.map_err(run_error)?;
                // A small tree is counted to its end, however many nodes are expected.
                u64::try_from(nodes).map_or((Nodes::MoreThan(most), most), |nodes| {
                    (Nodes::Exactly(nodes), nodes)
                })
            }
        };
        Ok(self.add_count(got, counted))
    }

    /// Adds one count to the sums.
    fn add_count(&mut self, got: Nodes, nodes: u64) -> Nodes {
        self.summary.counts += 1;
        self.summary.nodes = self.summary.nodes.saturating_add(nodes);
        got
    }

    fn tally(&self, position: &Position, depth: u32) -> Result<Tally<u128>, CliError> {
        self.run::<Tally>(position, depth, None).map_err(run_error)
    }

    fn run<C: KernelCount>(
        &self,
        position: &Position,
        depth: u32,
        most: Option<u64>,
    ) -> Result<C::Total, RunError> {
        let show = |progress| self.bar.show_run(progress);
        let resources = Resources::default().stop(self.interrupt.flag());
        let mut run = Run::<C>::new(position.clone(), depth)
            .counter(self.summary.counter)
            .with(resources.progress(&show));
        if !self.merges {
            run = run.without_merging();
        }
        if let Some(most) = most {
            run = run.at_most(most);
        }
        self.runner.run(&run).map(|outcome| outcome.total)
    }

    /// Adds the leaf moves of a position to the totals by type, unless one of its counts differs.
    fn add_tally(
        &mut self,
        counts: &ExpectedCounts,
        last: Option<CheckedCount>,
        tally: Option<&Tally<u128>>,
        ahead: &SmallCounts,
    ) -> Result<(), CliError> {
        let Some(last) = last.filter(|count| count.is_as_expected()) else {
            return Ok(());
        };
        let Some(depth) = tally_depth(counts, last.depth) else {
            return Ok(());
        };
        self.summary.tally += match (tally, &ahead.tally) {
            (Some(tally), _) if depth == last.depth => tally.clone(),
            (_, Some((counted, tally))) if depth == *counted => tally.clone().into(),
            _ => self.tally(&counts.position, depth)?,
        };
        Ok(())
    }
}

fn run_error(error: RunError) -> CliError {
    match error {
        RunError::Interrupted => CliError::interruption(),
        error => CliError::bad_input(&error.to_string()),
    }
}
