//! What a subject can answer.

use crate::Channel;

/// What a subject can answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// The channel, which determines the questions that the subject can answer.
    pub channel: Channel,
    /// The least depth in plies that the subject can count. Some engines print no moves at depth 1, or crash there.
    pub least_depth: u32,
    /// Whether the subject plays the moves that follow a position. Otherwise every position must be sent as a FEN.
    pub plays_moves: bool,
    /// Whether the subject sets up positions. Otherwise it can be asked about games from the initial position only.
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
