//! Several faults at once.

use super::list::EngineFault;

/// A set of faults; an engine with the empty set is correct.
///
/// The first word holds the faults from number 128 on, so that sets are ordered as one number of 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FaultSet([u128; WORDS]);

const WORDS: usize = 2;

const _: () = assert!(EngineFault::ALL.len() <= 128 * WORDS);

impl FaultSet {
    /// No fault.
    pub const NONE: Self = Self([0; WORDS]);

    /// Returns the set of one fault.
    const fn only(fault: EngineFault) -> Self {
        let number = fault as usize;
        let mut set = Self::NONE;
        set.0[WORDS - 1 - number / 128] = 1 << (number % 128);
        set
    }

    /// Whether a fault is in the set.
    #[must_use]
    pub const fn contains(self, fault: EngineFault) -> bool {
        !self.intersection(Self::only(fault)).is_empty()
    }

    /// Adds a fault.
    pub const fn insert(&mut self, fault: EngineFault) {
        *self = self.with(fault);
    }

    /// The set with one more fault.
    #[must_use]
    pub const fn with(self, fault: EngineFault) -> Self {
        self.union(Self::only(fault))
    }

    /// The set without a fault.
    #[must_use]
    pub const fn without(self, fault: EngineFault) -> Self {
        let [high, low] = Self::only(fault).0;
        self.intersection(Self([!high, !low]))
    }

    /// The faults of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// The faults that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Whether there is no fault.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] == 0 && self.0[1] == 0
    }

    /// The faults in the order of [`EngineFault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = EngineFault> {
        let all = EngineFault::ALL.iter().copied();
        all.filter(move |&fault| self.contains(fault))
    }
}

impl From<EngineFault> for FaultSet {
    fn from(fault: EngineFault) -> Self {
        [fault].into_iter().collect()
    }
}

impl FromIterator<EngineFault> for FaultSet {
    fn from_iter<I: IntoIterator<Item = EngineFault>>(faults: I) -> Self {
        let mut set = Self::NONE;
        for fault in faults {
            set.insert(fault);
        }
        set
    }
}
