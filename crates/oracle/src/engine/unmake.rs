//! Taking a move back.

use passant_rules::{Move, Piece, PieceType};

use super::position::EnginePosition;
use crate::EngineFault;

impl EnginePosition {
    /// Returns this position again, after the move that led to `after` was taken back.
    pub(super) fn take_back(&self, after: &Self, mv: Option<Move>) -> Self {
        let mut again = self.clone();
        let keeps = [
            EngineFault::RightNotRestored,
            EngineFault::UnmakeLosesCapture,
            EngineFault::UnmakeKeepsRight,
        ];
        if keeps.into_iter().any(|fault| self.has(fault)) {
            again.right = after.right;
        }
        if self.has(EngineFault::UnmakeRestoresWrongTarget) {
            again.right = self.expired[0];
        }
        if self.has(EngineFault::UnmakeClearsRight) {
            again.right = None;
        }
        if self.has(EngineFault::KeyNotRestored) {
            again.key ^= self.right_key();
        }
        if let Some(mv) = mv.filter(|mv| mv.is_en_passant()) {
            self.restore_victim(mv, &mut again);
        }
        again
    }

    fn restore_victim(&self, mv: Move, again: &mut Self) {
        let Some(victim) = self.state.victim(mv.to()) else {
            return;
        };
        let board = &mut again.state.setup.board;
        if self.has(EngineFault::VictimNotRestored) {
            board.set(victim, None);
        }
        if self.has(EngineFault::VictimRestoredOnTarget) {
            board.set(mv.to(), board.get(victim));
            board.set(victim, None);
        }
        if self.has(EngineFault::VictimRestoredAsOwn) {
            board.set(victim, Some(Piece::new(self.us(), PieceType::Pawn)));
        }
    }
}
