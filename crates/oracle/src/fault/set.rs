//! Several faults at once.

use super::list::EngineFault;

/// A set of faults; an engine with the empty set is correct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FaultSet(u128);

const _: () = assert!(EngineFault::ALL.len() <= 128);

impl FaultSet {
    /// No fault.
    pub const NONE: Self = Self(0);

    /// Whether a fault is in the set.
    #[must_use]
    pub const fn contains(self, fault: EngineFault) -> bool {
        self.0 >> fault as u8 & 1 == 1
    }

    /// Adds a fault.
    pub const fn insert(&mut self, fault: EngineFault) {
        self.0 |= 1 << fault as u8;
    }

    /// The set with one more fault.
    #[must_use]
    pub const fn with(mut self, fault: EngineFault) -> Self {
        self.insert(fault);
        self
    }

    /// The set without a fault.
    #[must_use]
    pub const fn without(self, fault: EngineFault) -> Self {
        Self(self.0 & !(1 << fault as u8))
    }

    /// The faults of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The faults that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there is no fault.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faults in the order of [`EngineFault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = EngineFault> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            // The number of a fault is its place in the list.
            let first = EngineFault::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest.wrapping_sub(1);
            Some(*first)
        })
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
