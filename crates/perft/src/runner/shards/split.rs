//! Dividing a run into shards.

use std::path::Path;

use passant_files::{Links, record, replace};
use passant_rules::{EnPassantMode, Position};
use serde::{Deserialize, Serialize};

use super::shard::{Header, POSITIONS, SPLIT, SplitKey};
use crate::count::Count;
use crate::runner::error::{FileCause, FrontierError, RunError};
use crate::runner::frontier::{
    Entry, Frontier, Labels, Layout, Limits, Numbers, Options, Scratch, write_positions,
};
use crate::runner::resources::Resources;
use crate::runner::result::Progress;

/// A run to divide into shards, each a file: see [`Runner::split`](crate::Runner::split).
pub struct Split<'a> {
    position: Position,
    key: SplitKey,
    resources: Resources<'a>,
}

/// What was divided: the contents of `split.json`.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SplitSummary {
    /// What the shards have in common.
    pub split: SplitKey,
    /// The number of positions in all shards.
    pub positions: u64,
    /// The number of lines that lead to them: the perft of their ply.
    pub lines: u128,
}

impl<'a> Split<'a> {
    /// Divides the count of `C` below a position to a depth: the positions of a ply go into so many shards.
    ///
    /// ```
    /// use passant_perft::{Counter, Run, Runner, Shard, Split, Tally, join};
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
    /// assert_eq!(join(folder, 1)?.columns[0], ("nodes", 4_865_609));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new<C: Count>(position: Position, depth: u32, ply: u32, shards: u64) -> Self {
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
        threads: usize,
    ) -> Result<SplitSummary, RunError> {
        let options = Options {
            labels: Labels::None,
            merge: true,
        };
        let tell = |ply| (self.resources.progress)(Progress::LayingOut { ply });
        let scratch = self.resources.scratch.as_deref();
        let layout = Layout {
            root: &self.position,
            options,
            limits: Limits {
                depth: self.key.depth,
                max_ply: self.key.ply,
                merge: true,
                threads,
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
        let frontier = Frontier::to_ply(layout)?;
        let mut summary = SplitSummary {
            split: self.key.clone(),
            positions: 0,
            lines: 0,
        };
        let parts = frontier.plan.parts;
        for part in 0..parts {
            let entries = frontier.part(part)?;
            // The shards of this part: all parts have about as many positions.
            let border = |part: u64| part * self.key.shards / parts;
            let (first, end) = (border(part), border(part + 1));
            let entries: Vec<Entry> = entries.iter().copied().collect();
            self.shards(folder, &entries, first..end, &mut summary)?;
        }
        let path = folder.join(SPLIT);
        record::to_line(&summary)
            .and_then(|line| replace(&path, Links::Followed, line.as_bytes()))
            .map_err(|error| not_written(&path, error))?;
        frontier.remove_files();
        Ok(summary)
    }

    /// Divides entries evenly among some shards.
    fn shards(
        &self,
        folder: &Path,
        entries: &[Entry],
        shards: std::ops::Range<u64>,
        summary: &mut SplitSummary,
    ) -> Result<(), RunError> {
        let number = (shards.end - shards.start).max(1);
        let border = |shard: u64| (entries.len() as u64 * (shard - shards.start) / number) as usize;
        for shard in shards.clone() {
            let some = &entries[border(shard)..border(shard + 1)];
            let numbers = Numbers {
                entries: some.len() as u64,
                positions: some.len() as u64,
                lines: some.iter().map(|entry| u128::from(entry.lines())).sum(),
                moves: 0,
            };
            summary.positions += numbers.positions;
            summary.lines += numbers.lines;
            let header = Header {
                split: self.key.clone(),
                shard: shard + 1,
                numbers,
            };
            let path = folder.join(format!("shard-{:05}.{POSITIONS}", shard + 1));
            write_positions(&path, &header, some.iter())
                .map_err(|error| not_written(&path, error))?;
        }
        Ok(())
    }
}

fn not_written(path: &Path, error: std::io::Error) -> RunError {
    RunError::Frontier(FrontierError::new(path, FileCause::Write(error)))
}
