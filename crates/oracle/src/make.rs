//! The effects of a move: one function for each fact that it changes.

use passant_rules::{Board, Color, Move, MoveKind, Piece, PieceType, Setup, Square};

use crate::State;

impl State {
    /// The state after a move, which must be one of [`State::pseudo_legal_moves`]. With another move nothing panics:
    /// the piece on its origin goes to its destination.
    #[must_use]
    pub fn make(&self, mv: Move) -> Self {
        Self {
            setup: Setup {
                board: self.board_after(mv),
                side_to_move: !self.us(),
                castling: self.castling_after(mv),
                en_passant: self.target_after(mv),
                halfmove_clock: self.halfmove_clock_after(mv),
                fullmove_number: self.fullmove_number_after(),
            },
        }
    }

    pub(crate) fn board_after(&self, mv: Move) -> Board {
        let mut board = self.board().clone();
        if let Some(side) = mv.kind().castling_side() {
            self.castle(side, &mut board);
            return board;
        }
        board.set(mv.to(), self.man_after(mv));
        board.set(mv.from(), None);
        if mv.is_en_passant() {
            self.remove_victim(mv, &mut board);
        }
        board
    }

    /// The piece that arrives: the one that left, or the one that a pawn promotes to.
    fn man_after(&self, mv: Move) -> Option<Piece> {
        match mv.promotion() {
            Some(kind) => Some(Piece::new(self.us(), kind)),
            None => self.board().get(mv.from()),
        }
    }

    /// The square that a double push passes over; `None` after every other move, whatever there was before.
    fn target_after(&self, mv: Move) -> Option<Square> {
        match mv.kind() {
            MoveKind::DoublePush => mv.from().offset(0, self.us().forward()),
            _ => None,
        }
    }

    /// Returns the number of plies since the last capture or pawn move (FIDE Laws of Chess 9.3).
    fn halfmove_clock_after(&self, mv: Move) -> u16 {
        if mv.is_capture() || self.has(self.us(), PieceType::Pawn, mv.from()) {
            0
        } else {
            self.setup.halfmove_clock.saturating_add(1)
        }
    }

    /// The number of the move, which increases after Black's move.
    fn fullmove_number_after(&self) -> u16 {
        let black_moved = self.us() == Color::Black;
        self.setup
            .fullmove_number
            .saturating_add(u16::from(black_moved))
    }
}
