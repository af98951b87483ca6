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
