//! A hash table of counts that all threads share. Counts with it are exact.

mod compact;

use core::marker::PhantomData;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU64, fence};
use std::fmt;

use passant_count::Count;

use crate::packed::Packed;

/// Counts of positions that were counted before, for [`Run::hash`](crate::Run::hash).
///
/// A slot stores the whole position and the depth, not a hash of them. A hit is therefore always the correct count. A
/// table can serve several runs; it keeps its contents between them.
///
/// A slot for nodes has 40 bytes, one for a tally 96: columns that are zero take a bit. The rare tally that does not fit is
/// not stored.
///
/// # Threads
///
/// No thread waits. A slot is a [seqlock](https://www.hpl.hp.com/techreports/2012/HPL-2012-68.html): it begins with a
/// word of state that the writer makes odd while it writes, and even again, two higher, when it is done. A writer that
/// finds the word odd, or changed since it looked, does not store. A reader that finds the word odd, or changed after
/// it has read the rest, treats the slot as empty. A torn slot could pass only if a reader is suspended between two
/// loads while its slot is written 2^55 times, which takes some hundred years.
#[derive(Debug)]
pub struct Table<C> {
    words: Box<[AtomicU64]>,
    buckets: u64,
    counts: PhantomData<fn() -> C>,
}

/// The reason why a table cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The size has no room for a single bucket of slots.
    TooSmall {
        /// The size of one bucket, in bytes: the smallest size that works.
        least: u64,
    },
    /// The allocation failed.
    NoMemory {
        /// The requested size, in bytes.
        bytes: u64,
    },
}

/// A bucket has two slots: one keeps the larger tree, the other the newer one.
const SLOTS: usize = 2;

/// The number of words of a slot before the count: its state and the position.
const HEAD: usize = 4;

/// The lowest bit of the write counter in a slot's state. Bits 8 and up count writes, and are odd during a write; the
/// bits below hold the depth. A slot with state zero was never written.
const BUSY: u64 = 1 << 8;

impl<C: Count> Table<C> {
    const SLOT: usize = HEAD + compact::words(C::COLUMNS);
    const BUCKET: usize = SLOTS * Self::SLOT;

    /// Makes a table of at most this many bytes. The operating system provides the memory when it is first written to.
    pub fn new(bytes: u64) -> Result<Self, TableError> {
        let least = (Self::BUCKET * size_of::<AtomicU64>()) as u64;
        let buckets = bytes / least;
        if buckets == 0 {
            return Err(TableError::TooSmall { least });
        }
        let no_memory = TableError::NoMemory { bytes };
        let words = usize::try_from(buckets)
            .ok()
            .and_then(|buckets| buckets.checked_mul(Self::BUCKET))
            .ok_or(no_memory)?;
        let words = bytemuck::try_zeroed_slice_box(words).map_err(|()| no_memory)?;
        Ok(Self {
            words,
            buckets,
            counts: PhantomData,
        })
    }

    /// The number of counts that fit into the table.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.buckets * SLOTS as u64
    }

    /// The count of a position to a depth, if the table has it.
    pub(crate) fn get(&self, position: &Packed, depth: u32) -> Option<C> {
        self.bucket(position)
            .chunks_exact(Self::SLOT)
            .find_map(|slot| read(slot, position, depth))
    }

    /// Stores a count, unless another thread is writing to that slot.
    pub(crate) fn put(&self, position: &Packed, depth: u32, count: &C) {
        let (keep, renew) = self.bucket(position).split_at(Self::SLOT);
        let [kept, renewed] = [keep, renew].map(|slot| slot[0].load(Relaxed));
        if kept == 0 || depth_of(kept) < depth {
            write(keep, kept, position, depth, count);
        } else {
            write(renew, renewed, position, depth, count);
        }
    }

    fn bucket(&self, position: &Packed) -> &[AtomicU64] {
        let scaled = u128::from(position.hash()) * u128::from(self.buckets);
        let start = (scaled >> 64) as usize * Self::BUCKET;
        &self.words[start..start + Self::BUCKET]
    }
}

fn depth_of(state: u64) -> u32 {
    (state & 0xff) as u32
}

fn read<C: Count>(slot: &[AtomicU64], position: &Packed, depth: u32) -> Option<C> {
    let state = slot[0].load(Acquire);
    if state == 0 || state & BUSY != 0 || depth_of(state) != depth {
        return None;
    }
    let (stored, numbers) = slot[1..].split_at(position.words.len());
    let mut words = stored.iter().zip(position.words);
    if !words.all(|(stored, word)| stored.load(Relaxed) == word) {
        return None;
    }
    let mut words = [0; _];
    for (word, number) in words.iter_mut().zip(numbers) {
        *word = number.load(Relaxed);
    }
    // The loads above must not move below the load that follows.
    fence(Acquire);
    if slot[0].load(Relaxed) != state {
        return None;
    }
    let mut count = C::default();
    compact::unpack(&words, count.columns_mut()).map(|()| count)
}

fn write<C: Count>(slot: &[AtomicU64], state: u64, position: &Packed, depth: u32, count: &C) {
    let Some(packed) = compact::pack(count.columns()) else {
        return;
    };
    let busy = (state | 0xff) + 1;
    if state & BUSY != 0
        || slot[0]
            .compare_exchange(state, busy, Acquire, Relaxed)
            .is_err()
    {
        return;
    }
    // The stores below must not become visible before the exchange above.
    fence(Release);
    let numbers = position.words.iter().chain(&packed);
    for (word, &number) in slot[1..].iter().zip(numbers) {
        word.store(number, Relaxed);
    }
    let done = busy + BUSY;
    slot[0].store(done | u64::from(depth), Release);
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall { least } => {
                write!(f, "a hash table takes at least {least} bytes")
            }
            Self::NoMemory { bytes } => {
                write!(f, "there is no memory for a hash table of {bytes} bytes")
            }
        }
    }
}

impl std::error::Error for TableError {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    use super::{Table, TableError};
    use crate::packed::Packed;
    use passant_count::{Count, Tally};

    /// Returns three equal words, which no position has, so that a mixture of two entries is noticed.
    fn packed(number: u64) -> Packed {
        Packed { words: [number; 3] }
    }

    fn tally(number: u64) -> Tally {
        let mut tally = Tally::default();
        tally.columns_mut().fill(number);
        tally
    }

    #[test]
    fn finds_only_the_stored_position_at_the_stored_depth() {
        let table = Table::<u64>::new(1 << 20).unwrap();
        table.put(&packed(7), 3, &8902);
        assert_eq!(table.get(&packed(7), 3), Some(8902));
        assert_eq!(table.get(&packed(7), 2), None);
        assert_eq!(table.get(&packed(8), 3), None);
    }

    #[test]
    fn keeps_the_larger_tree_and_the_newest_one() {
        let table = Table::<u64>::new(80).unwrap();
        assert_eq!(table.capacity(), 2);
        for (number, depth) in [(1, 2), (2, 5), (3, 2), (4, 2)] {
            table.put(&packed(number), depth, &number);
        }
        let found = [(1, 2), (2, 5), (3, 2), (4, 2)]
            .map(|(number, depth)| table.get(&packed(number), depth));
        assert_eq!(found, [None, Some(2), None, Some(4)]);
    }

    #[test]
    fn refuses_sizes_that_are_too_small_or_too_large() {
        assert_eq!(
            Table::<u64>::new(79).unwrap_err(),
            TableError::TooSmall { least: 80 }
        );
        let bytes = u64::MAX;
        assert_eq!(
            Table::<u64>::new(bytes).unwrap_err(),
            TableError::NoMemory { bytes }
        );
    }

    /// Four threads read and write two slots as fast as they can. Every hit is the count that belongs to its position.
    #[test]
    fn never_returns_a_torn_slot() {
        let table = Table::<Tally>::new(2 * 12 * 8).unwrap();
        let found = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (table, found) = (&table, &found);
                scope.spawn(move || {
                    for round in 0..200_000 {
                        let number = (round * 7 + thread) % 5;
                        match table.get(&packed(number), 3) {
                            Some(count) => {
                                assert_eq!(count, tally(number));
                                found.fetch_add(1, Relaxed);
                            }
                            None => table.put(&packed(number), 3, &tally(number)),
                        }
                    }
                });
            }
        });
        assert!(1000 < found.into_inner());
    }
}
