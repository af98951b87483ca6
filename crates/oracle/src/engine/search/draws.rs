//! Draws by repetition.

use super::searcher::Searcher;
use crate::EngineFault;
use crate::engine::position::EnginePosition;

impl Searcher<'_> {
    /// Tells whether a position has occurred twice before, in the game or in the line.
    pub(super) fn is_third_occurrence(&self, position: &EnginePosition) -> bool {
        let reversible = usize::from(position.state.setup().halfmove_clock);
        let before = self.path.iter().rev().take(reversible);
        before
            .filter(|then| position.recurs_from(then))
            .nth(1)
            .is_some()
    }
}

impl EnginePosition {
    /// Tells whether the search takes a position of its line for an earlier one.
    fn recurs_from(&self, then: &Self) -> bool {
        let counts_unreal = self.has(EngineFault::RepetitionInLineWithUnrealRight);
        (!counts_unreal || self.right == then.right) && self.is_same(then)
    }
}
