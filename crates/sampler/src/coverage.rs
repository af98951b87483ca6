//! The pairs of features that were seen.

use std::fmt;

use crate::features::{Features, VALUES};

/// The number of words of 64 bits for a set of values.
const WORDS: usize = VALUES.div_ceil(64);

/// A set of values.
type Values = [u64; WORDS];

/// The pairs of features that samples had so far.
///
/// Two faults of an engine rarely meet, but one fault often needs two features to show: a pin and a side, a check and a file.
/// Hence pairs: see [pairwise testing](https://en.wikipedia.org/wiki/All-pairs_testing).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// For each value, the values that it was seen together with.
    seen: Vec<Values>,
    pairs: usize,
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            seen: vec![[0; WORDS]; VALUES],
            pairs: 0,
        }
    }
}

impl Coverage {
    /// Returns the number of pairs that were seen. The order of the two does not count.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Returns the number of features that were seen.
    #[must_use]
    pub fn features(&self) -> usize {
        self.seen
            .iter()
            .filter(|values| **values != [0; WORDS])
            .count()
    }

    /// Returns the number of pairs that a sample would add.
    #[must_use]
    pub fn count_new(&self, features: &Features) -> usize {
        let values = as_set(features);
        let twice: u32 = features
            .values()
            .map(|value| count_new(&values, &self.seen[value]))
            .sum();
        twice as usize / 2
    }

    /// Adds the pairs of a sample. Returns the number of those that are new.
    pub fn add(&mut self, features: &Features) -> usize {
        let new = self.count_new(features);
        let values = as_set(features);
        for value in features.values() {
            for (seen, more) in self.seen[value].iter_mut().zip(values) {
                *seen |= more;
            }
        }
        self.pairs += new;
        new
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {VALUES} features, {} pairs",
            self.features(),
            self.pairs
        )
    }
}

fn as_set(features: &Features) -> Values {
    let mut set = [0; WORDS];
    for value in features.values() {
        set[value / 64] |= 1 << (value % 64);
    }
    set
}

/// Returns the number of values of one set that are not in the other.
fn count_new(values: &Values, seen: &Values) -> u32 {
    values
        .iter()
        .zip(seen)
        .map(|(value, seen)| (value & !seen).count_ones())
        .sum()
}
