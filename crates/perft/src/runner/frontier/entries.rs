//! The entries of a ply, and the buckets into which the threads that expand a ply put them: by position, each merged while
//! it grows.
//!
//! New entries wait in chunks of one size, which all buckets share. A chunk is used again after its entries are merged: lists that
//! grow, and are given back, would leave gaps between the others.

use std::mem;
use std::sync::atomic::{self, AtomicU64};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::entry::{Entry, sort};
use super::list::{Block, Builder, List, join};
use crate::runner::error::RunError;
use crate::runner::lock::lock;

/// The number of buckets. A thread waits only for another that fills the same bucket at the same time.
const BUCKETS: usize = 64;

/// A bucket is merged when it has a third as many new entries as merged ones: so merging costs each entry a fixed number of
/// moves. For the first time it is merged when it has this many new entries, or up to twice as many: each bucket begins with
/// another number, so that not all have the most new entries at the same time.
const LEAST_TO_MERGE: usize = 1 << 12;

/// The entries of a chunk: 64 KiB.
const CHUNK: usize = 1 << 11;

/// The entries of one part of a ply, in buckets. The entries of a bucket are sorted, so neighbors are similar positions.
#[derive(Clone, Default)]
pub(in crate::runner) struct Entries {
    buckets: Vec<List>,
}

/// The result of an expansion.
pub(in crate::runner) struct Expanded {
    pub(in crate::runner) entries: Entries,
    /// The number of moves that led there. Moves from the same position to the same position are counted once.
    pub(super) moves: u64,
    /// The time that sorting and merging took all threads together.
    pub(super) merging: Duration,
}

/// Sums over entries.
#[derive(Clone, Copy, Default)]
pub(in crate::runner) struct EntrySums {
    /// The number of positions: entries that differ in their label alone are one.
    pub(in crate::runner) positions: u64,
    pub(in crate::runner) lines: u128,
}

impl Entries {
    pub(in crate::runner) fn new(buckets: Vec<List>) -> Self {
        Self { buckets }
    }

    pub(in crate::runner) fn len(&self) -> usize {
        self.buckets.iter().map(List::len).sum()
    }

    /// The memory that the entries take.
    pub(in crate::runner) fn bytes(&self) -> u64 {
        self.buckets.iter().map(List::bytes).sum()
    }

    pub(in crate::runner) fn buckets(&self) -> &[List] {
        &self.buckets
    }

    pub(in crate::runner) fn iter(&self) -> impl Iterator<Item = Entry> {
        self.buckets.iter().flat_map(List::iter)
    }

    /// Blocks of at most this many entries, in a fixed order.
    pub(in crate::runner) fn blocks(&self, entries: usize) -> Vec<Block<'_>> {
        let buckets = self.buckets.iter();
        buckets.flat_map(|bucket| bucket.blocks(entries)).collect()
    }

    pub(in crate::runner) fn number_of_blocks(&self, entries: usize) -> usize {
        let buckets = self.buckets.iter();
        buckets.map(|bucket| bucket.len().div_ceil(entries)).sum()
    }

    pub(in crate::runner) fn sums(&self) -> EntrySums {
        let of = |bucket: &List| {
            let mut sums = EntrySums::default();
            let mut last = None;
            for entry in bucket.iter() {
                sums.positions += u64::from(last != Some(entry.position));
                sums.lines += u128::from(entry.lines());
                last = Some(entry.position);
            }
            sums
        };
        let each = self.buckets.par_iter().map(of);
        each.reduce(EntrySums::default, |one, other| EntrySums {
            positions: one.positions + other.positions,
            lines: one.lines + other.lines,
        })
    }
}

impl FromIterator<Entry> for Entries {
    /// Puts each entry after the others of its bucket.
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut buckets = vec![Builder::default(); BUCKETS];
        for entry in entries {
            buckets[Buckets::index(entry.position.place())].push(&entry);
        }
        Self::new(buckets.into_iter().map(Builder::finish).collect())
    }
}

/// Buckets that threads fill.
pub(super) struct Buckets {
    merge: bool,
    list: Vec<Mutex<Bucket>>,
    /// Chunks that no bucket uses.
    chunks: Spare,
    /// Lists in which the new entries of a bucket are sorted, at most one for each thread.
    sorting: Spare,
    /// The time that the threads have spent sorting and merging, in nanoseconds.
    merging: AtomicU64,
}

struct Bucket {
    merged: List,
    /// The new entries. All chunks but the last are full.
    new: Vec<Vec<Entry>>,
    least_to_merge: usize,
}

/// Empty lists that keep their memory.
#[derive(Default)]
struct Spare(Mutex<Vec<Vec<Entry>>>);

impl Spare {
    fn take(&self) -> Option<Vec<Entry>> {
        lock(&self.0).pop()
    }

    /// Gives their memory back.
    fn clear(&self) {
        lock(&self.0).clear();
    }

    fn give_back(&self, mut list: Vec<Entry>) {
        list.clear();
        lock(&self.0).push(list);
    }
}

impl Bucket {
    fn new(index: usize) -> Self {
        Self {
            merged: List::default(),
            new: Vec::new(),
            least_to_merge: LEAST_TO_MERGE + LEAST_TO_MERGE * index / BUCKETS,
        }
    }

    /// Takes entries over, into spare chunks where there are some.
    fn add(&mut self, mut entries: &[Entry], spare: &Spare) {
        while !entries.is_empty() {
            let mut chunk = match self.new.pop_if(|last| last.len() < CHUNK) {
                Some(last) => last,
                None => spare.take().unwrap_or_else(|| Vec::with_capacity(CHUNK)),
            };
            let (fitting, rest) = entries.split_at(entries.len().min(CHUNK - chunk.len()));
            chunk.extend_from_slice(fitting);
            self.new.push(chunk);
            entries = rest;
        }
    }

    fn is_to_merge(&self) -> bool {
        let full = self.new.len().saturating_sub(1);
        let new = full * CHUNK + self.new.last().map_or(0, Vec::len);
        self.least_to_merge.max(self.merged.len() / 3) <= new
    }
}

impl Buckets {
    pub(super) fn new(merge: bool) -> Self {
        Self {
            merge,
            list: (0..BUCKETS).map(Bucket::new).map(Mutex::new).collect(),
            chunks: Spare::default(),
            sorting: Spare::default(),
            merging: AtomicU64::new(0),
        }
    }

    /// Returns room for the entries of one thread, a list for each bucket.
    pub(super) fn lists() -> Vec<Vec<Entry>> {
        vec![Vec::new(); BUCKETS]
    }

    /// The index of the bucket of a position with this hash.
    pub(super) fn index(hash: u64) -> usize {
        hash as usize % BUCKETS
    }

    /// Takes over the entries of a thread. It passes over buckets that another thread fills or merges, and waits for them only
    /// after all others.
    pub(super) fn add(&self, lists: &mut [Vec<Entry>]) -> Result<(), RunError> {
        for waits in [false, true] {
            for (bucket, list) in self.list.iter().zip(&mut *lists) {
                if list.is_empty() {
                    continue;
                }
                let mut bucket = match bucket.try_lock() {
                    Ok(bucket) => bucket,
                    Err(TryLockError::Poisoned(error)) => error.into_inner(),
                    Err(TryLockError::WouldBlock) if waits => lock(bucket),
                    Err(TryLockError::WouldBlock) => continue,
                };
                bucket.add(list, &self.chunks);
                list.clear();
                if bucket.is_to_merge() {
                    self.settle(&mut bucket)?;
                }
            }
        }
        Ok(())
    }

    /// Returns all entries, and the time of sorting and merging, the sum over all threads.
    pub(super) fn finish(self) -> Result<(Entries, Duration), RunError> {
        let settled = |bucket: &Mutex<Bucket>| {
            let mut bucket = lock(bucket);
            self.settle(&mut bucket)?;
            self.chunks.clear();
            Ok(mem::take(&mut bucket.merged))
        };
        let buckets: Result<_, RunError> = self.list.par_iter().map(settled).collect();
        let merging = Duration::from_nanos(self.merging.load(atomic::Ordering::Relaxed));
        Ok((Entries::new(buckets?), merging))
    }

    /// Merges the new entries of a bucket with the others.
    fn settle(&self, bucket: &mut Bucket) -> Result<(), RunError> {
        let start = Instant::now();
        let mut new = self.sorting.take().unwrap_or_default();
        for chunk in bucket.new.drain(..) {
            new.extend_from_slice(&chunk);
            self.chunks.give_back(chunk);
        }
        sort(&mut new, self.merge).ok_or(RunError::TooMany)?;
        let merged = mem::take(&mut bucket.merged);
        bucket.merged = join(merged, &new, self.merge).ok_or(RunError::TooMany)?;
        self.sorting.give_back(new);
        let taken = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.merging.fetch_add(taken, atomic::Ordering::Relaxed);
        Ok(())
    }
}
