//! The ladder of channels: what can be asked of an engine, and how.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::dialect::Counts;
use super::{Place, Trouble};

/// A rung of the ladder, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// The engine's own perft, with the nodes below each move.
    Divide,
    /// The engine's own perft, which prints a total and nothing else.
    Total,
    /// The line protocol.
    Line,
    /// A library in this process.
    Subject,
    /// A script that prints a divide.
    Script,
    /// UCI: every root move has a line of its own in a search with `MultiPV`.
    MultiPv,
    /// UCI: a search that is restricted to one move names another if that move is illegal.
    SearchMoves,
    /// xboard: the engine says `Illegal move`.
    IllegalMove,
    /// The only legal move must be the one that is played.
    BestMove,
}

/// What can be asked through a rung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Questions {
    /// Counts to any depth.
    Counts,
    /// The legal moves of a position.
    Moves,
    /// Whether one move is legal.
    Legality,
    /// The move that is played.
    BestMove,
}

impl Rung {
    /// All of them, best first.
    pub const ALL: [Self; 9] = [
        Self::Divide,
        Self::Total,
        Self::Line,
        Self::Subject,
        Self::Script,
        Self::MultiPv,
        Self::SearchMoves,
        Self::IllegalMove,
        Self::BestMove,
    ];

    /// The word for it in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Divide => "divide",
            Self::Total => "total",
            Self::Line => "line-protocol",
            Self::Subject => "in-process",
            Self::Script => "script",
            Self::MultiPv => "multipv",
            Self::SearchMoves => "searchmoves",
            Self::IllegalMove => "illegal-move",
            Self::BestMove => "bestmove",
        }
    }

    /// What can be asked.
    #[must_use]
    pub fn questions(self) -> Questions {
        match self {
            Self::Divide | Self::Total | Self::Line | Self::Subject | Self::Script => {
                Questions::Counts
            }
            Self::MultiPv => Questions::Moves,
            Self::SearchMoves | Self::IllegalMove => Questions::Legality,
            Self::BestMove => Questions::BestMove,
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// An engine that is asked through one rung.
///
/// Every question names the position it is about: whatever was asked before has no part in the answer. After a
/// [`Trouble`] that [needs a restart](Trouble::needs_restart) the channel starts the engine again by itself.
pub trait Channel: Send {
    /// The rung.
    fn rung(&self) -> Rung;

    /// The least depth that can be counted: some engines print no moves at depth 1, or do not survive it.
    fn least_depth(&self) -> u32 {
        1
    }

    /// Whether moves that follow a position are played.
    fn plays_moves(&self) -> bool {
        true
    }

    /// Starts the engine if it does not run, so that the next answer takes no longer than those that follow.
    fn start(&mut self) -> Result<(), Trouble> {
        Ok(())
    }

    /// Counts the tree below a position to a depth of at least 1.
    ///
    /// [`Counts::moves`] is empty where only a total is known.
    fn count(&mut self, _place: &Place, _depth: u32) -> Result<Counts, Trouble> {
        Err(unsupported("counts"))
    }

    /// Lists the legal moves, as the engine writes them.
    fn moves(&mut self, _place: &Place) -> Result<Vec<String>, Trouble> {
        Err(unsupported("a list of legal moves"))
    }

    /// Whether the engine accepts a move, in UCI notation.
    fn accepts(&mut self, _place: &Place, _mv: &str) -> Result<bool, Trouble> {
        Err(unsupported("whether a move is legal"))
    }

    /// The move that a search of some depth ends with, as the engine writes it.
    fn best_move(&mut self, _place: &Place, _depth: u32) -> Result<String, Trouble> {
        Err(unsupported("a best move"))
    }

    /// The FEN that the engine says it holds after it was told of a position; `None` if it does not say.
    fn held(&mut self, _place: &Place) -> Result<Option<String>, Trouble> {
        Ok(None)
    }

    /// Plays a move and takes it back: the FEN after each, as far as the engine tells.
    fn there_and_back(&mut self, _place: &Place, _mv: &str) -> Result<ThereAndBack, Trouble> {
        Err(unsupported("playing and taking back"))
    }

    /// Ends the engine; it is started again for the next question.
    fn restart(&mut self);
}

/// What an engine holds after a move was played, and after it was taken back.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ThereAndBack {
    /// The FEN after the move.
    pub there: Option<String>,
    /// The FEN after it was taken back.
    pub back: Option<String>,
}

pub(super) fn unsupported(what: &str) -> Trouble {
    Trouble::Unsupported(what.to_owned())
}
