//! Faults for one color, or towards one edge of the board, alone.

use passant_rules::{Color, Move};

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
