//! The channels through which programs answer questions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The ways to ask a program, ordered from the most informative channel to the least.
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
    /// The legality of one move.
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

/// The questions that a subject can answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// The channel, which determines the questions that the subject can answer.
    pub channel: Channel,
    /// The least depth in plies that the subject can count. Some engines print no moves at depth 1, or crash there.
    pub least_depth: u32,
    /// True if the subject plays the moves that follow a position. Otherwise every position must be sent as a FEN.
    pub plays_moves: bool,
    /// True if the subject sets up positions. Otherwise it can be asked about games from the initial position only.
    pub sets_up: bool,
    /// The subject plays the moves that follow the initial position, although it plays none that follow a FEN.
    pub plays_games: bool,
}

impl Abilities {
    /// A subject on a channel that counts from depth 1 on and plays moves.
    #[must_use]
    pub const fn of(channel: Channel) -> Self {
        Self {
            channel,
            least_depth: 1,
            plays_moves: true,
            sets_up: true,
            plays_games: false,
        }
    }
}

impl Default for Abilities {
    /// A library in this process.
    fn default() -> Self {
        Self::of(Channel::Library)
    }
}

/// A feature that a question may need and that some subjects do not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// Positions and castling of Chess960.
    Chess960,
    /// Null moves, `0000` in UCI notation.
    NullMoves,
    /// Keys of the [Polyglot book format](https://www.chessprogramming.org/PolyGlot), as 16 hexadecimal digits.
    PolyglotKeys,
    /// Searches that print several lines at each depth.
    SeveralLines,
}

#[cfg(test)]
mod tests {
    use super::Channel;

    #[test]
    fn all_channels_are_ordered_from_the_most_informative_to_the_least() {
        assert!(Channel::ALL.is_sorted());
    }
}
