//! The findings of an audit.

use std::fmt;

use passant_rules::{Color, FenError, MoveTextError, Outcome, Position, SetupFaults};

use crate::ending::{ClaimedEnd, Finish};
use crate::game::PgnFaultKind;
use crate::mark::EnPassantMark;

/// The kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// An en passant capture that the rules refuse.
    IllegalEnPassant,
    /// Another move that the rules refuse.
    IllegalMove,
    /// A move with a mark that captures nothing en passant.
    NotEnPassant,
    /// A word that is no move, or that could be several.
    UnreadableMove,
    /// A comment, variation or tag without an end, or a stray parenthesis.
    BrokenText,
    /// A game that is too long to be read.
    TooLong,
    /// A FEN tag that cannot be used.
    BadFen,
    /// A FEN tag with an en passant square that no double push has left.
    ImpossibleSquare,
    /// A result that contradicts mate or stalemate.
    WrongResult,
    /// A game that says it ends with mate, and does not.
    NoMate,
    /// A game that says it ends with stalemate, and does not.
    NoStalemate,
    /// A draw by repetition before a position has occurred three times.
    EarlyRepetition,
    /// A draw by repetition after a position has occurred three times.
    LateRepetition,
    /// A mark by which other readers lose the move or the game.
    Mark,
    /// A repetition that another convention counts otherwise. No rule is broken.
    OtherConvention,
}

impl FindingKind {
    /// All kinds, the gravest first.
    pub const ALL: [Self; 15] = [
        Self::IllegalEnPassant,
        Self::IllegalMove,
        Self::NotEnPassant,
        Self::UnreadableMove,
        Self::BrokenText,
        Self::TooLong,
        Self::BadFen,
        Self::ImpossibleSquare,
        Self::WrongResult,
        Self::NoMate,
        Self::NoStalemate,
        Self::EarlyRepetition,
        Self::LateRepetition,
        Self::Mark,
        Self::OtherConvention,
    ];

    /// Returns the word in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::IllegalEnPassant => "illegal-en-passant",
            Self::IllegalMove => "illegal-move",
            Self::NotEnPassant => "not-en-passant",
            Self::UnreadableMove => "unreadable-move",
            Self::BrokenText => "broken-text",
            Self::TooLong => "too-long",
            Self::BadFen => "bad-fen",
            Self::ImpossibleSquare => "impossible-square",
            Self::WrongResult => "wrong-result",
            Self::NoMate => "no-mate",
            Self::NoStalemate => "no-stalemate",
            Self::EarlyRepetition => "early-repetition",
            Self::LateRepetition => "late-repetition",
            Self::Mark => "mark",
            Self::OtherConvention => "other-convention",
        }
    }

    /// Tells whether something is wrong with the game. A note is no failure.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::OtherConvention)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A thing that is wrong with a game, or worth to know.
#[derive(Clone, Debug)]
pub struct AuditFinding {
    /// The kind.
    pub kind: FindingKind,
    /// The byte of the text at which it stands.
    pub at: usize,
    /// The number of ends of lines before it in the text.
    pub lines_before: usize,
    /// The number of the game in the text, from 1.
    pub game: u64,
    /// The number of ends of lines before the game in the text.
    pub game_lines_before: usize,
    /// The players by the tags of the game, each shortened; empty without the tag.
    pub players: [String; 2],
    /// The number of legal plies that were played before it, within variations too; `None` if no move is meant, or if the position before
    /// the move is not known.
    pub plies: Option<usize>,
    /// True if it stands in a variation.
    pub is_in_variation: bool,
    /// The number and the side of the first move of the game.
    pub first_move: FirstMove,
    /// The characters that are meant, shortened.
    pub written: String,
    /// The facts.
    pub detail: FindingDetail,
}

/// The number and the side of the first move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The number.
    pub number: u64,
    /// The side.
    pub color: Color,
}

impl FirstMove {
    /// The first move of a game from the initial position.
    pub(crate) const INITIAL: Self = Self {
        number: 1,
        color: Color::White,
    };

    /// Returns the number and the side of the move after so many plies.
    #[must_use]
    pub fn after(self, plies: usize) -> (u64, Color) {
        let plies = plies as u64 + u64::from(self.color == Color::Black);
        let color = if plies.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        (self.number + plies / 2, color)
    }
}

/// The facts about a finding.
#[derive(Clone, Debug)]
pub enum FindingDetail {
    /// The text is broken.
    Broken(PgnFaultKind),
    /// So many bytes of a game were left out.
    LeftOut(u64),
    /// A move cannot be played.
    Move {
        /// The position before it.
        position: Position,
        /// The reason.
        error: MoveTextError,
    },
    /// A FEN cannot be used.
    Fen(FenError),
    /// A FEN has faults that can be repaired.
    Square(SetupFaults),
    /// A mark.
    Mark(EnPassantMark),
    /// The end of a game contradicts its last position.
    End {
        /// The last position.
        position: Position,
        /// The end by the rules, if the last position is one.
        outcome: Option<Outcome>,
        /// The result of the game.
        finish: Option<Finish>,
        /// The end that the game claims.
        claimed: Option<ClaimedEnd>,
    },
    /// Third occurrences.
    Repetition {
        /// The number of plies of the game.
        plies: usize,
        /// The plies before the first third occurrence by each convention, in the order of [`Convention::ALL`].
        ///
        /// [`Convention::ALL`]: crate::Convention::ALL
        thirds: [Option<usize>; 4],
        /// The number of times that the last position has occurred by the rules.
        occurrences: usize,
    },
}
