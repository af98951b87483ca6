//! Dividing a run into shards.

use std::path::Path;

use passant_files::{Links, record, replace};
use passant_kernel::KernelCount;
use passant_rules::{EnPassantMode, Position};
use serde::{Deserialize, Serialize};

use super::shard::{Header, POSITIONS, SPLIT, SplitKey};
use crate::runner::error::{FileCause, FrontierError, RunError};
use crate::runner::frontier::{
    Entry, Frontier, Labels, Layout, Limits, Numbers, Options, Pass, Scratch, write_positions,
};
use crate::runner::run::Resources;
use crate::runner::work::confirm_lines;

/// A run to divide into shards, each a file: see [`Runner::split`](crate::Runner::split).
pub struct Split<'a> {
    position: Position,
    key: SplitKey,
    resources: Resources<'a>,
}

/// A summary of the run that was divided: the contents of `split.json`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SplitSummary {
    /// The facts that the shards have in common.
    pub split: SplitKey,
    /// The number of positions in all shards.
    pub positions: u64,
    /// The number of lines that lead to them: the perft of their ply.
    pub lines: u128,
}

impl<'a> Split<'a> {
    /// Divides the count of `C` below a position to a depth: the positions of a ply go into this many shards.
    ///
    /// ```
    /// use passant_count::Tally;
    /// use passant_perft::{Counter, Run, Runner, Shard, Split};
    /// use passant_rules::Position;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path();
    /// let runner = Runner::new(None)?;
    /// let split = Split::new::<Tally>(Position::initial(), 5, 2, 3);
    /// assert_eq!(runner.split(&split, folder)?.positions, 400);
    /// for number in 1..=3 {
    ///     let shard = Shard::open(&folder.join(format!("shard-{number:05}.positions")))?;
    ///     runner.run(&Run::<Tally>::of_shard(&shard).unwrap())?;
    /// }
    /// assert_eq!(runner.join(folder, 1)?.columns[0], ("nodes", 4_865_609));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new<C: KernelCount>(position: Position, depth: u32, ply: u32, shards: u64) -> Self {
        Self {
            key: SplitKey {
                passant: env!("CARGO_PKG_VERSION").to_owned(),
                fen: position.fen(EnPassantMode::Always).to_string(),
                depth,
                counted: C::NAME.to_owned(),
                ply,
                shards: shards.max(1),
            },
            position,
            resources: Resources::default(),
        }
    }

    /// Sets what it may take, who can stop it, and who is told which ply is laid out.
    #[must_use]
    pub fn with(mut self, resources: Resources<'a>) -> Self {
        self.resources = resources;
        self
    }

    pub(in crate::runner) fn write(
        &self,
        folder: &Path,
        pool: &rayon::ThreadPool,
    ) -> Result<SplitSummary, RunError> {
        let options = Options {
            labels: Labels::None,
            merge: true,
        };
        let tell = |pass: Pass| (self.resources.progress)(pass.into());
        let scratch = self.resources.scratch.as_deref();
        let layout = Layout {
            root: &self.position,
            options,
            limits: Limits {
                depth: self.key.depth,
                max_ply: self.key.ply,
                merge: true,
                threads: pool.current_num_threads(),
                memory: self.resources.memory,
                by_parts: false,
                has_scratch: scratch.is_some(),
                leaf_time: 0.0,
                most_leaves: None,
            },
            scratch: scratch.map(|folder| Scratch::new(folder, &self.position, options)),
            stop: &self.resources.stop,
            progress: &tell,
        };
        let frontier = pool.install(|| Frontier::to_ply(layout))?;
        let Numbers {
            positions, lines, ..
        } = pool.install(|| self.deal(&frontier, folder))?;
        let stop = &self.resources.stop;
        confirm_lines(pool, &self.position, self.key.ply, lines, stop)?;
        let summary = SplitSummary {
            split: self.key.clone(),
            positions,
            lines,
        };
        let path = folder.join(SPLIT);
        record::to_line(&summary)
            .and_then(|line| replace(&path, Links::Followed, line.as_bytes()))
            .map_err(|error| not_written(&path, error))?;
        frontier.remove_files();
        Ok(summary)
    }

    /// Deals the positions of the frontier out to the shards, in order. Returns how many there were before they were dealt.
    ///
    /// Every part has nearly the same number of positions, so the shards of a part follow from its index. A part is divided
    /// among several shards, or a shard takes the positions of several parts; it is then held in memory until it is full.
    fn deal(&self, frontier: &Frontier<'_>, folder: &Path) -> Result<Numbers, RunError> {
        let (parts, shards) = (frontier.plan.parts, self.key.shards);
        let mut numbers = Numbers::default();
        let mut shard: Vec<Entry> = Vec::new();
        for part in 0..parts {
            let entries = frontier.part(part)?;
            numbers.add(Numbers::of(&entries, 0));
            let borders = Borders {
                part,
                parts,
                shards,
                entries: entries.len() as u64,
            };
            let mut rest = entries.iter();
            for index in borders.shards() {
                let size = borders.at(index + 1) - borders.at(index);
                shard.extend(rest.by_ref().take(size));
                if borders.is_full(index) {
                    self.write_shard(folder, index + 1, &shard)?;
                    shard.clear();
                }
            }
        }
        Ok(numbers)
    }

    /// Writes the file of a shard. The first has the number 1.
    fn write_shard(&self, folder: &Path, number: u64, entries: &[Entry]) -> Result<(), RunError> {
        let numbers = Numbers {
            entries: entries.len() as u64,
            positions: entries.len() as u64,
            lines: entries.iter().map(|entry| u128::from(entry.lines())).sum(),
            moves: 0,
        };
        let header = Header {
            split: self.key.clone(),
            shard: number,
            numbers,
        };
        let path = folder.join(format!("shard-{number:05}.{POSITIONS}"));
        write_positions(&path, &header, entries.iter().copied())
            .map_err(|error| not_written(&path, error))
    }
}

/// The borders between shards within one part of the frontier.
///
/// Parts and shards divide the same length: part `p` of `P` covers the fractions from `p / P` to `(p + 1) / P`, and shard
/// `s` of `S` those from `s / S` to `(s + 1) / S`. Consecutive shards share a border, the first border of a part is 0 and
/// the last is the number of its entries, so no entry is left out or dealt twice.
struct Borders {
    part: u64,
    parts: u64,
    shards: u64,
    entries: u64,
}

impl Borders {
    /// The shards, from 0, that get entries of this part.
    fn shards(&self) -> std::ops::Range<u64> {
        let first = self.part * self.shards / self.parts;
        let end = ((self.part + 1) * self.shards).div_ceil(self.parts);
        first..end
    }

    /// The index of the first entry of a shard, and of the first that comes after the shard before it.
    fn at(&self, shard: u64) -> usize {
        let start = self.part * self.shards;
        let from_start = u128::from((shard * self.parts).saturating_sub(start));
        let index = u128::from(self.entries) * from_start / u128::from(self.shards);
        index.min(u128::from(self.entries)) as usize
    }

    /// Tells whether the parts after this one have no entries of a shard.
    fn is_full(&self, shard: u64) -> bool {
        (shard + 1) * self.parts <= (self.part + 1) * self.shards
    }
}

fn not_written(path: &Path, error: std::io::Error) -> RunError {
    RunError::Frontier(FrontierError::new(path, FileCause::Write(error)))
}
