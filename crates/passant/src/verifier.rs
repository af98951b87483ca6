//! Verifies the expected counts of suites and EPD files.
//!
//! A tree of some thousand leaves takes less time than it takes to wake a thread for it. So the small trees of many
//! positions are counted together: the kernels count them in one walk, and each thread takes some of the positions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use passant_count::Tally;
use passant_kernel::KernelCount;
use passant_perft::{Counter, Resources, Run, RunError, Runner};
use passant_query::{Escaped, Interrupt};
use passant_rules::Position;
use passant_suite::Case;
use passant_suite::epd::EpdCase;

use crate::CliError;
use crate::progress_bar::Bar;

/// The largest tree whose leaf moves are tallied for the totals by move type. Making and classifying a leaf move takes
/// about twenty times as long as counting it.
pub(crate) const TALLY_NODES: u64 = 1_000_000;

/// A position with the number of leaf nodes that it must have at some depths.
pub(crate) struct ExpectedCounts {
    /// The address of a suite case, or file and line of an EPD file.
    pub(crate) name: String,
    pub(crate) position: Position,
    /// Leaf nodes by depth.
    pub(crate) expected: BTreeMap<u32, u64>,
}

impl From<&Case> for ExpectedCounts {
    fn from(case: &Case) -> Self {
        Self {
            name: case.address.clone(),
            position: case.position().clone(),
            expected: case.depths().collect(),
        }
    }
}

impl ExpectedCounts {
    /// Returns the position in a line of an EPD file.
    pub(crate) fn of_line(file: &str, case: EpdCase) -> Self {
        let place = format!("{file}:{}", case.line);
        let name = case
            .name
            .map_or(place.clone(), |name| format!("{place} {name}"));
        let name = Escaped(&name).to_string();
        Self {
            name,
            position: case.position,
            expected: case.depths,
        }
    }
}

/// Returns the depth whose leaf moves are added to the totals by type: the deepest that is not large, up to a depth.
fn tally_depth(counts: &ExpectedCounts, deepest: u32) -> Option<u32> {
    let within = |(&depth, &nodes): (&u32, &u64)| {
        (nodes <= TALLY_NODES && depth <= deepest).then_some(depth)
    };
    counts.expected.iter().filter_map(within).next_back()
}

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

/// The counts to make in each position.
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
        merges: bool,
        max_nodes: u64,
        measure: Measure,
    ) -> Self {
        Self {
            summary: Summary {
                counter,
                threads: runner.threads(),
                ..Summary::default()
            },
            runner,
            merges,
            // Without a handler Ctrl-C ends the program at once.
            interrupt: crate::interrupt::on_signals().unwrap_or_default(),
            max_nodes,
            measure,
            bar: Bar::new(""),
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
        error => CliError::bad_input(error),
    }
}

/// A tree that cannot have more leaves than this is small.
const MOST_LEAVES: u64 = 20_000_000;

/// More moves than any position can have: nine queens, and two of each other piece, on an empty board.
const MOST_MOVES: u64 = 330;

/// Counts small trees.
struct SmallTrees<'a> {
    runner: &'a Runner,
    counter: Counter,
    /// True if the counts must stop.
    stop: Arc<AtomicBool>,
    /// Larger expected counts are not verified.
    max_nodes: u64,
}

/// The counts of a position that were made ahead, together with other positions.
#[derive(Default)]
struct SmallCounts {
    /// The leaf nodes by depth, up to the first that are not as expected.
    nodes: BTreeMap<u32, u64>,
    /// The depth of the totals by type, and the leaf moves of this depth.
    tally: Option<(u32, Tally)>,
    differs: bool,
}

impl SmallCounts {
    /// Tells whether the tree of this depth is small, to judge by the deepest count so far.
    fn is_small(&self, depth: u32) -> bool {
        let (counted, nodes) = self.nodes.last_key_value().unwrap_or((&0, &1));
        let growth = MOST_MOVES.checked_pow(depth - counted);
        let most = growth.and_then(|growth| nodes.checked_mul(growth));
        !self.differs && most.is_some_and(|most| most <= MOST_LEAVES)
    }
}

impl SmallTrees<'_> {
    /// Counts the leaf nodes of the small trees below some positions.
    fn count(&self, some: &[ExpectedCounts]) -> Result<Vec<SmallCounts>, RunError> {
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
    fn tally(&self, some: &[ExpectedCounts], found: &mut [SmallCounts]) -> Result<(), RunError> {
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
