//! Several faults at once.

use std::fmt;

use super::list::EngineFault;
use super::scope::{PARTS, Scope};

/// A set of faults, each with the [`Scope`] in which it acts; an engine with the empty set is correct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FaultSet {
    /// The faults that act on each kind of captures.
    parts: [Part; PARTS],
}

/// The faults that act on one kind of captures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Part {
    /// A bit for each of the first 128 faults.
    first: u128,
    /// A bit for each fault after those.
    rest: u128,
}

const _: () = assert!(EngineFault::ALL.len() <= 256);

impl FaultSet {
    /// No fault.
    pub const NONE: Self = Self {
        parts: [Part { first: 0, rest: 0 }; PARTS],
    };

    /// Tells whether a fault is in the set, in any scope.
    #[must_use]
    pub fn contains(self, fault: EngineFault) -> bool {
        !self.intersection(fault.into()).is_empty()
    }

    /// Tells whether a fault acts on all captures of a scope.
    #[must_use]
    pub fn acts_on(self, fault: EngineFault, scope: Scope) -> bool {
        let asked = Self::from(fault).only(scope);
        self.intersection(asked) == asked
    }

    /// Adds a fault.
    pub fn insert(&mut self, fault: EngineFault) {
        *self = self.with(fault);
    }

    /// The set with one more fault.
    #[must_use]
    pub fn with(self, fault: EngineFault) -> Self {
        self.union(fault.into())
    }

    /// The set without a fault.
    #[must_use]
    pub fn without(self, fault: EngineFault) -> Self {
        self.each(fault.into(), |one, other| one & !other)
    }

    /// The same faults, each only as far as it acts in this scope.
    ///
    /// ```
    /// use passant_oracle::{EngineFault, FaultSet, Oracle, Scope};
    /// use passant_query::{Line, Subject};
    ///
    /// let faults = FaultSet::from(EngineFault::CaptureMissed).only(Scope::RESTRICTED[0]);
    /// let by_white: Line = "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1".parse()?;
    /// let by_black: Line = "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1".parse()?;
    /// let is_legal = |line, mv: &str| Oracle::with(faults).is_legal(line, mv.parse().unwrap());
    /// assert_eq!(is_legal(&by_white, "c5d6"), Ok(false));
    /// assert_eq!(is_legal(&by_black, "c4d3"), Ok(true));
    /// # Ok::<(), passant_query::QuestionError>(())
    /// ```
    #[must_use]
    pub fn only(mut self, scope: Scope) -> Self {
        for (number, part) in self.parts.iter_mut().enumerate() {
            if !scope.has_part(number) {
                *part = Part::default();
            }
        }
        self
    }

    /// Returns the scope in which a fault of the set acts.
    #[must_use]
    pub fn scope(self, fault: EngineFault) -> Scope {
        let found = self.intersection(fault.into());
        let numbered = found.parts.iter().enumerate();
        let acting = numbered.filter(|(_, part)| **part != Part::default());
        acting.fold(Scope::NONE, |scope, (number, _)| scope.with_part(number))
    }

    /// The same faults, for all captures.
    #[must_use]
    pub fn everywhere(self) -> Self {
        self.iter().collect()
    }

    /// The faults of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.each(other, |one, other| one | other)
    }

    /// The faults that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        self.each(other, |one, other| one & other)
    }

    /// Tells whether there is no fault.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The faults in the order of [`EngineFault::ALL`].
    pub fn iter(self) -> impl Iterator<Item = EngineFault> {
        let any = |all: Part, part: &Part| all.each(*part, |one, other| one | other);
        let all = self.parts.iter().fold(Part::default(), any);
        // The number of a fault is its place in the list.
        let numbers = bits(all.first).chain(bits(all.rest).map(|number| number + 128));
        numbers.filter_map(|number| EngineFault::ALL.get(number).copied())
    }

    fn each(mut self, other: Self, join: impl Fn(u128, u128) -> u128) -> Self {
        for (one, other) in self.parts.iter_mut().zip(other.parts) {
            *one = one.each(other, &join);
        }
        self
    }
}

impl Part {
    fn each(self, other: Self, join: impl Fn(u128, u128) -> u128) -> Self {
        Self {
            first: join(self.first, other.first),
            rest: join(self.rest, other.rest),
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

impl fmt::Display for FaultSet {
    /// The names of the faults, those in a smaller scope with this scope.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.iter().enumerate() {
            let separator = if number == 0 { "" } else { " and " };
            write!(f, "{separator}{fault}")?;
            let scope = self.scope(fault);
            if scope != Scope::ALL {
                write!(f, " ({} only)", scope.name())?;
            }
        }
        Ok(())
    }
}

impl From<EngineFault> for FaultSet {
    fn from(fault: EngineFault) -> Self {
        let part = match fault as u32 {
            number @ ..128 => Part {
                first: 1 << number,
                rest: 0,
            },
            number => Part {
                first: 0,
                rest: 1 << (number - 128),
            },
        };
        Self {
            parts: [part; PARTS],
        }
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
