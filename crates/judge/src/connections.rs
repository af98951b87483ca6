//! The connections to one engine.

use passant_query::Subject;

/// The connections to one engine: for counts and moves, for the state of a game, for a cross-check of moves, and
/// for searches.
pub struct Connections {
    /// For counts, moves and the position that the engine reports.
    pub counts: Box<dyn Subject>,
    /// For the state of a game, if the engine can be asked about it.
    pub game: Option<Box<dyn Subject>>,
    /// A second channel that may list moves, if the protocol has one.
    pub cross_check: Option<Box<dyn Subject>>,
    /// For what a search prints, if the engine searches.
    pub search: Option<Box<dyn Subject>>,
}

impl Connections {
    /// An engine that is asked everything through one channel.
    #[must_use]
    pub fn through(counts: Box<dyn Subject>) -> Self {
        Self {
            counts,
            game: None,
            cross_check: None,
            search: None,
        }
    }
}
