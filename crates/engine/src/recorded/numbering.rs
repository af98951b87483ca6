//! The order in which a block uses its markers.

use std::hash::Hasher;

/// The version of the markers and of the words around them. A text of another version is not read.
const VERSION: u64 = 1;

/// The order in which a block uses its markers. It begins anywhere and goes in steps of a length that depends on all
/// questions of the block, so that hardly any two markers of another block follow each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    /// A prime number, so that steps of any length lead to all markers.
    size: usize,
    start: usize,
    step: usize,
}

impl Numbering {
    /// An order for some markers of a block with this content.
    pub(super) fn new(markers: usize, content: &str) -> Self {
        let is_prime = |number: &usize| (2..*number).all(|it| !number.is_multiple_of(it));
        let mut sizes = markers.max(101)..;
        let size = sizes.find(is_prime).unwrap_or(markers);
        let mut hash = Fnv::default();
        hash.write_u64(VERSION);
        hash.write(content.as_bytes());
        let hash = hash.finish();
        let part = |hash: u64, below: usize| usize::try_from(hash).unwrap_or(usize::MAX) % below;
        Self {
            size,
            start: part(hash & u64::from(u32::MAX), size),
            step: 1 + part(hash >> 32, size - 1),
        }
    }

    /// How many markers there must be.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The place of a marker among all.
    pub(super) fn place(&self, number: usize) -> usize {
        (self.start + number * self.step) % self.size
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a), which is the same everywhere.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Numbering;

    #[test]
    fn every_marker_is_used_once_and_the_order_depends_on_the_content() {
        let [one, other] = ["one", "other"].map(|content| Numbering::new(200, content));
        let places = |it: &Numbering| (0..200).map(|number| it.place(number)).collect::<Vec<_>>();
        assert_eq!(places(&one).into_iter().collect::<BTreeSet<_>>().len(), 200);
        assert_ne!(places(&one), places(&other));
        assert_eq!(one, Numbering::new(200, "one"));
    }
}
