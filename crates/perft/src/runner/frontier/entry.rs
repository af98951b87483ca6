//! A position of the frontier, and the lines that lead to it.

use core::cmp::Ordering;

use crate::packed::Packed;

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
            Ordering::Equal if merge => {
                let lines = first.lines() + second.lines();
                list.push(Entry::new(first.position, first.label(), lines)?);
                (one, other) = (ones, others);
            }
            Ordering::Greater => {
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
