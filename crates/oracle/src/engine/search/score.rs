//! A node of the tree, and the scores that matter there.

use std::cmp::Reverse;

use passant_query::SearchScore;
use passant_rules::{Move, Piece, PieceType, Square};

use crate::engine::position::EnginePosition;

/// A node of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) position: &'a EnginePosition,
    /// Plies from the root.
    pub(super) ply: u32,
    /// Plies that are left.
    pub(super) depth: u32,
}

impl Node<'_> {
    /// The score if there is no move: mate or stalemate.
    pub(super) fn end(&self) -> i32 {
        if self.position.state.is_check() {
            self.ply.cast_signed() - MATE
        } else {
            0
        }
    }
}

/// The scores between which a search is interested.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of the other side.
    pub(super) fn reverse(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SearchOutcome {
    /// The best lines at each depth that was completed, as many as were asked for.
    pub lines: Vec<FoundLine>,
    /// The move to play; `None` if the engine believes that it has no move.
    pub best: Option<Move>,
    /// The number of positions that were searched.
    pub nodes: u64,
}

/// A line of a search to a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// 1 for the best line of its depth, 2 for the best one with another first move.
    pub number: u32,
    /// The depth in plies.
    pub depth: u32,
    /// The score for the side to move.
    pub score: SearchScore,
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// The number of positions that have been searched so far.
    pub nodes: u64,
}

/// The score of a mate at the root in centipawns, far from every other score. Each ply to the mate takes one away.
pub(super) const MATE: i32 = 1_000_000;

/// Beyond every score.
pub(super) const INFINITE: i32 = 2 * MATE;

/// Scores from here on are those of a mate.
pub(super) const LEAST_MATE: i32 = MATE - 1_000;

/// A score as UCI prints it: mates in moves.
pub(super) fn score_in_moves(score: i32) -> SearchScore {
    let plies = MATE - score.abs();
    match score {
        LEAST_MATE.. => SearchScore::Mate((plies + 1) / 2),
        _ if score <= -LEAST_MATE => SearchScore::Mate(-plies / 2),
        _ => SearchScore::Centipawns(score),
    }
}

/// Puts captures of the most valuable pieces first, and leaves out captures of a king, which only a fault makes possible.
pub(super) fn captures_first(position: &EnginePosition, moves: &mut Vec<Move>) {
    let piece = |at: Square| position.state.setup().board.get(at).map(Piece::piece_type);
    moves.retain(|mv| piece(mv.to()) != Some(PieceType::King));
    moves.sort_by_key(|mv| Reverse(piece(mv.to()).map_or(0, value)));
}

impl EnginePosition {
    /// The material of the side to move less that of the other side.
    pub(super) fn material(&self) -> i32 {
        let us = self.us();
        let pieces = self.state.setup().board.iter();
        let values = pieces.map(|(_, piece)| {
            let value = value(piece.piece_type());
            if piece.color() == us { value } else { -value }
        });
        values.sum()
    }
}

/// The values of the pieces in centipawns, pawn first. The king has none, because it is never captured.
const VALUES: [i32; PieceType::ALL.len()] = [100, 300, 310, 500, 900, 0];

/// The value of a piece in centipawns.
fn value(piece: PieceType) -> i32 {
    VALUES[piece.index()]
}
