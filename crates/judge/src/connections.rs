//! Everything through which one program can be asked.

use passant_query::Subject;

/// A program as it is asked: for counts and moves, about a game, and in a second way for moves.
pub struct Connections {
    /// For counts, moves and the position that it holds.
    pub counts: Box<dyn Subject>,
    /// For everything else about a game, if it can be asked about one.
    pub game: Option<Box<dyn Subject>>,
    /// Another channel that may list moves, if the protocol has one.
    pub cross_check: Option<Box<dyn Subject>>,
}

impl Connections {
    /// A program that is asked everything through one channel.
    #[must_use]
    pub fn through(counts: Box<dyn Subject>) -> Self {
        Self {
            counts,
            game: None,
            cross_check: None,
        }
    }
}
