//! The channels through which programs answer questions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a program is asked, ordered from the most informative channel to the least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// The engine's own perft, with the nodes below each move.
    Divide,
    /// The engine's own perft, which prints only a total.
    Total,
    /// The line protocol.
    Line,
    /// A library in this process.
    #[serde(rename = "subject")]
    Library,
    /// A script that prints a divide.
    Script,
    /// UCI: a search with `MultiPV` prints a line for every root move.
    MultiPv,
    /// UCI: a search that is restricted to one move plays another move if that move is illegal.
    SearchMoves,
    /// xboard: the engine prints `Illegal move`.
    IllegalMove,
    /// UCI: the engine must play the only legal move.
    BestMove,
}

/// The main question that a channel answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// Counts to any depth.
    Counts,
    /// The legal moves of a position.
    Moves,
    /// Whether one move is legal.
    Legality,
    /// The move that is played.
    BestMove,
}

impl Channel {
    /// All channels, ordered from the most informative to the least.
    pub const ALL: [Self; 9] = [
        Self::Divide,
        Self::Total,
        Self::Line,
        Self::Library,
        Self::Script,
        Self::MultiPv,
        Self::SearchMoves,
        Self::IllegalMove,
        Self::BestMove,
    ];

    /// The word for the channel in texts, on the command line and in keys of kept results. Names in JSON were chosen apart and
    /// follow the variants; programs read both, so neither can become the other.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Divide => "divide",
            Self::Total => "total",
            Self::Line => "line-protocol",
            Self::Library => "in-process",
            Self::Script => "script",
            Self::MultiPv => "multipv",
            Self::SearchMoves => "searchmoves",
            Self::IllegalMove => "illegal-move",
            Self::BestMove => "bestmove",
        }
    }

    /// The main question that the channel answers.
    #[must_use]
    pub fn asks(self) -> Asks {
        match self {
            Self::Divide | Self::Total | Self::Line | Self::Library | Self::Script => Asks::Counts,
            Self::MultiPv => Asks::Moves,
            Self::SearchMoves | Self::IllegalMove => Asks::Legality,
            Self::BestMove => Asks::BestMove,
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::Channel;

    #[test]
    fn all_channels_are_ordered_from_the_most_informative_to_the_least() {
        assert!(Channel::ALL.is_sorted());
    }
}
