//! Questions about a legal move.

use std::fmt;

use passant_rules::UciMove;

use crate::Answer;

/// A question about a legal move.
///
/// A kind of question about a move is a row of [`MoveQuery::ALL`], of its word, and of its meaning. What answers it are the
/// oracle, `RulesSubject` of `passant-judge`, and each protocol that can ask it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveQuery {
    /// `san c5d6`: the move in SAN.
    San,
    /// `victim c5d6`: the square of the piece that it captures.
    Victim,
    /// `capture c5d6`: whether it is a capture.
    Capture,
    /// `ep c5d6`: whether it is an en passant capture.
    EnPassant,
    /// `check c5d6`: whether it gives check.
    Check,
}

impl MoveQuery {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::San,
        Self::Victim,
        Self::Capture,
        Self::EnPassant,
        Self::Check,
    ];

    /// Returns the word for it, as in `victim c5d6`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::San => "san",
            Self::Victim => "victim",
            Self::Capture => "capture",
            Self::EnPassant => "ep",
            Self::Check => "check",
        }
    }

    /// Returns the question with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Tells whether an answer is of the kind that is asked for.
    #[must_use]
    pub const fn is_answered_by(self, answer: &Answer) -> bool {
        match self {
            Self::San => matches!(answer, Answer::San(_)),
            Self::Victim => matches!(answer, Answer::Square(_)),
            Self::Capture | Self::EnPassant | Self::Check => matches!(answer, Answer::Is(_)),
        }
    }

    /// Returns what is asked about a move, as a part of a sentence: `what c5d6 takes`.
    #[must_use]
    pub fn meaning(self, mv: UciMove) -> String {
        match self {
            Self::San => format!("how {mv} is written in SAN"),
            Self::Victim => format!("what {mv} takes"),
            Self::Capture => format!("whether {mv} is a capture"),
            Self::EnPassant => format!("whether {mv} captures en passant"),
            Self::Check => format!("whether {mv} gives check"),
        }
    }
}

impl fmt::Display for MoveQuery {
    /// The word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
