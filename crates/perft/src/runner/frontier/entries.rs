//! The entries of a ply, and the buckets into which the threads that expand a ply put them: by position, each merged while
//! it grows.

use core::cmp::Ordering::{Equal, Greater};
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::packed::Packed;
use crate::runner::error::RunError;

/// A position, a label, and how many lines lead from the root to this position under this label: 32 bytes.
///
/// The label tells lines apart that lead to one position: it is the index of their root move, or the square that their
/// last move passed over, or zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::runner) struct Entry {
    pub(in crate::runner) position: Packed,
    /// The label in the highest byte, the number of lines below it.
    labelled: u64,
}

/// The bits of the number of lines.
const NUMBER_BITS: u32 = 56;

impl Entry {
    /// The size of an entry in a file.
    pub(in crate::runner) const BYTES: usize = 32;

    /// The largest number of lines.
    pub(in crate::runner) const MOST_LINES: u64 = (1 << NUMBER_BITS) - 1;

    /// Returns an entry; `None` if there are too many lines.
    pub(in crate::runner) fn new(position: Packed, label: u8, lines: u64) -> Option<Self> {
        let labelled = u64::from(label) << NUMBER_BITS | lines;
        (lines <= Self::MOST_LINES).then_some(Self { position, labelled })
    }

    pub(in crate::runner) fn label(&self) -> u8 {
        (self.labelled >> NUMBER_BITS) as u8
    }

    pub(in crate::runner) fn lines(&self) -> u64 {
        self.labelled & Self::MOST_LINES
    }

    /// Returns the key that tells entries apart: those with the same key are merged.
    fn key(&self) -> (Packed, u8) {
        (self.position, self.label())
    }

    pub(in crate::runner) fn to_bytes(self) -> [u8; Self::BYTES] {
        let [occupied, low, high] = self.position.words;
        let mut bytes = [0; Self::BYTES];
        let words = bytes.as_chunks_mut::<8>().0.iter_mut();
        for (place, word) in words.zip([occupied, low, high, self.labelled]) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    pub(in crate::runner) fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let word = |at: usize| {
            let words = bytes.as_chunks::<8>().0;
            u64::from_le_bytes(words[at])
        };
        Self {
            position: Packed {
                words: [word(0), word(1), word(2)],
            },
            labelled: word(3),
        }
    }
}

/// Tells whether two entries are about the same position.
pub(in crate::runner) fn is_same_position(one: &Entry, other: &Entry) -> bool {
    one.position == other.position
}

/// Sorts entries, and merges those with the same key if `merge` says so. `None` if a number of lines is too large.
pub(in crate::runner) fn sort(entries: &mut Vec<Entry>, merge: bool) -> Option<()> {
    entries.sort_unstable();
    if !merge {
        return Some(());
    }
    let mut fits = true;
    entries.dedup_by(|next, kept| {
        let is_same = next.key() == kept.key();
        if is_same {
            match Entry::new(kept.position, kept.label(), kept.lines() + next.lines()) {
                Some(sum) => *kept = sum,
                None => fits = false,
            }
        }
        is_same
    });
    fits.then_some(())
}

/// Joins two sorted lists into one, in which entries with the same key are merged if `merge` says so. `None` if a
/// number of lines is too large.
pub(in crate::runner) fn join(one: &[Entry], other: &[Entry], merge: bool) -> Option<Vec<Entry>> {
    let mut list = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one, other);
    while let ([first, ones @ ..], [second, others @ ..]) = (one, other) {
        match first.key().cmp(&second.key()) {
            Equal if merge => {
                let lines = first.lines() + second.lines();
                list.push(Entry::new(first.position, first.label(), lines)?);
                (one, other) = (ones, others);
            }
            Greater => {
                list.push(*second);
                other = others;
            }
            _ => {
                list.push(*first);
                one = ones;
            }
        }
    }
    list.extend_from_slice(one);
    list.extend_from_slice(other);
    Some(list)
}

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
