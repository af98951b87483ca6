//! What a subject says of itself before it is asked anything.

use crate::Channel;

/// How a subject can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// The channel through which it is asked, which says what it can be asked.
    pub channel: Channel,
    /// The least depth in plies that can be counted. Some engines print no moves at depth 1, or do not survive it.
    pub least_depth: u32,
    /// Whether moves that follow a position are played. Otherwise every position must be given by its FEN.
    pub plays_moves: bool,
}

impl Abilities {
    /// A subject that is asked through a channel, counts from depth 1 on, and plays moves.
    #[must_use]
    pub const fn of(channel: Channel) -> Self {
        Self {
            channel,
            least_depth: 1,
            plays_moves: true,
        }
    }
}

impl Default for Abilities {
    /// A library in this process.
    fn default() -> Self {
        Self::of(Channel::Library)
    }
}

/// Something that a line may need and that not every subject has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// Positions and castling of Chess960.
    Chess960,
    /// Null moves, `0000` in UCI notation.
    NullMoves,
    /// Keys of the [Polyglot book format](https://www.chessprogramming.org/PolyGlot).
    PolyglotKeys,
}
