//! The sum of the ledgers of all shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, fs, io};

use passant_count::{Column, Count, Tally};
use passant_files::{Links, read, record};
use passant_rules::Position;

use super::shard::{LEDGER, SPLIT, SplitKey};
use super::split::SplitSummary;
use crate::runner::checkpoint::{Finished, read_ledger};
use crate::runner::work::confirm_lines;

/// The sum over all shards of a folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Joined {
    /// A summary of the run that was divided.
    pub summary: SplitSummary,
    /// The names of what was counted, and the sums.
    pub columns: Vec<(&'static str, u128)>,
    /// The time that all shards took together.
    pub time: Duration,
    /// The kernels that counted, and how many shards each has counted.
    pub kernels: BTreeMap<String, u64>,
    /// The ledgers whose count was started more than once: by a worker that was killed, for example.
    pub started_again: Vec<ShardLedger>,
}

/// A ledger that is complete.
#[derive(Clone, PartialEq, Debug)]
pub struct ShardLedger {
    /// The number of its shard.
    pub shard: u64,
    /// The kernel that has counted.
    pub kernel: String,
    /// The number of times its count was started.
    pub starts: u64,
}

/// The reason why there is no sum.
#[derive(Debug)]
pub enum JoinError {
    /// The folder, or a file in it, cannot be read.
    Read(PathBuf, io::Error),
    /// A file is damaged, or is no ledger; the message says what does not fit.
    Damaged(PathBuf, String),
    /// A ledger belongs to another split than the folder; the message says in what it differs.
    Foreign(PathBuf, String),
    /// These shards are not counted to their end: how many in all, and the first of them.
    Missing(u64, Vec<u64>),
    /// Two ledgers of one shard say that the same kernel has counted it: one of them is a copy.
    Twice(PathBuf, PathBuf),
    /// Two kernels have counted a shard differently.
    Different(PathBuf, PathBuf),
    /// Fewer kernels than demanded have counted these shards: how many shards in all, and the first of them.
    Unconfirmed(u64, Vec<u64>),
    /// The shards have other positions than were divided.
    Incomplete,
}

/// The number of shards that a message names.
const NAMED: usize = 10;

/// Adds up ledgers: see [`Runner::join`](crate::Runner::join).
pub(in crate::runner) fn join(
    pool: &rayon::ThreadPool,
    folder: &Path,
    kernels: u64,
) -> Result<Joined, JoinError> {
    let summary = summary(folder)?;
    confirm(pool, &folder.join(SPLIT), &summary)?;
    let mut shards: BTreeMap<u64, Vec<(PathBuf, Finished)>> = BTreeMap::new();
    for path in ledgers(folder)? {
        let bytes = bytes(&path)?;
        let ledger = read_ledger(&bytes).map_err(|what| JoinError::Damaged(path.clone(), what))?;
        if let Some(what) = difference(&summary.split, &ledger) {
            return Err(JoinError::Foreign(path, what));
        }
        if !ledger.is_complete {
            continue;
        }
        let same = shards.entry(ledger.shard.shard).or_default();
        for (other_path, other) in &*same {
            if other.kernel == ledger.kernel {
                return Err(JoinError::Twice(other_path.clone(), path));
            }
            if other.counts != ledger.counts {
                return Err(JoinError::Different(other_path.clone(), path));
            }
        }
        same.push((path, ledger));
    }
    let all = 1..=summary.split.shards;
    let missing: Vec<u64> = all.filter(|shard| !shards.contains_key(shard)).collect();
    if !missing.is_empty() {
        return Err(JoinError::Missing(missing.len() as u64, first(missing)));
    }
    let is_unconfirmed =
        |(shard, ledgers): (&u64, &Vec<_>)| ((ledgers.len() as u64) < kernels).then_some(*shard);
    let unconfirmed: Vec<u64> = shards.iter().filter_map(is_unconfirmed).collect();
    if !unconfirmed.is_empty() {
        return Err(JoinError::Unconfirmed(
            unconfirmed.len() as u64,
            first(unconfirmed),
        ));
    }
    sum(summary, shards)
}

fn first(mut shards: Vec<u64>) -> Vec<u64> {
    shards.truncate(NAMED);
    shards
}

fn sum(
    summary: SplitSummary,
    shards: BTreeMap<u64, Vec<(PathBuf, Finished)>>,
) -> Result<Joined, JoinError> {
    let names: Vec<&'static str> = if summary.split.counted == Tally::NAME {
        Column::ALL.map(Column::name).to_vec()
    } else {
        vec![u64::NAME]
    };
    let mut sums = vec![0_u128; names.len()];
    let (mut positions, mut lines) = (0, 0);
    let mut joined = Joined {
        columns: Vec::new(),
        time: Duration::ZERO,
        kernels: BTreeMap::new(),
        started_again: Vec::new(),
        summary,
    };
    for (shard, ledgers) in shards {
        let Some((_, one)) = ledgers.first() else {
            continue;
        };
        positions += one.shard.positions;
        lines += one.shard.lines;
        for (sum, count) in sums.iter_mut().zip(&one.counts) {
            *sum = sum.saturating_add(*count);
        }
        for (_, ledger) in ledgers {
            joined.time += ledger.time;
            *joined.kernels.entry(ledger.kernel.clone()).or_default() += 1;
            if 1 < ledger.starts {
                joined.started_again.push(ShardLedger {
                    shard,
                    kernel: ledger.kernel,
                    starts: ledger.starts,
                });
            }
        }
    }
    if (positions, lines) != (joined.summary.positions, joined.summary.lines) {
        return Err(JoinError::Incomplete);
    }
    joined.columns = names.into_iter().zip(sums).collect();
    Ok(joined)
}

/// Compares the lines of a split with a second count.
fn confirm(pool: &rayon::ThreadPool, path: &Path, summary: &SplitSummary) -> Result<(), JoinError> {
    let damaged = |what: String| JoinError::Damaged(path.to_owned(), what);
    let SplitKey { fen, ply, .. } = &summary.split;
    let root = Position::from_fen(fen).map_err(|error| damaged(format!("fen: {error}")))?;
    confirm_lines(pool, &root, *ply, summary.lines, &Arc::default())
        .map_err(|error| damaged(error.to_string()))
}

fn summary(folder: &Path) -> Result<SplitSummary, JoinError> {
    let path = folder.join(SPLIT);
    let bytes = bytes(&path)?;
    record::of_file(&bytes).map_err(|error| JoinError::Damaged(path, error.to_string()))
}

fn bytes(path: &Path) -> Result<Vec<u8>, JoinError> {
    let not_read = |error| JoinError::Read(path.to_owned(), error);
    let file = read(path, Links::Followed).map_err(not_read)?;
    file.ok_or_else(|| not_read(io::ErrorKind::NotFound.into()))
}

/// The files of a folder that have the name of a ledger, in order.
fn ledgers(folder: &Path) -> Result<Vec<PathBuf>, JoinError> {
    let not_read = |error| JoinError::Read(folder.to_owned(), error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(not_read)? {
        let path = entry.map_err(not_read)?.path();
        let is_ledger = path.extension().is_some_and(|end| end == LEDGER);
        if is_ledger && path.file_name().is_some_and(|name| name != SPLIT) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Returns the first difference between a ledger and the split of its folder.
fn difference(split: &SplitKey, ledger: &Finished) -> Option<String> {
    let shard = &ledger.shard;
    let pairs = [
        ("version", &split.passant, &ledger.passant),
        ("position", &split.fen, &ledger.fen),
        ("count", &split.counted, &ledger.counted),
        ("depth", &split.depth.to_string(), &ledger.depth.to_string()),
        ("ply", &split.ply.to_string(), &shard.ply.to_string()),
        (
            "number of shards",
            &split.shards.to_string(),
            &shard.shards.to_string(),
        ),
    ];
    let different = pairs
        .into_iter()
        .find(|(_, expected, found)| expected != found);
    different.map(|(what, expected, found)| format!("its {what} is {found}, not {expected}"))
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |shards: &[u64], all: u64| {
            let names: Vec<String> = shards.iter().map(u64::to_string).collect();
            let more = if shards.len() as u64 == all {
                String::new()
            } else {
                format!(", … ({all} in all)")
            };
            format!("{}{more}", names.join(", "))
        };
        match self {
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Damaged(path, what) => write!(
                f,
                "{} is damaged, or is not what its name says: {what}; remove it, and count its shard again",
                path.display()
            ),
            Self::Foreign(path, what) => write!(
                f,
                "{} belongs to another split: {what}; remove it from this folder",
                path.display()
            ),
            Self::Missing(all, some) => write!(
                f,
                "shards not counted to their end: {}; count them with passant perft shard",
                list(some, *all)
            ),
            Self::Twice(one, other) => write!(
                f,
                "{} and {} are ledgers of one shard and one kernel: remove the copy",
                one.display(),
                other.display()
            ),
            Self::Different(one, other) => write!(
                f,
                "{} and {} are of one shard, and their counts differ: one kernel or one machine is wrong",
                one.display(),
                other.display()
            ),
            Self::Unconfirmed(all, some) => write!(
                f,
                "shards counted by fewer kernels than demanded: {}",
                list(some, *all)
            ),
            Self::Incomplete => f.write_str(
                "the shards have other positions than were divided: the folder holds files of two splits; divide again",
            ),
        }
    }
}

impl std::error::Error for JoinError {}
