//! The buckets into which the threads that expand a ply put its entries: by position, each merged while it grows.

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::entry::{Entry, is_same_position, join, sort};
use crate::runner::error::RunError;

/// The number of buckets. A thread waits only for another that fills the same bucket at the same time.
const BUCKETS: usize = 64;

/// A bucket is merged when it has this many new entries, or half as many as it has merged ones: so merging costs each entry
/// a fixed number of moves, and a bucket takes at most twice the memory of what is in it at last.
const LEAST_TO_MERGE: usize = 1 << 12;

/// The entries of one part of a ply, in buckets. The entries of a bucket are sorted, so neighbors are similar positions.
#[derive(Clone, Default)]
pub(in crate::runner) struct Entries {
    buckets: Vec<Vec<Entry>>,
}

impl Entries {
    pub(in crate::runner) fn new(buckets: Vec<Vec<Entry>>) -> Self {
        Self { buckets }
    }

    /// Adds an entry that comes after all others of its bucket.
    pub(in crate::runner) fn push(&mut self, entry: Entry) {
        self.buckets.resize_with(BUCKETS, Vec::new);
        self.buckets[Buckets::index(entry.position.place())].push(entry);
    }

    pub(in crate::runner) fn len(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }

    pub(in crate::runner) fn buckets(&self) -> &[Vec<Entry>] {
        &self.buckets
    }

    pub(in crate::runner) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.buckets.iter().flatten()
    }

    /// Pieces of at most this many entries, in a fixed order.
    pub(in crate::runner) fn blocks(&self, entries: usize) -> Vec<&[Entry]> {
        let buckets = self.buckets.iter();
        buckets.flat_map(|bucket| bucket.chunks(entries)).collect()
    }

    pub(in crate::runner) fn number_of_blocks(&self, entries: usize) -> usize {
        let buckets = self.buckets.iter();
        buckets.map(|bucket| bucket.len().div_ceil(entries)).sum()
    }

    /// The number of positions: entries that differ in their label alone are one.
    pub(in crate::runner) fn positions(&self) -> u64 {
        let in_bucket = |bucket: &Vec<Entry>| bucket.chunk_by(is_same_position).count() as u64;
        self.buckets.par_iter().map(in_bucket).sum()
    }

    pub(in crate::runner) fn lines(&self) -> u128 {
        let of = |entry: &Entry| u128::from(entry.lines());
        let in_bucket = |bucket: &Vec<Entry>| bucket.iter().map(of).sum::<u128>();
        self.buckets.par_iter().map(in_bucket).sum()
    }
}

/// Buckets that threads fill.
pub(super) struct Buckets {
    merge: bool,
    list: Vec<Mutex<Bucket>>,
    /// The time that the threads have spent sorting and merging, in nanoseconds.
    merging: AtomicU64,
}

#[derive(Default)]
struct Bucket {
    merged: Vec<Entry>,
    new: Vec<Entry>,
}

impl Buckets {
    pub(super) fn new(merge: bool) -> Self {
        Self {
            merge,
            list: (0..BUCKETS).map(|_| Mutex::default()).collect(),
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
                    Err(TryLockError::WouldBlock) if waits => {
                        bucket.lock().unwrap_or_else(PoisonError::into_inner)
                    }
                    Err(TryLockError::WouldBlock) => continue,
                };
                bucket.new.append(list);
                if LEAST_TO_MERGE.max(bucket.merged.len() / 2) <= bucket.new.len() {
                    self.settle(&mut bucket)?;
                }
            }
        }
        Ok(())
    }

    /// Returns all entries, and the time of sorting and merging, the sum over all threads.
    pub(super) fn finish(self) -> Result<(Entries, Duration), RunError> {
        let settled = |bucket: &Mutex<Bucket>| {
            let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
            self.settle(&mut bucket)?;
            Ok(mem::take(&mut bucket.merged))
        };
        let buckets: Result<_, RunError> = self.list.par_iter().map(settled).collect();
        let merging = Duration::from_nanos(self.merging.load(Ordering::Relaxed));
        Ok((Entries::new(buckets?), merging))
    }

    /// Merges the new entries of a bucket with the others.
    fn settle(&self, bucket: &mut Bucket) -> Result<(), RunError> {
        let start = Instant::now();
        let mut new = mem::take(&mut bucket.new);
        sort(&mut new, self.merge).ok_or(RunError::TooMany)?;
        bucket.merged = if bucket.merged.is_empty() {
            new
        } else {
            join(&bucket.merged, &new, self.merge).ok_or(RunError::TooMany)?
        };
        let taken = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.merging.fetch_add(taken, Ordering::Relaxed);
        Ok(())
    }
}
