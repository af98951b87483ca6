//! Lists of entries in few bytes: each entry as its difference from the one before.
//!
//! ```text
//! 4 bytes   for each of the four words of an entry, lowest first, one bit for each byte that follows, lowest first
//! n bytes   the bytes of these words that are not zero, lowest first
//! ```
//!
//! The three words of a position are those in which it differs from the position before (exclusive or). Neighbors are similar, so
//! most of their bytes are zero. The fourth word, label and lines, is written unchanged: most of its bytes are zero anyway. The
//! first entry of a piece has none before it, so each piece is decoded without the others.

use core::cmp::Ordering::{Equal, Greater};
use std::slice;
use std::vec;

use super::entry::Entry;
use crate::packed::Packed;

/// Stands for the position before the first.
const NONE: Packed = Packed { words: [0; 3] };

/// The bytes before those of the words.
const MASKS: usize = 4;

/// The most bytes that an entry takes.
pub(super) const LONGEST: usize = MASKS + 4 * size_of::<u64>();

/// The movements that bring some bytes of a word together, and how many bytes these are.
#[derive(Clone, Copy)]
struct Gathering {
    /// The bytes that move down by one, then by two, then by four places.
    moving: [u64; 3],
    bytes: usize,
}

/// For each set of bytes of a word, the lowest byte in the lowest bit.
static GATHERINGS: [Gathering; 256] = {
    let none = Gathering {
        moving: [0; 3],
        bytes: 0,
    };
    let mut table = [none; 256];
    let mut set = 0;
    while set < table.len() {
        let mut gaps = 0;
        let mut byte = 0;
        while byte < 8 {
            if set >> byte & 1 == 1 {
                table[set].bytes += 1;
                let mut at = byte;
                let mut step = 0;
                while step < 3 {
                    if gaps >> step & 1 == 1 {
                        table[set].moving[step] |= 0xFF << (8 * at);
                        at -= 1 << step;
                    }
                    step += 1;
                }
            } else {
                gaps += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    table
};

/// The bytes of a word that are not zero, one bit for each.
fn bytes_that_are_not_zero(word: u64) -> u8 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let high_bits = (((word & LOW) + LOW) | word) & !LOW;
    ((high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

impl Gathering {
    fn of(set: u8) -> &'static Self {
        &GATHERINGS[usize::from(set)]
    }

    /// Brings the bytes of the set together, lowest first. All others must be zero.
    fn gather(&self, mut word: u64) -> u64 {
        for (step, moving) in self.moving.iter().enumerate() {
            let some = word & moving;
            word = word ^ some | some >> (8 << step);
        }
        word
    }

    /// Puts bytes back to where [`gather`](Self::gather) found them. What follows them is dropped.
    fn scatter(&self, bytes: u64) -> u64 {
        let mut word = bytes & ((1_u128 << (8 * self.bytes)) - 1) as u64;
        for (step, moving) in self.moving.iter().enumerate().rev() {
            let some = word & moving >> (8 << step);
            word = word ^ some | some << (8 << step);
        }
        word
    }
}

/// The room by which a piece grows, in bytes.
const ROOM: usize = 1 << 13;

/// Encodes entries one after the other.
#[derive(Clone)]
pub(super) struct Encoder {
    before: Packed,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { before: NONE }
    }
}

impl Encoder {
    /// Writes an entry, and returns the number of its bytes. Those after them are not kept.
    #[inline]
    pub(super) fn encode(&mut self, entry: &Entry, bytes: &mut [u8; LONGEST]) -> usize {
        let mut end = MASKS;
        for (index, word) in self.words(entry).into_iter().enumerate() {
            let set = bytes_that_are_not_zero(word);
            let gathering = Gathering::of(set);
            bytes[index] = set;
            bytes[end..end + 8].copy_from_slice(&gathering.gather(word).to_le_bytes());
            end += gathering.bytes;
        }
        self.before = entry.position;
        end
    }

    fn words(&self, entry: &Entry) -> [u64; 4] {
        let [occupied, low, high] = entry.position.words;
        let before = self.before.words;
        [
            occupied ^ before[0],
            low ^ before[1],
            high ^ before[2],
            entry.labelled(),
        ]
    }
}

/// Decodes the entries of a piece one after the other.
#[derive(Clone)]
pub(super) struct Decoder {
    /// The entry that was decoded last. It stays in its place, because to copy words that were just written costs more than to
    /// decode them.
    entry: Entry,
    /// The byte where it begins.
    start: usize,
    end: usize,
}

impl Default for Decoder {
    fn default() -> Self {
        Self {
            entry: Entry::from_words(NONE, 0),
            start: 0,
            end: 0,
        }
    }
}

impl Decoder {
    /// The next entry of a piece; `None` if there is none, or only a part of one.
    #[inline]
    pub(super) fn decode(&mut self, piece: &[u8]) -> Option<&Entry> {
        let rest = piece.get(self.end..).filter(|rest| !rest.is_empty())?;
        let mut padded;
        let bytes: &[u8; LONGEST] = if let Some(bytes) = rest.first_chunk() {
            bytes
        } else {
            padded = [0; LONGEST];
            padded[..rest.len()].copy_from_slice(rest);
            &padded
        };
        let mut words = [0; 4];
        let mut length = MASKS;
        for (word, &set) in words.iter_mut().zip(bytes) {
            let gathering = Gathering::of(set);
            let bytes = bytes[length..].first_chunk()?;
            *word = gathering.scatter(u64::from_le_bytes(*bytes));
            length += gathering.bytes;
        }
        if rest.len() < length {
            return None;
        }
        (self.start, self.end) = (self.end, self.end + length);
        self.entry.advance(words);
        Some(&self.entry)
    }

    /// Tells whether all of a piece was decoded.
    pub(super) fn is_at_end(&self, piece: &[u8]) -> bool {
        self.end == piece.len()
    }
}

/// Entries that are decoded when they are needed.
#[derive(Clone, Default)]
pub(in crate::runner) struct List {
    /// Each with [`List::PIECE`] entries, the last one with as many or fewer.
    pieces: Vec<Box<[u8]>>,
    len: usize,
}

impl List {
    /// The entries of a piece: about six kilobytes.
    pub(super) const PIECE: usize = 512;

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The memory that the entries take.
    pub(super) fn bytes(&self) -> u64 {
        let of = |piece: &[u8]| (size_of::<Box<[u8]>>() + piece.len()) as u64;
        self.pieces.iter().map(|piece| of(piece)).sum()
    }

    pub(in crate::runner) fn iter(&self) -> Iter<slice::Iter<'_, Box<[u8]>>> {
        Iter::new(self.pieces.iter())
    }

    /// The entries, whose memory is given back piece by piece.
    pub(super) fn into_entries(self) -> Iter<vec::IntoIter<Box<[u8]>>> {
        Iter::new(self.pieces.into_iter())
    }

    /// Blocks of at most this many entries.
    pub(super) fn blocks(&self, entries: usize) -> impl Iterator<Item = Block<'_>> {
        let starts = (0..self.len).step_by(entries.max(1));
        starts.map(move |start| Block {
            list: self,
            start,
            len: entries.min(self.len - start),
        })
    }
}

/// Consecutive entries of a list.
#[derive(Clone, Copy)]
pub(in crate::runner) struct Block<'a> {
    list: &'a List,
    start: usize,
    len: usize,
}

impl<'a> Block<'a> {
    /// The entries. Those of the piece that are before the block are decoded, too.
    pub(in crate::runner) fn entries(self) -> impl Iterator<Item = Entry> + 'a {
        let first = self.start / List::PIECE;
        let pieces = Iter::new(self.list.pieces[first..].iter());
        pieces.skip(self.start % List::PIECE).take(self.len)
    }
}

/// The entries of some pieces.
pub(in crate::runner) struct Iter<P: Iterator> {
    pieces: P,
    piece: Option<P::Item>,
    decoder: Decoder,
}

impl<P: Iterator<Item: AsRef<[u8]>>> Iter<P> {
    fn new(mut pieces: P) -> Self {
        Self {
            piece: pieces.next(),
            pieces,
            decoder: Decoder::default(),
        }
    }
}

impl<P: Iterator<Item: AsRef<[u8]>>> Iter<P> {
    /// Decodes the next entry. False if there is none.
    #[inline]
    fn advance(&mut self) -> bool {
        while let Some(piece) = &self.piece {
            if self.decoder.decode(piece.as_ref()).is_some() {
                return true;
            }
            self.piece = self.pieces.next();
            self.decoder = Decoder::default();
        }
        false
    }

    /// The entry that was decoded last.
    #[inline]
    fn entry(&self) -> &Entry {
        &self.decoder.entry
    }

    /// The bytes of the entry that was decoded last, with what follows them, and their number. `None` for the first entry of a
    /// piece, which depends on no other, and for the last ones, after which too little follows.
    #[inline]
    fn encoded(&self) -> Option<(&[u8; LONGEST], usize)> {
        let Decoder { start, end, .. } = self.decoder;
        let piece = self.piece.as_ref().filter(|_| start != 0)?;
        let bytes = piece.as_ref().get(start..)?;
        Some((bytes.first_chunk()?, end - start))
    }
}

impl<P: Iterator<Item: AsRef<[u8]>>> Iterator for Iter<P> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        self.advance().then(|| *self.entry())
    }
}

/// Makes a list.
#[derive(Clone)]
pub(super) struct Builder {
    list: List,
    /// The bytes of the piece that is not full yet, and room for those of another entry.
    piece: Vec<u8>,
    end: usize,
    encoder: Encoder,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            list: List::default(),
            piece: vec![0; ROOM],
            end: 0,
            encoder: Encoder::default(),
        }
    }
}

impl Builder {
    pub(super) fn push(&mut self, entry: &Entry) {
        if let (encoder, Some(room)) = self.room() {
            let bytes = encoder.encode(entry, room);
            self.end += bytes;
            self.list.len += 1;
        }
    }

    /// Adds the entry of a list that was decoded last. `is_next` says that the last entry here has the position of the one before
    /// it in that list, so its bytes can be copied.
    fn push_from<P: Iterator<Item: AsRef<[u8]>>>(&mut self, list: &Iter<P>, is_next: bool) {
        let is_first = self.list.len.is_multiple_of(List::PIECE);
        if let (encoder, Some(room)) = self.room() {
            let copied = list.encoded().filter(|_| is_next && !is_first);
            let bytes = if let Some((copied, bytes)) = copied {
                *room = *copied;
                encoder.before = list.entry().position;
                bytes
            } else {
                encoder.encode(list.entry(), room)
            };
            self.end += bytes;
            self.list.len += 1;
        }
    }

    /// Begins another piece if this one is full. There is always room.
    #[inline]
    fn room(&mut self) -> (&mut Encoder, Option<&mut [u8; LONGEST]>) {
        if self.list.len.is_multiple_of(List::PIECE) {
            self.end_piece();
        }
        if self.piece.len() < self.end + LONGEST {
            self.piece.resize(self.end + ROOM, 0);
        }
        (&mut self.encoder, self.piece[self.end..].first_chunk_mut())
    }

    pub(super) fn finish(mut self) -> List {
        self.end_piece();
        self.list
    }

    fn end_piece(&mut self) {
        if self.end != 0 {
            self.list.pieces.push(self.piece[..self.end].into());
            self.end = 0;
        }
        self.encoder = Encoder::default();
    }
}

impl FromIterator<Entry> for List {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut builder = Builder::default();
        for entry in entries {
            builder.push(&entry);
        }
        builder.finish()
    }
}

/// Joins a sorted list and sorted entries into one, in which entries with the same key are merged if `merge` says so. `None`
/// if a number of lines is too large.
pub(super) fn join(list: List, new: &[Entry], merge: bool) -> Option<List> {
    let mut joined = Builder::default();
    let mut old = list.into_entries();
    let mut is_left = old.advance();
    // True if the last entry of the joined list has the position of the old entry before the present one.
    let mut is_next = false;
    for entry in new {
        let mut is_merged = false;
        while is_left && !is_merged {
            let first = old.entry();
            match first.compare_key(entry) {
                Greater => break,
                Equal if merge => {
                    let lines = first.lines() + entry.lines();
                    joined.push(&Entry::new(first.position, first.label(), lines)?);
                    is_merged = true;
                }
                _ => joined.push_from(&old, is_next),
            }
            is_next = true;
            is_left = old.advance();
        }
        if !is_merged {
            joined.push(entry);
            is_next = false;
        }
    }
    while is_left {
        joined.push_from(&old, is_next);
        is_next = true;
        is_left = old.advance();
    }
    Some(joined.finish())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{Block, Entry, List, join};
    use crate::packed::Packed;

    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        let words = prop_oneof![
            any::<[u64; 3]>(),
            any::<[u8; 3]>().prop_map(|w| w.map(u64::from))
        ];
        let entry = (words, 0..3_u8, 1..1_u64 << 40)
            .prop_map(|(words, label, lines)| Entry::new(Packed { words }, label, lines).unwrap());
        proptest::collection::vec(entry, 0..1200)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn entries_come_back_from_a_list(entries in entries(), block in 1..700_usize) {
            let list: List = entries.iter().copied().collect();
            prop_assert_eq!(list.len(), entries.len());
            prop_assert_eq!(&list.iter().collect::<Vec<_>>(), &entries);
            let blocks = list.blocks(block).flat_map(Block::entries);
            prop_assert_eq!(&blocks.collect::<Vec<_>>(), &entries);
        }

        /// A map merges in its own way.
        #[test]
        fn joined_lists_have_the_lines_of_both(one in entries(), other in entries()) {
            let map = |entries: &[Entry]| {
                let mut map = BTreeMap::new();
                for entry in entries {
                    *map.entry((entry.position, entry.label())).or_insert(0) += entry.lines();
                }
                map
            };
            let sorted = |map: &BTreeMap<(Packed, u8), u64>| -> Vec<Entry> {
                let entry = |(&(position, label), &lines): (&(Packed, u8), &u64)| Entry::new(position, label, lines);
                map.iter().filter_map(entry).collect()
            };
            let both = map(&[one.clone(), other.clone()].concat());
            let list = sorted(&map(&one)).into_iter().collect();
            let joined = join(list, &sorted(&map(&other)), true).unwrap();
            prop_assert_eq!(joined.iter().collect::<Vec<_>>(), sorted(&both));
            let again: List = sorted(&both).into_iter().collect();
            prop_assert_eq!(joined.pieces, again.pieces);
        }
    }
}
