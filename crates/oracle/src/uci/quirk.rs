//! Habits of engines that have nothing to do with chess: optional words that they ignore, misread or half honor.

/// A habit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quirk {
    /// UCI: searches all moves, whatever `searchmoves` says.
    SearchMovesIgnored,
    /// UCI: honors `searchmoves` in its first search only.
    SearchMovesOnce,
    /// UCI: honors `searchmoves` in its first 25 searches only.
    SearchMovesAtFirst,
    /// UCI: honors `searchmoves` from depth 2 on.
    SearchMovesDeeper,
    /// UCI: has no option `MultiPV`.
    MultiPvAbsent,
    /// UCI: lists at most 16 moves, whatever it says about `MultiPV`.
    MultiPvCapped,
    /// answers about the position before the last one.
    FormerPosition,
    /// xboard: does not know `ping`.
    NoPing,
    /// xboard: does not know `setboard`.
    NoSetboard,
    /// xboard: does not know `protover`.
    NoFeatures,
    /// xboard: goes on with the game after `new`.
    NewIgnored,
    /// xboard: ignores unknown words without a word.
    UnknownSilent,
    /// xboard: ignores illegal moves without a word.
    IllegalSilent,
    /// xboard: answers illegal moves one command late, after its first 25.
    IllegalLate,
}

impl Quirk {
    /// All of them, each with its name on the command line and what it means.
    pub const ALL: [(Self, &'static str, &'static str); 14] = [
        (
            Self::SearchMovesIgnored,
            "searchmoves-ignored",
            "UCI: searches all moves, whatever `searchmoves` says",
        ),
        (
            Self::SearchMovesOnce,
            "searchmoves-once",
            "UCI: honors `searchmoves` in its first search only",
        ),
        (
            Self::SearchMovesAtFirst,
            "searchmoves-at-first",
            "UCI: honors `searchmoves` in its first 25 searches only",
        ),
        (
            Self::SearchMovesDeeper,
            "searchmoves-deeper",
            "UCI: honors `searchmoves` from depth 2 on",
        ),
        (
            Self::MultiPvAbsent,
            "multipv-absent",
            "UCI: has no option MultiPV",
        ),
        (
            Self::MultiPvCapped,
            "multipv-capped",
            "UCI: lists at most 16 moves, whatever it says about MultiPV",
        ),
        (
            Self::FormerPosition,
            "former-position",
            "answers about the position before the last one",
        ),
        (Self::NoPing, "no-ping", "xboard: does not know `ping`"),
        (
            Self::NoSetboard,
            "no-setboard",
            "xboard: does not know `setboard`",
        ),
        (
            Self::NoFeatures,
            "no-features",
            "xboard: does not know `protover`",
        ),
        (
            Self::NewIgnored,
            "new-ignored",
            "xboard: goes on with the game after `new`",
        ),
        (
            Self::UnknownSilent,
            "unknown-silent",
            "xboard: ignores unknown words without a word",
        ),
        (
            Self::IllegalSilent,
            "illegal-silent",
            "xboard: ignores illegal moves without a word",
        ),
        (
            Self::IllegalLate,
            "illegal-late",
            "xboard: answers illegal moves one command late, after its first 25",
        ),
    ];

    /// The habit with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known, _)| *known == name);
        found.map(|(quirk, ..)| *quirk)
    }
}

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
