//! The line that is printed: what the search has returned, continued from the table.

use passant_rules::Move;

use super::searcher::Searcher;

/// The most moves of a printed line.
const LONGEST: usize = 8;

impl Searcher<'_> {
    /// A line, continued with the moves of the table.
    pub(super) fn extended(&self, mut line: Vec<Move>) -> Vec<Move> {
        let mut end = self.root.clone();
        for &mv in &line {
            end = end.play(mv);
        }
        while line.len() < LONGEST
            && let Some(mv) = self.table.continuation(&end)
        {
            line.push(mv);
            end = end.play(mv);
        }
        line
    }
}
