//! A small honest search: alpha-beta over material and mate.
//!
//! The engine plays what it believes to be best with the moves that it believes to be legal, so a fault shows in its
//! play only where the fault makes a difference. It is deterministic: of equally good moves the first is played.

use std::cmp::Reverse;

use passant_rules::{Move, Piece, PieceType, Square};

use super::position::EnginePosition;

/// The deepest search, in plies. Deeper searches are cut to it.
const DEEPEST: u32 = 4;

/// The score of a mate in centipawns, far from every other score.
const MATE: i32 = 1_000_000;

impl EnginePosition {
    /// The best of some moves after a search to a depth in plies; `None` if there are no moves.
    pub(super) fn best_of(&self, mut moves: Vec<Move>, depth: u32) -> Option<Move> {
        let depth = depth.clamp(1, DEEPEST);
        self.captures_first(&mut moves);
        let mut best = None;
        let mut alpha = -2 * MATE;
        for mv in moves {
            let score = -self.play(mv).score(depth - 1, -2 * MATE, -alpha);
            if alpha < score {
                (alpha, best) = (score, Some(mv));
            }
        }
        best
    }

    /// The score in centipawns for the side to move, between `alpha` and `beta`.
    fn score(&self, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut moves = self.moves();
        if moves.is_empty() {
            // A mate that comes sooner is better for the side that gives it.
            let mate = MATE + i32::try_from(depth).unwrap_or(0);
            return if self.state.is_check() { -mate } else { 0 };
        }
        if depth == 0 {
            return self.material();
        }
        self.captures_first(&mut moves);
        for mv in moves {
            let score = -self.play(mv).score(depth - 1, -beta, -alpha);
            alpha = alpha.max(score);
            if beta <= alpha {
                break;
            }
        }
        alpha
    }

    /// Puts captures of the most valuable pieces first, and leaves out captures of a king, which only a fault makes
    /// possible.
    fn captures_first(&self, moves: &mut Vec<Move>) {
        let piece = |at: Square| self.state.setup().board.get(at).map(Piece::piece_type);
        moves.retain(|mv| piece(mv.to()) != Some(PieceType::King));
        moves.sort_by_key(|mv| Reverse(piece(mv.to()).map_or(0, value)));
    }

    /// The material of the side to move less that of the other side.
    fn material(&self) -> i32 {
        let us = self.us();
        let pieces = self.state.setup().board.iter();
        let values = pieces.map(|(_, piece)| {
            let value = value(piece.piece_type());
            if piece.color() == us { value } else { -value }
        });
        values.sum()
    }
}

/// The value of a piece in centipawns. The king has none, because it is never captured.
fn value(piece: PieceType) -> i32 {
    match piece {
        PieceType::Pawn => 100,
        PieceType::Knight => 300,
        PieceType::Bishop => 310,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}
