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

#[cfg(test)]
mod tests {
    use passant_rules::Setup;

    use crate::{Engine, EngineFault, FaultSet};

    fn best(fen: &str, faults: FaultSet, depth: u32) -> String {
        let engine = Engine::new(&Setup::from_fen(fen).unwrap(), faults);
        let mv = engine.best_move(depth);
        mv.map_or("none".to_owned(), |mv| engine.uci(mv))
    }

    #[test]
    fn mates_and_wins_material() {
        // A mate on the back rank; a queen that hangs; a fork that wins the rook with the third ply.
        assert_eq!(
            best("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", FaultSet::NONE, 1),
            "a1a8"
        );
        assert_eq!(
            best("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", FaultSet::NONE, 1),
            "e3d5"
        );
        assert_eq!(
            best("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", FaultSet::NONE, 3),
            "d5c7"
        );
        assert_eq!(
            best("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", FaultSet::NONE, 1),
            "none"
        );
    }

    #[test]
    fn plays_an_illegal_capture_only_with_the_fault() {
        // The capture would win a pawn, and uncovers the rook.
        let fen = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
        assert_eq!(best(fen, EngineFault::RankPinIgnored.into(), 1), "c5d6");
        assert_ne!(best(fen, FaultSet::NONE, 1), "c5d6");
    }
}
