//! Habits of engines that have nothing to do with chess: optional words that they ignore, misread or half honor, and odd
//! ways to search.

/// Declares habits once: each with its name on the command line and what it means.
macro_rules! habits {
    ($(#[$doc:meta])+ $type:ident { $($habit:ident $name:literal $about:literal)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $type { $(#[doc = $about] $habit,)+ }

        impl $type {
            /// All of them, each with its name on the command line and what it means.
            pub const ALL: [(Self, &'static str, &'static str); [$($name),+].len()] =
                [$((Self::$habit, $name, $about)),+];

            /// Returns the one with a name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                let found = Self::ALL.iter().find(|(_, known, _)| *known == name);
                found.map(|(habit, ..)| *habit)
            }
        }
    };
}

habits! {
    /// A word that the engine ignores or misreads.
    #[expect(clippy::doc_markdown, reason = "the texts are also printed")]
    Quirk {
        SearchMovesIgnored "searchmoves-ignored" "UCI: searches all moves, whatever `searchmoves` says"
        SearchMovesOnce "searchmoves-once" "UCI: honors `searchmoves` in its first search only"
        SearchMovesAtFirst "searchmoves-at-first" "UCI: honors `searchmoves` in its first 25 searches only"
        SearchMovesDeeper "searchmoves-deeper" "UCI: honors `searchmoves` from depth 2 on"
        MultiPvAbsent "multipv-absent" "UCI: has no option MultiPV"
        MultiPvCapped "multipv-capped" "UCI: lists at most 16 moves, whatever it says about MultiPV"
        FormerPosition "former-position" "answers about the position before the last one"
        NoPing "no-ping" "xboard: does not know `ping`"
        NoSetboard "no-setboard" "xboard: does not know `setboard`"
        NoFeatures "no-features" "xboard: does not know `protover`"
        NewIgnored "new-ignored" "xboard: goes on with the game after `new`"
        UnknownSilent "unknown-silent" "xboard: ignores unknown words without a word"
        IllegalSilent "illegal-silent" "xboard: ignores illegal moves without a word"
        IllegalLate "illegal-late" "xboard: answers illegal moves one command late, after its first 25"
    }
}

habits! {
    /// An odd way to search, which breaks no rule.
    Manner {
        RandomLines "random-lines" "plays legal moves, and prints lines of legal moves, that it draws by lot"
        StaleLineEnds "stale-line-ends" "goes on after a mate or a stalemate with moves of an earlier line"
        ForgetsGame "forgets-game" "searches without the positions before, so that it sees no draw by repetition"
        MoveAfterEnd "move-after-end" "UCI: names its last move again where it has none"
        LateFirstMove "late-first-move" "UCI: is stopped in its first search of more than 20 pieces without a move"
    }
}
