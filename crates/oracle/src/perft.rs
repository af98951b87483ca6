//! Perft, straight from its definition, on copies of the board.

use passant_rules::Move;

use crate::State;

impl State {
    /// The number of sequences of `depth` legal moves ([perft](https://www.chessprogramming.org/Perft)); 1 for
    /// depth 0.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.divide(depth).into_iter().map(|(_, nodes)| nodes).sum(),
        }
    }

    /// Returns [`State::perft`] for each legal move: the number of sequences of `depth` moves that begin with it. Empty
    /// for depth 0.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else {
            return Vec::new();
        };
        self.moves()
            .into_iter()
            .map(|mv| (mv, self.make(mv).perft(rest)))
            .collect()
    }
}
