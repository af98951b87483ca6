//! Several faults at once, each in its scope: for all captures, or for those of one color or towards one edge of the board.

use std::fmt;

use passant_rules::{Color, Move};

use super::list::EngineFault;

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

/// The captures on which a fault acts: those of one color, those towards one edge of the board, or all.
///
/// A fault that is not about a capture acts where one of these colors is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Scope(u8);

/// The number of kinds of captures that a scope tells apart: two colors, two directions.
pub(super) const PARTS: usize = 4;

/// The part of Black's captures comes after those of White.
const TOWARDS_A: u8 = 0b0101;
const TOWARDS_H: u8 = 0b1010;
const WHITE: u8 = 0b0011;
const BLACK: u8 = 0b1100;

impl Scope {
    /// All captures.
    pub const ALL: Self = Self(WHITE | BLACK);

    /// The scopes that leave captures out, the larger ones first.
    pub const RESTRICTED: [Self; 8] = [
        Self(WHITE),
        Self(BLACK),
        Self(TOWARDS_A),
        Self(TOWARDS_H),
        Self(WHITE & TOWARDS_A),
        Self(WHITE & TOWARDS_H),
        Self(BLACK & TOWARDS_A),
        Self(BLACK & TOWARDS_H),
    ];

    /// The captures of a color.
    #[must_use]
    pub const fn of_color(color: Color) -> Self {
        Self(match color {
            Color::White => WHITE,
            Color::Black => BLACK,
        })
    }

    /// The captures of a color in the direction of a move.
    #[must_use]
    pub fn of_capture(color: Color, mv: Move) -> Self {
        let is_towards_a = mv.to().file() < mv.from().file();
        let direction = if is_towards_a { TOWARDS_A } else { TOWARDS_H };
        Self(Self::of_color(color).0 & direction)
    }

    /// Returns its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            WHITE => "white",
            BLACK => "black",
            TOWARDS_A => "a-file",
            TOWARDS_H => "h-file",
            0b0001 => "white-a-file",
            0b0010 => "white-h-file",
            0b0100 => "black-a-file",
            0b1000 => "black-h-file",
            _ => "all",
        }
    }

    /// The restricted scope with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::RESTRICTED.into_iter().find(|it| it.name() == name)
    }

    /// Says in a sentence where a fault with this scope acts.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self.0 {
            WHITE => "It happens only with White to move.",
            BLACK => "It happens only with Black to move.",
            TOWARDS_A => "It happens only with captures towards the a-file.",
            TOWARDS_H => "It happens only with captures towards the h-file.",
            0b0001 => "It happens only with White's captures towards the a-file.",
            0b0010 => "It happens only with White's captures towards the h-file.",
            0b0100 => "It happens only with Black's captures towards the a-file.",
            0b1000 => "It happens only with Black's captures towards the h-file.",
            _ => "It happens with all captures.",
        }
    }

    /// Tells whether a kind of captures is in the scope.
    pub(super) const fn has_part(self, number: usize) -> bool {
        self.0 >> number & 1 != 0
    }

    /// The scope with one more kind of captures.
    pub(super) const fn with_part(self, number: usize) -> Self {
        Self(self.0 | 1 << number)
    }

    /// The scopes with one of its kinds of captures less.
    pub fn without_each(self) -> impl Iterator<Item = Self> {
        let kinds = (0..PARTS).filter(move |&number| self.has_part(number));
        kinds.map(move |number| Self(self.0 & !(1 << number)))
    }

    /// No capture.
    pub(super) const NONE: Self = Self(0);
}
