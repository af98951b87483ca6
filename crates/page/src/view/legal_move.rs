//! The legal moves, for a board that lets them be played.

use passant_rules::{EnPassantSuffix, Move, Position};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct LegalMove {
    uci: String,
    from: String,
    /// The target square; for castling in Chess960 the square of the rook.
    to: String,
    promotion: Option<char>,
    san: String,
    /// The SAN with `e.p.` after an en passant capture.
    marked: String,
    en_passant: bool,
    /// The square of the captured piece.
    victim: Option<String>,
}

impl LegalMove {
    /// All legal moves of a position.
    pub(super) fn all(position: &Position) -> Vec<Self> {
        let moves = position.legal_moves();
        moves.iter().map(|mv| Self::new(position, *mv)).collect()
    }

    fn new(position: &Position, mv: Move) -> Self {
        let written = position.uci_move(mv);
        Self {
            uci: written.to_string(),
            from: written.from().to_string(),
            to: written.to().to_string(),
            promotion: written
                .promotion()
                .map(|it| it.letter().to_ascii_lowercase()),
            san: position.san(mv, EnPassantSuffix::Without).to_string(),
            marked: position.san(mv, EnPassantSuffix::With).to_string(),
            en_passant: mv.is_en_passant(),
            victim: mv.victim_square().map(|square| square.to_string()),
        }
    }
}
