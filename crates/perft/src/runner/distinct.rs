//! The number of different positions at each ply.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use passant_rules::{Color, EnPassantMode, File, Position, Rank, Square};
use rayon::prelude::*;

use super::error::RunError;
use super::frontier::{
    Entries, Entry, Labels, Layer, Limits, List, Making, Next, Options, Pass, Scratch,
    is_pseudo_legal, is_same_position,
};
use super::run::Resources;
use super::work::confirm_lines;

/// The task of [`Runner::distinct`](crate::Runner::distinct).
pub struct DistinctRun<'a> {
    pub(super) position: Position,
    pub(super) depth: u32,
    resources: Resources<'a>,
}

/// The number of different positions at one ply, under the three conventions for when the en passant target belongs to a
/// position.
///
/// *Legal* is that of the [Laws of Chess](https://handbook.fide.com/chapter/E012023), 9.2.3. For the initial position it is
/// [OEIS A083276](https://oeis.org/A083276); *pseudo-legal* is [A057745](https://oeis.org/A057745) up to ply 6.
#[derive(Clone, PartialEq, Debug)]
pub struct DistinctCount {
    /// The number of plies from the root.
    pub ply: u32,
    /// The lines of this many plies: the perft of the ply.
    pub lines: u128,
    /// The target belongs to the position after each double push.
    pub always: u64,
    /// ... if a pawn stands beside the pawn that has moved.
    pub pseudo_legal: u64,
    /// ... if it can be captured.
    pub legal: u64,
    /// Some positions that *pseudo-legal* tells from one that is the same by the laws: after a double push that no legal
    /// capture answers.
    pub only_pseudo_legal: Vec<Position>,
    /// The number of passes over the ply before: more than one where there was not enough memory for the whole ply.
    pub passes: u64,
    /// The time taken.
    pub time: Duration,
}

/// The number of positions that are shown as examples.
const EXAMPLES: usize = 10;

impl<'a> DistinctRun<'a> {
    /// Counts the positions of each ply from 1 to `depth`.
    #[must_use]
    pub fn new(position: Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            resources: Resources::default(),
        }
    }

    /// Sets what it may take, who can stop it, and who is told which ply is laid out.
    #[must_use]
    pub fn with(mut self, resources: Resources<'a>) -> Self {
        self.resources = resources;
        self
    }

    /// Counts, and hands over each ply when it is counted.
    pub(super) fn count(
        &self,
        pool: &rayon::ThreadPool,
        found: &mut (dyn FnMut(DistinctCount) + Send),
    ) -> Result<(), RunError> {
        let options = Options {
            labels: Labels::Target,
            merge: true,
        };
        let limits = Limits {
            depth: self.depth,
            max_ply: self.depth,
            merge: true,
            threads: pool.current_num_threads(),
            memory: self.resources.memory,
            by_parts: false,
            has_scratch: self.resources.scratch.is_some(),
            leaf_time: 0.0,
            most_leaves: None,
        };
        let folder = self.resources.scratch.as_deref();
        let scratch = folder.map(|folder| Scratch::new(folder, &self.position, options));
        let tell = |pass: Pass| (self.resources.progress)(pass.into());
        let making = Making {
            options,
            scratch: scratch.as_ref(),
            stop: &self.resources.stop,
            progress: &tell,
        };
        let mut layer = Layer::root(&self.position);
        while layer.ply < self.depth {
            let start = Instant::now();
            let ply = layer.ply + 1;
            let mut count = Tallied::default();
            let passes;
            match limits.force(&layer)? {
                // Nothing is made of the last ply.
                Next::Keep { parts, .. } | Next::InTurn { parts } if ply == self.depth => {
                    passes =
                        layer.for_each_part(parts, &making, &|_| false, &mut |_, expanded| {
                            count.add(&expanded.entries);
                            Ok(())
                        })?;
                }
                Next::Keep { parts, in_files } => {
                    layer = layer.next(parts, in_files, &making)?;
                    passes = layer.times.passes;
                    for index in 0..parts {
                        count.add(&*layer.part(index as usize)?);
                    }
                }
                Next::InTurn { .. } | Next::Count => {
                    return Err(RunError::Memory(self.resources.memory));
                }
            }
            confirm_lines(pool, &self.position, ply, count.lines, &self.resources.stop)?;
            found(count.at(ply, passes, start.elapsed()));
            if ply == self.depth {
                break;
            }
        }
        if let Some(scratch) = scratch {
            scratch.remove_files();
        }
        Ok(())
    }
}

/// The sums over the parts of a ply.
#[derive(Default)]
struct Tallied {
    lines: u128,
    always: u64,
    pseudo_legal: u64,
    legal: u64,
    only_pseudo_legal: Vec<Position>,
}

impl Tallied {
    fn add(&mut self, entries: &Entries) {
        let examples = AtomicUsize::new(self.only_pseudo_legal.len());
        let buckets = entries.buckets().par_iter();
        let parts: Vec<Self> = buckets.map(|bucket| Self::of(bucket, &examples)).collect();
        for part in parts {
            self.lines += part.lines;
            self.always += part.always;
            self.pseudo_legal += part.pseudo_legal;
            self.legal += part.legal;
            self.only_pseudo_legal.extend(part.only_pseudo_legal);
        }
    }

    fn of(bucket: &List, examples: &AtomicUsize) -> Self {
        let mut sums = Self::default();
        let mut same: Vec<Entry> = Vec::new();
        for entry in bucket.iter() {
            if same
                .last()
                .is_some_and(|last| !is_same_position(last, &entry))
            {
                sums.add_position(&same, examples);
                same.clear();
            }
            same.push(entry);
        }
        if !same.is_empty() {
            sums.add_position(&same, examples);
        }
        sums
    }

    /// Adds all entries of one position.
    fn add_position(&mut self, same: &[Entry], examples: &AtomicUsize) {
        let named = same.iter().filter(|entry| is_pseudo_legal(entry.label()));
        let number = named.clone().count();
        let is_also_unnamed = number < same.len();
        self.lines += same
            .iter()
            .map(|entry| u128::from(entry.lines()))
            .sum::<u128>();
        self.always += same.len() as u64;
        self.pseudo_legal += number as u64 + u64::from(is_also_unnamed);
        self.legal += 1;
        if is_also_unnamed || 1 < number {
            for entry in named {
                if examples.fetch_add(1, Ordering::Relaxed) < EXAMPLES {
                    self.only_pseudo_legal.extend(with_target(entry));
                }
            }
        }
    }

    fn at(mut self, ply: u32, passes: u64, time: Duration) -> DistinctCount {
        self.only_pseudo_legal
            .sort_by_key(|position| position.key().0);
        DistinctCount {
            ply,
            lines: self.lines,
            always: self.always,
            pseudo_legal: self.pseudo_legal,
            legal: self.legal,
            only_pseudo_legal: self.only_pseudo_legal,
            passes,
            time,
        }
    }
}

/// The position of an entry, with the target that its label stands for.
fn with_target(entry: &Entry) -> Option<Position> {
    let position = entry.position.position()?;
    let file = *File::ALL.get(usize::from(entry.label().checked_sub(1)?))?;
    let rank = match position.side_to_move() {
        Color::White => Rank::Sixth,
        Color::Black => Rank::Third,
    };
    let mut setup = position.setup(EnPassantMode::Legal);
    setup.en_passant = Some(Square::new(file, rank));
    setup.repair().ok().map(|(position, _)| position)
}
