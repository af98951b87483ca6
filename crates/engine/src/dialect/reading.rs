//! The content of one line of output.

/// The content of one line of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A move and the nodes below it: `e2e4: 600`.
    Move {
        /// The move as the engine writes it.
        text: String,
        /// The nodes.
        nodes: u64,
    },
    /// A move alone on its line. The nodes may follow on the next line.
    MoveAlone(String),
    /// A number alone on its line: a total, or the nodes of the move on the line before.
    Bare(u64),
    /// A total: `Nodes searched: 8902`.
    Total(u64),
    /// A line of a table with a line for each depth: `3 8902 0.00 714285.71nps`.
    Row {
        /// The depth.
        depth: u32,
        /// The nodes at that depth.
        nodes: u64,
    },
    /// A line of a search, which perft does not print.
    Search,
    /// The end of a search, with its move.
    BestMove(String),
    /// An error message, such as `Unknown command`.
    ErrorMessage(String),
    /// Anything else.
    Other,
}
