//! The state of a game: the same six facts that a FEN states.

use passant_rules::{Bitboard, Board, Color, Piece, PieceType, Setup, Square};

use crate::attack::attackers;

/// A position to play from, which need not come from a game.
///
/// Nothing is validated. A side without a king is never in check; with several it is in check when one of them is
/// attacked. Castling rights and an en passant target that the board contradicts give no moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The en passant target is there after every double push, whether or not a pawn can use it.
    pub(crate) setup: Setup,
}

impl State {
    /// Starts from what a FEN says.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
        }
    }

    /// Returns the contents of this position's FEN, with the en passant target after *every* double push ([PGN
    /// standard](https://www.chessprogramming.org/Portable_Game_Notation), 16.1.3.4).
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Tells whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pieces that attack the king of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        king_attackers(self.board(), self.us())
    }

    pub(crate) fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The side to move.
    pub(crate) fn us(&self) -> Color {
        self.setup.side_to_move
    }

    /// The kings of the side to move.
    pub(crate) fn kings(&self) -> Bitboard {
        self.board()
            .squares_of(Piece::new(self.us(), PieceType::King))
    }

    /// Tells whether a piece of this color and type is on a square.
    pub(crate) fn has(&self, color: Color, kind: PieceType, at: Square) -> bool {
        self.board().get(at) == Some(Piece::new(color, kind))
    }

    pub(crate) fn is_empty(&self, at: Square) -> bool {
        self.board().get(at).is_none()
    }

    pub(crate) fn has_enemy(&self, at: Square) -> bool {
        self.board()
            .get(at)
            .is_some_and(|piece| piece.color() != self.us())
    }
}

/// The pieces that attack a side's king.
pub(crate) fn king_attackers(board: &Board, color: Color) -> Bitboard {
    board
        .squares_of(Piece::new(color, PieceType::King))
        .into_iter()
        .flat_map(|king| attackers(board, !color, king))
        .collect()
}
