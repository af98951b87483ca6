//! The checkpoint file from which a run resumes.

use std::path::Path;
use std::time::Duration;
use std::{fmt, io};

use passant_count::{Count, Total};
use passant_files::record::{self, RecordError};
use passant_files::{Links, read, replace};
use serde::{Deserialize, Serialize};

use super::error::{Cause, CheckpointError};
use super::frontier::Plan;
use super::ledger::{Ledger, Sums, blocks_of};

/// The identity of a run: if any of these fields differ, the counts of two runs cannot be added.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Identity {
    /// The version of this crate.
    pub(super) passant: String,
    pub(super) fen: String,
    pub(super) depth: u32,
    /// [`Count::NAME`].
    pub(super) counted: String,
    pub(super) by_root_move: bool,
    pub(super) kernel: String,
    pub(super) mode: Option<String>,
    pub(super) transpositions_merged: bool,
    /// The shard that is counted, if the run is divided into shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shard: Option<ShardOf>,
}

/// A shard, as a ledger names it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ShardOf {
    pub(super) shard: u64,
    pub(super) shards: u64,
    pub(super) ply: u32,
    pub(super) positions: u64,
    pub(super) lines: u128,
}

impl fmt::Display for ShardOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            shard,
            shards,
            ply,
            positions,
            lines,
        } = self;
        write!(
            f,
            "{shard} of {shards} at ply {ply}, of {positions} positions and {lines} lines"
        )
    }
}

/// The file is one record, so that a damaged number is not counted.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    run: Identity,
    plan: Plan,
    /// The number of entries of the frontier in a block.
    block: usize,
    /// The number of times that the run was started or resumed.
    starts: u64,
    /// The time spent so far.
    seconds: f64,
    /// The finished parts of the frontier.
    parts: u64,
    /// The finished blocks of the next part, as ranges that include their last block.
    done: Vec<(usize, usize)>,
    /// The positions of the frontier that were counted, and the lines that lead to them.
    positions: u64,
    lines: u128,
    /// The counts below them, column by column: one row for each root move, or one row in all.
    counts: Vec<Vec<u128>>,
}

/// The contents of a shard's file.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Finished {
    pub(super) passant: String,
    pub(super) fen: String,
    pub(super) depth: u32,
    pub(super) counted: String,
    pub(super) kernel: String,
    pub(super) shard: ShardOf,
    pub(super) starts: u64,
    pub(super) time: Duration,
    pub(super) is_complete: bool,
    pub(super) counts: Vec<u128>,
}

/// Reads the ledger of a shard; otherwise says what does not fit.
pub(super) fn read_ledger(file: &[u8]) -> Result<Finished, String> {
    let contents: Contents = record::of_file(file).map_err(|error| error.to_string())?;
    let run = contents.run;
    let shard = run.shard.ok_or("run: it is no shard")?;
    let is_complete = contents.parts == contents.plan.parts;
    if is_complete && (contents.positions, contents.lines) != (shard.positions, shard.lines) {
        return Err("positions: it is complete, and has not counted all".to_owned());
    }
    let [counts] = <[Vec<u128>; 1]>::try_from(contents.counts)
        .map_err(|_| "counts: expected one row".to_owned())?;
    Ok(Finished {
        passant: run.passant,
        fen: run.fen,
        depth: run.depth,
        counted: run.counted,
        kernel: run.kernel,
        shard,
        starts: contents.starts,
        time: Duration::try_from_secs_f64(contents.seconds)
            .map_err(|error| format!("seconds: {error}"))?,
        is_complete,
        counts,
    })
}

/// A checkpoint file, and the run that it belongs to.
pub(super) struct Checkpoint<'a> {
    pub(super) file: &'a Path,
    pub(super) identity: Identity,
}

impl Checkpoint<'_> {
    /// Reads what an earlier part of this run has counted, and the time it took. Returns `None` if the file does not
    /// exist.
    pub(super) fn load<C: Count>(
        &self,
        roots: usize,
    ) -> Result<Option<(Ledger<C>, Duration)>, CheckpointError> {
        let file = read(self.file, Links::Followed);
        let Some(file) = file.map_err(|error| self.error(Cause::Read(error)))? else {
            return Ok(None);
        };
        let read = self.read(&file, roots);
        read.map(Some).map_err(|cause| self.error(cause))
    }

    /// Returns the contents of a file, if it is whole and belongs to this run.
    pub(super) fn read<C: Count>(
        &self,
        file: &[u8],
        roots: usize,
    ) -> Result<(Ledger<C>, Duration), Cause> {
        let contents: Contents = record::of_file(file).map_err(|error| match error {
            RecordError::Damaged if record::begins_with(file, "run") => {
                Cause::Contents(format!("line 1: {error}"))
            }
            _ => Cause::NoCheckpoint(error),
        })?;
        self.compare(&contents.run)?;
        let time = Duration::try_from_secs_f64(contents.seconds)
            .map_err(|error| Cause::Contents(format!("seconds: {error}")))?;
        let ledger = ledger(&contents, roots).map_err(Cause::Contents)?;
        Ok((ledger, time))
    }

    /// Replaces the file. If this is interrupted, the file is the old one or the new one, never a part of either.
    pub(super) fn save<C: Count>(
        &self,
        ledger: &Ledger<C>,
        time: Duration,
    ) -> Result<(), CheckpointError> {
        self.text(ledger, time)
            .and_then(|line| replace(self.file, Links::Followed, line.as_bytes()))
            .map_err(|error| self.error(Cause::Write(error)))
    }

    pub(super) fn text<C: Count>(&self, ledger: &Ledger<C>, time: Duration) -> io::Result<String> {
        let counts = ledger.sums.counts.iter();
        record::to_line(&Contents {
            run: self.identity.clone(),
            plan: ledger.plan,
            block: ledger.block,
            starts: ledger.starts,
            seconds: time.as_secs_f64(),
            parts: ledger.parts,
            done: ledger.ranges(),
            positions: ledger.sums.positions,
            lines: ledger.sums.lines,
            counts: counts.map(|count| count.columns().to_vec()).collect(),
        })
    }

    /// Refuses the file of another run, and reports the first difference.
    fn compare(&self, found: &Identity) -> Result<(), Cause> {
        let expected = &self.identity;
        let none = || "none".to_owned();
        let pairs = [
            ("version", found.passant.clone(), expected.passant.clone()),
            ("position", found.fen.clone(), expected.fen.clone()),
            ("depth", found.depth.to_string(), expected.depth.to_string()),
            ("count", found.counted.clone(), expected.counted.clone()),
            (
                "division by root move",
                found.by_root_move.to_string(),
                expected.by_root_move.to_string(),
            ),
            ("kernel", found.kernel.clone(), expected.kernel.clone()),
            (
                "mode",
                found.mode.clone().unwrap_or_else(none),
                expected.mode.clone().unwrap_or_else(none),
            ),
            (
                "shard",
                found.shard.as_ref().map_or_else(none, ShardOf::to_string),
                expected
                    .shard
                    .as_ref()
                    .map_or_else(none, ShardOf::to_string),
            ),
            (
                "merging of transpositions",
                found.transpositions_merged.to_string(),
                expected.transpositions_merged.to_string(),
            ),
        ];
        match pairs
            .into_iter()
            .find(|(_, found, expected)| found != expected)
        {
            None => Ok(()),
            Some((what, found, expected)) => Err(Cause::Foreign(what, found, expected)),
        }
    }

    pub(super) fn error(&self, cause: Cause) -> CheckpointError {
        CheckpointError {
            file: self.file.to_owned(),
            cause,
        }
    }
}

/// Makes a ledger from the numbers of a file if they fit the run; otherwise says what does not fit.
fn ledger<C: Count>(contents: &Contents, roots: usize) -> Result<Ledger<C>, String> {
    let Contents { plan, block, .. } = *contents;
    if block == 0 || plan.parts == 0 || plan.parts < contents.parts {
        return Err("plan, block or parts: it cannot be divided like this".to_owned());
    }
    let done = blocks_of(&contents.done).map_err(|(first, last)| {
        format!("done: blocks {first} to {last} do not exist or are listed twice")
    })?;
    if contents.counts.len() != roots {
        let found = contents.counts.len();
        return Err(format!("counts: expected {roots}, got {found}"));
    }
    let mut sums = Sums::<C> {
        positions: contents.positions,
        lines: contents.lines,
        ..Sums::new(roots)
    };
    for (count, columns) in sums.counts.iter_mut().zip(&contents.counts) {
        if columns.len() != C::COLUMNS {
            let found = columns.len();
            return Err(format!(
                "counts: expected {} columns, got {found}",
                C::COLUMNS
            ));
        }
        count.columns_mut().copy_from_slice(columns);
    }
    Ok(Ledger {
        plan,
        block,
        starts: contents.starts,
        parts: contents.parts,
        done,
        sums,
    })
}

/// The root moves of the run.
pub(super) const ROOTS: usize = 3;

/// The bytes of a checkpoint of one certain run of three root moves, read and written again. It is what
/// fuzzing reads checkpoints with.
#[doc(hidden)]
pub fn rewritten_checkpoint(file: &[u8]) -> Result<String, CheckpointError> {
    let checkpoint = sample(Path::new("checkpoint"));
    let read = checkpoint.read::<u64>(file, ROOTS);
    let (ledger, time) = read.map_err(|cause| checkpoint.error(cause))?;
    let text = checkpoint.text(&ledger, time);
    text.map_err(|error| checkpoint.error(Cause::Write(error)))
}

pub(super) fn sample(file: &Path) -> Checkpoint<'_> {
    Checkpoint {
        file,
        identity: Identity {
            passant: "0.1.0".to_owned(),
            fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
            depth: 5,
            counted: "nodes".to_owned(),
            by_root_move: true,
            kernel: "scalar".to_owned(),
            mode: Some("reuse".to_owned()),
            transpositions_merged: true,
            shard: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use passant_count::{Tally, Total};
    use passant_test_tools::bit_flips;

    use super::super::checkpoint::{ROOTS, rewritten_checkpoint, sample};
    use super::super::frontier::Plan;
    use super::super::ledger::{Ledger, Sums};

    fn ledger() -> Ledger<u64> {
        let mut ledger = Ledger::new(Plan { ply: 2, parts: 4 }, 100, ROOTS);
        ledger.begin_part(31).unwrap();
        let sums = Sums {
            positions: 100,
            lines: 12_345,
            counts: vec![119_060_324, 1 << 70, 7],
        };
        for block in [0, 1, 2, 7, 8, 30] {
            ledger.enter(block, &sums);
        }
        ledger
    }

    /// A checkpoint that has counted something wrong looks like one that has not: only the checksum tells.
    #[test]
    fn no_checkpoint_with_a_flipped_bit_is_believed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let checkpoint = sample(&path);
        let time = Duration::from_secs(9);
        checkpoint.save(&ledger(), time).unwrap();
        let loaded = checkpoint.load::<u64>(ROOTS).unwrap();
        assert_eq!(loaded, Some((ledger(), time)));
        let whole = fs::read(&path).unwrap();
        let mut believed = Vec::new();
        for (place, damaged) in bit_flips(&whole, 1000) {
            fs::write(&path, damaged).unwrap();
            if checkpoint.load::<u64>(ROOTS).is_ok() {
                believed.push(place);
            }
        }
        assert!(believed.is_empty(), "{believed:?}");
    }

    #[test]
    fn a_checkpoint_that_is_read_is_written_again_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        sample(&path)
            .save(&ledger(), Duration::from_millis(1234))
            .unwrap();
        let file = fs::read(&path).unwrap();
        assert_eq!(rewritten_checkpoint(&file).unwrap().as_bytes(), file);
    }

    #[test]
    fn every_column_is_written_and_read_back() {
        let mut tally = Tally::<u128>::default();
        for (count, number) in tally.columns_mut().iter_mut().zip(1 << 70..) {
            *count = number;
        }
        let mut ledger = Ledger::<Tally>::new(Plan { ply: 2, parts: 4 }, 100, ROOTS);
        ledger.begin_part(1).unwrap();
        let sums = Sums {
            positions: 100,
            lines: 12_345,
            counts: vec![tally; ROOTS],
        };
        ledger.enter(0, &sums);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let checkpoint = sample(&path);
        let time = Duration::from_secs(9);
        checkpoint.save(&ledger, time).unwrap();
        let loaded = checkpoint.load::<Tally>(ROOTS).unwrap();
        assert_eq!(loaded, Some((ledger, time)));
    }
}
