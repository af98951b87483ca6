//! A position with what is known about it.

use passant_rules::{Move, Position, Setup};

use crate::epd;

/// A position of a suite: what engines must say of it, why it is there, and who confirmed it.
///
/// Cases come from [`Suites`](crate::Suites), which has checked that their parts agree.
///
/// ```
/// use passant_suite::{Reach, Suites};
///
/// let suites = Suites::builtin()?;
/// let case = suites.cases().find(|case| case.address == "perft/standard/kiwipete").unwrap();
/// assert_eq!(case.perft[..2], [48, 2039]);
/// assert_eq!(case.reach, Reach::Reachable);
/// assert_eq!(case.position().legal_moves().len(), 48);
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Case {
    /// Where to find it: folder, file and name, like `en-passant/rejected-rank/rook-far-side`. A
    /// [twin](Case::twins) has `~flipped`, `~mirrored` or both at the end.
    pub address: String,
    /// The FEN, six fields, with the en passant square after every double push.
    pub fen: String,
    /// What it is an example of, like `rejected-rank`.
    pub class: String,
    /// The en passant captures that are legal; told in suites of `en-passant` only.
    pub legal: Vec<Move>,
    /// The en passant captures that are pseudo-legal, and illegal; told in suites of `en-passant` only.
    pub illegal: Vec<Move>,
    /// The number of leaf nodes at depth 1, 2, …; never empty.
    pub perft: Vec<u64>,
    /// Why it exists, in a sentence or two.
    pub why: String,
    /// Where it is from.
    pub source: String,
    /// The programs that counted the same, each with its version.
    pub confirmed: Vec<String>,
    /// Whether a game can lead there.
    pub reach: Reach,
    /// The double push with which the position arose, if it is told.
    pub last: Option<Move>,
    /// A game that leads there from the initial position, clocks apart; empty if none is told.
    pub proof: Vec<Move>,
    /// Whose rules of castling apply.
    pub variant: Variant,
    pub(crate) setup: Setup,
    pub(crate) position: Position,
}

/// Whether a game can lead to a position. Engines are scored on reachable ones only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reach {
    /// A game can lead there, as far as [`Setup::validate`] can tell.
    #[default]
    Reachable,
    /// No game leads there, for the king was in check before the last double push; but the rules say how to go on.
    Unreachable,
    /// The FEN claims an en passant or castling right that its own board denies. A reader may drop the right, or
    /// refuse the FEN.
    Bogus,
}

/// Whose rules of castling apply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960: engines must be told so before they read the FEN.
    Chess960,
}

impl Case {
    /// The position to play from. Where the FEN is bogus, what is wrong with it has been dropped.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the FEN says, believable or not.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The last part of the address.
    #[must_use]
    pub fn name(&self) -> &str {
        self.address.rsplit('/').next().unwrap_or(&self.address)
    }

    /// The depths from 1, each with the number of leaf nodes.
    pub fn depths(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        (1..).zip(self.perft.iter().copied())
    }

    /// The line of an EPD file that asks for the same counts.
    ///
    /// ```
    /// # use passant_suite::Suites;
    /// let suites = Suites::builtin()?;
    /// let case = &suites.select(["perft/standard/startpos"]).unwrap().cases[0];
    /// let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902";
    /// assert!(case.epd().starts_with(line));
    /// # Ok::<(), passant_suite::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn epd(&self) -> String {
        epd::line(&self.setup, self.depths())
    }
}

impl Reach {
    /// All three, with the words for them in the files.
    pub(crate) const ALL: [(&'static str, Self); 3] = [
        ("reachable", Self::Reachable),
        ("unreachable", Self::Unreachable),
        ("bogus", Self::Bogus),
    ];
}

impl Variant {
    /// Both, with the words for them in the files.
    pub(crate) const ALL: [(&'static str, Self); 2] =
        [("standard", Self::Standard), ("chess960", Self::Chess960)];
}
