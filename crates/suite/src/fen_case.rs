//! Cases about the en passant square that a program prints.

use passant_rules::{EnPassantMode, Move, Position, Setup, Square};

use crate::Reach;

/// A FEN, moves from there if any, and the en passant square of the resulting FEN under each convention.
///
/// ```
/// use passant_rules::EnPassantMode;
/// use passant_suite::Suites;
///
/// for case in Suites::builtin()?.fen_cases() {
///     let mut position = case.position().clone();
///     for mv in &case.moves {
///         let _ = position.make(*mv);
///     }
///     let setup = position.setup(EnPassantMode::Legal);
///     assert_eq!(setup.en_passant, case.en_passant(EnPassantMode::Legal), "{}", case.address);
/// }
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FenCase {
    /// The place of the case: folder, file and name, like `fen/after-push/check-from-d8`.
    pub address: String,
    /// The FEN to start from, six fields.
    pub fen: String,
    /// The moves to play from there; empty for cases about reading the FEN.
    pub moves: Vec<Move>,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The source of the case.
    pub source: String,
    /// The programs that printed the same, each with its version.
    pub confirmed: Vec<String>,
    /// Tells whether a game can lead to the FEN.
    pub reach: Reach,
    pub(crate) en_passant: EnPassantSquares,
    pub(crate) setup: Setup,
    pub(crate) position: Position,
}

/// The en passant square under each convention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EnPassantSquares {
    pub(crate) always: Option<Square>,
    pub(crate) pseudo_legal: Option<Square>,
    pub(crate) legal: Option<Square>,
}

impl EnPassantSquares {
    pub(crate) fn under(self, mode: EnPassantMode) -> Option<Square> {
        match mode {
            EnPassantMode::Always => self.always,
            EnPassantMode::PseudoLegal => self.pseudo_legal,
            EnPassantMode::Legal => self.legal,
        }
    }
}

impl FenCase {
    /// The en passant square that is printed after the moves; `None` is the dash.
    #[must_use]
    pub fn en_passant(&self, mode: EnPassantMode) -> Option<Square> {
        self.en_passant.under(mode)
    }

    /// The position before the moves. Where the FEN is bogus, the wrong rights have been dropped.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the contents of the FEN, valid or not.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}
