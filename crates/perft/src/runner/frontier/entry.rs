//! An entry of a ply.

use core::cmp::Ordering;

use crate::packed::Packed;

/// A position, a label, and how many lines lead from the root to this position under this label.
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

    /// Compares what tells entries apart: those with the same position and label are merged.
    #[inline]
    pub(super) fn compare_key(&self, other: &Self) -> Ordering {
        let [one, two] = [self, other].map(|entry| &entry.position.words);
        // Nearly always, the first words differ.
        one[0]
            .cmp(&two[0])
            .then_with(|| one[1].cmp(&two[1]))
            .then_with(|| one[2].cmp(&two[2]))
            .then_with(|| self.label().cmp(&other.label()))
    }

    /// The label and the number of lines in one word.
    pub(super) fn labelled(&self) -> u64 {
        self.labelled
    }

    /// Makes this the next entry of a list: the first three words say in which bits its position differs from this one.
    #[inline]
    pub(super) fn advance(&mut self, [occupied, low, high, labelled]: [u64; 4]) {
        let words = self.position.words.iter_mut();
        for (word, bits) in words.zip([occupied, low, high]) {
            *word ^= bits;
        }
        self.labelled = labelled;
    }

    /// Returns the entry that [`labelled`](Self::labelled) was taken from.
    pub(super) fn from_words(position: Packed, labelled: u64) -> Self {
        Self { position, labelled }
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
        let is_same = next.compare_key(kept) == Ordering::Equal;
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
