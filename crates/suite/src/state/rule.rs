//! The rules that answers follow from.

use std::fmt;

/// A rule, with the text that states it. `suites/state/README.md` quotes and explains each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// The moves of pawns, including en passant.
    FidePawn,
    /// Castling, and how the right to castle is lost.
    FideCastling,
    /// Check, and that no move leaves its own king in check.
    FideCheck,
    /// When positions are the same.
    FideSame,
    /// The fifth occurrence of a position.
    FideFivefold,
    /// Algebraic notation on score sheets, with the suffix `e.p.`
    FideNotation,
    /// SAN, the notation of PGN.
    PgnSan,
    /// The en passant field of FEN: after every double push.
    PgnFen,
    /// The en passant field of X-FEN: only where a pawn stands beside the pushed one.
    XFen,
    /// Keys of the Polyglot book format.
    Polyglot,
    /// Moves as engines and their hosts exchange them.
    Uci,
}

impl Rule {
    /// All rules, with the words for them in the files.
    pub const ALL: [(&'static str, Self); 11] = [
        ("fide-3.7", Self::FidePawn),
        ("fide-3.8", Self::FideCastling),
        ("fide-3.9", Self::FideCheck),
        ("fide-9.2.3", Self::FideSame),
        ("fide-9.6.1", Self::FideFivefold),
        ("fide-c.9.3", Self::FideNotation),
        ("pgn-8.2.3", Self::PgnSan),
        ("pgn-16.1.3.4", Self::PgnFen),
        ("x-fen", Self::XFen),
        ("polyglot", Self::Polyglot),
        ("uci", Self::Uci),
    ];

    /// The citation.
    ///
    /// ```
    /// use passant_suite::Rule;
    ///
    /// assert_eq!(Rule::FideSame.to_string(), "FIDE Laws of Chess (2023), 9.2.3");
    /// ```
    fn citation(self) -> &'static str {
        match self {
            Self::FidePawn => "FIDE Laws of Chess (2023), 3.7",
            Self::FideCastling => "FIDE Laws of Chess (2023), 3.8",
            Self::FideCheck => "FIDE Laws of Chess (2023), 3.9",
            Self::FideSame => "FIDE Laws of Chess (2023), 9.2.3",
            Self::FideFivefold => "FIDE Laws of Chess (2023), 9.6.1",
            Self::FideNotation => "FIDE Laws of Chess (2023), C.9.3",
            Self::PgnSan => "PGN standard (1994), 8.2.3",
            Self::PgnFen => "PGN standard (1994), 16.1.3.4",
            Self::XFen => "X-FEN (Scharnagl, 2003)",
            Self::Polyglot => "Polyglot book format, section key",
            Self::Uci => "UCI protocol (2006), move format",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.citation())
    }
}
