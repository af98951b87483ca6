//! When two positions are the same (FIDE Laws of Chess 9.2.3).

use passant_rules::Square;

use super::position::EnginePosition;
use crate::{EngineFault, Reason};

impl EnginePosition {
    /// Tells whether another position is the same: the same pieces, side and castling rights, and the same legal en
    /// passant captures.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let (one, two) = (self.state.setup(), other.state.setup());
        one.board == two.board
            && one.side_to_move == two.side_to_move
            && one.castling == two.castling
            && self.right_compared() == other.right_compared()
    }

    /// The right, if it makes a difference.
    fn right_compared(&self) -> Option<Square> {
        let refused_for = |is_meant: fn(Reason) -> bool| {
            self.pseudo_captures()
                .into_iter()
                .any(|mv| self.refusals(mv).into_iter().any(is_meant))
        };
        let counts = if self.has(EngineFault::RepetitionBlind) {
            false
        } else {
            self.has(EngineFault::RepetitionWithoutCapturer)
                || self.fen_field.is_some() && self.has(EngineFault::RepetitionOfFen)
                || !self.captures().is_empty()
                || (self.has(EngineFault::RepetitionWithAnyPiece) && self.has_piece_beside_victim())
                || (self.has(EngineFault::RepetitionWithPin)
                    && refused_for(|reason| reason != Reason::Check))
                || (self.has(EngineFault::RepetitionWithCheck)
                    && refused_for(|reason| reason == Reason::Check))
        };
        self.right.filter(|_| counts)
    }

    fn has_piece_beside_victim(&self) -> bool {
        let victim = self.right.and_then(|target| self.state.victim(target));
        let beside = victim.map_or([None; 2], |at| [at.offset(-1, 0), at.offset(1, 0)]);
        let mut pieces = beside.into_iter().flatten();
        pieces.any(|at| !self.state.is_empty(at) && !self.state.has_enemy(at))
    }
}
