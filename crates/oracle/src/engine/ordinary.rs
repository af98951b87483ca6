//! The moves other than en passant captures, which a right can hide or make illegal.

use passant_rules::{Move, PieceType, Square};

use super::position::EnginePosition;
use crate::EngineFault;
use crate::state::king_attackers;

impl EnginePosition {
    /// Returns all moves but en passant captures, among those that are asked about.
    pub(super) fn ordinary_moves_among(&self, is_asked: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let mut moves = self.state.moves_among(is_asked);
        let overlooking = self.moves_that_overlook_the_push().into_iter();
        moves.extend(overlooking.filter(|&mv| is_asked(mv)));
        if self.has(EngineFault::MarkerBlocksLines)
            && let Some(marker) = self.right
        {
            moves.retain(|mv| !is_between(mv.from(), marker, mv.to()));
        }
        moves
    }

    /// The moves of unpinned pieces other than the king that leave it in check by the pawn that has moved two squares, in
    /// a position read from a FEN.
    fn moves_that_overlook_the_push(&self) -> Vec<Move> {
        let is_overlooked = self.fen_field.is_some() && self.has(EngineFault::PushCheckOverlooked);
        let right = self.right.filter(|_| is_overlooked);
        let Some(victim) = right.and_then(|target| self.state.victim(target)) else {
            return Vec::new();
        };
        let mut moves = self.state.pseudo_legal_moves();
        moves.retain(|&mv| {
            let is_of_king = self.state.has(self.us(), PieceType::King, mv.from());
            let attackers = king_attackers(self.state.make(mv).board(), self.us());
            let is_free = self.state.attackers_without(mv.from()).is_empty();
            let is_check = !attackers.is_empty() && attackers.into_iter().all(|it| it == victim);
            is_check && is_free && !is_of_king
        });
        moves
    }
}

/// Tells whether a square lies between two others on a rank, file or diagonal.
fn is_between(from: Square, at: Square, to: Square) -> bool {
    let way = |one: Square, other: Square| {
        let steps = |one: u8, other: u8| i16::from(other) - i16::from(one);
        (
            steps(one.file().index(), other.file().index()),
            steps(one.rank().index(), other.rank().index()),
        )
    };
    let (files, ranks) = way(from, to);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    let (to_files, to_ranks) = way(from, at);
    let distance = to_files.abs().max(to_ranks.abs());
    is_line
        && 0 < distance
        && distance < length
        && to_files * length == files * distance
        && to_ranks * length == ranks * distance
}
