//! Games that show whether a match runner knows en passant.

use passant_query::Line;
use passant_rules::{Position, UciMove};

use crate::Variant;

/// An opening, the moves that both engines play from there, and how a correct match runner ends the game.
///
/// ```
/// use passant_suite::{RefereeEnding, Suites};
///
/// for case in Suites::builtin()?.referee_cases() {
///     let positions = case.line.positions().expect("the moves are legal");
///     assert!(case.ply < positions.len(), "{}", case.address);
///     assert!(case.illegal.is_none_or(|mv| positions.last().unwrap().find(mv).is_err()));
/// }
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RefereeCase {
    /// The place of the case: folder, file and name, like `referee/refused/rank`.
    pub address: String,
    /// The opening, and the moves that are played until the game ends. Every move is legal.
    pub line: Line,
    /// The en passant capture that is tried after the moves. It is illegal.
    pub illegal: Option<UciMove>,
    /// The way in which the game ends.
    pub ending: RefereeEnding,
    /// The number of plies after which it ends.
    pub ply: usize,
    /// The address of the case that shows what the runner does without en passant.
    pub control: Option<String>,
    /// The line that the engine prints with its last move, if it is not that move.
    pub pv: Option<UciMove>,
    /// The class that it belongs to, like `refused`: the name of its file.
    pub class: String,
    /// The rules of castling that apply.
    pub variant: Variant,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The source of the case.
    pub source: String,
    /// The programs that confirmed the ending, each with its version.
    pub confirmed: Vec<String>,
}

/// The way in which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RefereeEnding {
    /// All moves are played. The side to move then plays no legal move, and loses.
    Forfeit,
    /// The capture after the moves is illegal, and the side that plays it loses.
    Refused,
    /// The position has occurred for the third time.
    Threefold,
    /// The side to move is mated. The capture that it tries, if there is one, comes too late.
    Checkmate,
    /// The side to move has no legal move. The capture that it tries, if there is one, comes too late.
    Stalemate,
}

impl RefereeEnding {
    /// All endings, each with its word in a file.
    pub const ALL: [(&'static str, Self); 5] = [
        ("forfeit", Self::Forfeit),
        ("refused", Self::Refused),
        ("threefold", Self::Threefold),
        ("checkmate", Self::Checkmate),
        ("stalemate", Self::Stalemate),
    ];

    /// Returns the word in a file.
    #[must_use]
    pub fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, ending)| *ending == self);
        found.map_or("", |(word, _)| word)
    }

    /// Tells whether the game is drawn.
    #[must_use]
    pub fn is_draw(self) -> bool {
        matches!(self, Self::Threefold | Self::Stalemate)
    }
}

impl RefereeCase {
    /// The positions of the game: the opening, and after each move.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        // The reader has played the moves.
        self.line.positions().unwrap_or_default()
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> Vec<UciMove> {
        self.line.moves().unwrap_or_default()
    }
}
