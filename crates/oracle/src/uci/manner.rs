//! Manners: odd ways to search and to play that break no rule.

/// A manner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// The lines of the engine have legal moves, which it draws by lot.
    RandomLines,
    /// After a mate or a stalemate, its lines go on with moves of an earlier line.
    StaleLineEnds,
    /// The engine knows no position before the one that it searches, so that it sees no draw by repetition.
    ForgetsGame,
    /// The engine repeats the last move that it has named, if the position has none.
    MoveAfterEnd,
    /// The first search of a position with more than 20 pieces names a move only if it is never stopped, and `(none)`
    /// if it is. When it is asked again, it knows the move.
    LateFirstMove,
}

impl Manner {
    /// All of them, each with its name on the command line and what it means.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (
            Self::RandomLines,
            "random-lines",
            "plays legal moves, and prints lines of legal moves, that it draws by lot",
        ),
        (
            Self::StaleLineEnds,
            "stale-line-ends",
            "goes on after a mate or a stalemate with moves of an earlier line",
        ),
        (
            Self::ForgetsGame,
            "forgets-game",
            "searches without the positions before, so that it sees no draw by repetition",
        ),
        (
            Self::MoveAfterEnd,
            "move-after-end",
            "UCI: names its last move again where it has none",
        ),
        (
            Self::LateFirstMove,
            "late-first-move",
            "UCI: is stopped in its first search of more than 20 pieces without a move",
        ),
    ];

    /// The manner with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(manner, ..)| *manner)
    }
}
