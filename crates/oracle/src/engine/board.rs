//! The board after a move.

use passant_rules::{Color, Move, MoveKind, Piece, PieceType, Square};

use super::position::EnginePosition;
use crate::{EngineFault, State};

impl EnginePosition {
    /// Returns board, side, castling rights and clocks after a move; a double push leaves its target in the en passant
    /// field.
    pub(super) fn state_after(&self, mv: Move) -> State {
        if !mv.is_en_passant() {
            let mut next = self.state.make(mv);
            if self.has(EngineFault::AnyManRemovesVictim) && self.right == Some(mv.to()) {
                remove(&mut next, self.state.victim(mv.to()));
            }
            return next;
        }
        // A capture that removes nothing is what the oracle makes of an ordinary one.
        let ordinary = Move::new(mv.from(), mv.to(), MoveKind::Capture);
        let mut next = self.state.make(if self.removes_victim(mv) {
            mv
        } else {
            ordinary
        });
        if self.has_for(mv, EngineFault::OtherNeighborRemoved) {
            remove(&mut next, other_neighbor(mv));
        }
        if self.has_for(mv, EngineFault::WhiteOffsetForBoth) && self.us() == Color::Black {
            remove(&mut next, mv.to().offset(0, -1));
        }
        if self.has_for(mv, EngineFault::BlackOffsetForBoth) && self.us() == Color::White {
            remove(&mut next, mv.to().offset(0, 1));
        }
        if self.has_for(mv, EngineFault::ClockNotReset) {
            next.setup.halfmove_clock = self.state.setup.halfmove_clock.saturating_add(1);
        }
        next
    }

    /// Tells whether a pawn moves to the square that stands for no target, while there is none.
    pub(super) fn reads_corner_as_target(&self, mv: Move) -> bool {
        let fault = match mv.to() {
            Square::A1 => EngineFault::A1ReadAsTarget,
            Square::H1 => EngineFault::H1ReadAsTarget,
            Square::A8 => EngineFault::A8ReadAsTarget,
            Square::H8 => EngineFault::H8ReadAsTarget,
            _ => return false,
        };
        mv.kind().promotion().is_some() && self.right.is_none() && self.has(fault)
    }

    /// Toggles the pawn that has passed over a target, as a set of squares from which it is removed with an exclusive or: it
    /// vanishes, or it appears where there was none. The side to move has the pawn.
    pub(super) fn toggle_victim(&mut self, target: Square) {
        let pawn = Piece::new(self.us(), PieceType::Pawn);
        let Some(at) = target.offset(0, self.us().forward()) else {
            return;
        };
        let toggled = match self.state.board().get(at) {
            None => Some(pawn),
            Some(piece) if piece == pawn => None,
            other => other,
        };
        self.state.setup.board.set(at, toggled);
    }

    fn removes_victim(&self, mv: Move) -> bool {
        let is_forgotten = self.has_for(mv, EngineFault::RightNotRestored)
            && !self.targets().any(|target| target == mv.to());
        !(self.has_for(mv, EngineFault::VictimStays)
            || self.has_for(mv, EngineFault::OtherNeighborRemoved)
            || self.has_for(mv, EngineFault::LandsOnVictim)
            || (self.has_for(mv, EngineFault::WhiteOffsetForBoth) && self.us() == Color::Black)
            || (self.has_for(mv, EngineFault::BlackOffsetForBoth) && self.us() == Color::White)
            || is_forgotten)
    }
}

/// The square beside the capturer on which the victim does not stand.
fn other_neighbor(mv: Move) -> Option<Square> {
    let is_west = mv.to().file() < mv.from().file();
    mv.from().offset(if is_west { 1 } else { -1 }, 0)
}

fn remove(state: &mut State, at: Option<Square>) {
    if let Some(at) = at {
        state.setup.board.set(at, None);
    }
}

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
