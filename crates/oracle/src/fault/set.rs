//! Several faults at once.

use super::list::EngineFault;

/// A set of faults; an engine with the empty set is correct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FaultSet {
    /// A bit for each of the first 128 faults.
    first: u128,
    /// A bit for each fault after those.
    rest: u128,
}

const _: () = assert!(EngineFault::ALL.len() <= 256);

impl FaultSet {
    /// No fault.
    pub const NONE: Self = Self { first: 0, rest: 0 };

    /// Whether a fault is in the set.
    #[must_use]
    pub const fn contains(self, fault: EngineFault) -> bool {
        !self.intersection(Self::of(fault)).is_empty()
    }

    /// Adds a fault.
    pub const fn insert(&mut self, fault: EngineFault) {
        *self = self.with(fault);
    }

    /// The set with one more fault.
    #[must_use]
    pub const fn with(self, fault: EngineFault) -> Self {
        self.union(Self::of(fault))
    }

    /// The set without a fault.
    #[must_use]
    pub const fn without(self, fault: EngineFault) -> Self {
        let Self { first, rest } = Self::of(fault);
        Self {
            first: self.first & !first,
            rest: self.rest & !rest,
        }
    }

    /// The faults of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self {
            first: self.first | other.first,
            rest: self.rest | other.rest,
        }
    }

    /// The faults that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self {
            first: self.first & other.first,
            rest: self.rest & other.rest,
        }
    }

    /// Whether there is no fault.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.first == 0 && self.rest == 0
    }

    /// The faults in the order of [`EngineFault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = EngineFault> {
        // The number of a fault is its place in the list.
        let numbers = bits(self.first).chain(bits(self.rest).map(|number| number + 128));
        numbers.filter_map(|number| EngineFault::ALL.get(number).copied())
    }

    const fn of(fault: EngineFault) -> Self {
        match fault as u32 {
            number @ ..128 => Self {
                first: 1 << number,
                rest: 0,
            },
            number => Self {
                first: 0,
                rest: 1 << (number - 128),
            },
        }
    }
}

/// Returns the numbers of the bits that are set, the lowest first.
fn bits(mut left: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (number < 128).then_some(number as usize)
    })
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
