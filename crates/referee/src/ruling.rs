//! The verdict on what a runner made of a case.

use std::fmt;

/// The verdict on what a runner made of a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ruling {
    /// The game ended as it had to.
    Right,
    /// The runner shows nothing about the case: it does not do without en passant what the case is about.
    NotTestable,
    /// There is no game of this opening.
    NoGame,
    /// The game has no result, or ended by the clock or a crash.
    Unfinished,
    /// The game has other moves than those that the engines play.
    OtherMoves,
    /// A game of another opening stands in the place of this one.
    OtherOpening,
    /// The game ended before it had to.
    Early,
    /// The game ended after it had to, or not at all.
    Late,
    /// The result is neither the expected one nor the opposite.
    WrongResult,
    /// The side that had to win has lost.
    WrongSide,
    /// A legal move was refused, or the game ended before it.
    RefusedLegal,
    /// An illegal capture was played.
    AcceptedIllegal,
}

impl Ruling {
    /// All verdicts, each with its word.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Right, "right"),
        (Self::NotTestable, "not-testable"),
        (Self::NoGame, "no-game"),
        (Self::Unfinished, "unfinished"),
        (Self::OtherMoves, "other-moves"),
        (Self::OtherOpening, "other-opening"),
        (Self::Early, "early"),
        (Self::Late, "late"),
        (Self::WrongResult, "wrong-result"),
        (Self::WrongSide, "wrong-side"),
        (Self::RefusedLegal, "refused-legal"),
        (Self::AcceptedIllegal, "accepted-illegal"),
    ];

    /// Returns the word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(it, _)| *it == self)
            .map_or("", |it| it.1)
    }

    /// Tells whether the runner breaks a rule.
    #[must_use]
    pub fn is_wrong(self) -> bool {
        Self::Early <= self
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
