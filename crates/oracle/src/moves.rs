//! Where the men may go, first without a thought for the king, then with one.

use passant_rules::{Move, MoveKind, PieceType, Rank, Square};

use crate::State;
use crate::attack::attacks;
use crate::state::king_attackers;

impl State {
    /// All legal moves, in no particular order.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    /// Whether there is a legal move at all.
    pub(crate) fn has_move(&self) -> bool {
        self.pseudo_legal_moves()
            .into_iter()
            .any(|mv| self.is_legal(mv))
    }

    /// All moves that the men can make if kings do not matter: the own king may hang afterwards, and a castling
    /// king may come from or cross an attacked square.
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, man) in self.board().iter() {
            if man.color() != self.us() {
                continue;
            }
            match man.piece_type() {
                PieceType::Pawn => self.pawn_moves(from, &mut moves),
                _ => self.officer_moves(from, &mut moves),
            }
        }
        self.castling_moves(&mut moves);
        self.en_passant_moves(&mut moves);
        moves
    }

    /// Whether a pseudo-legal move is legal: play it, and see whether the king can be taken.
    fn is_legal(&self, mv: Move) -> bool {
        self.castles_safely(mv) && !self.hangs_king(mv)
    }

    /// Whether a move leaves the king of the side that makes it attacked.
    pub(crate) fn hangs_king(&self, mv: Move) -> bool {
        !king_attackers(self.make(mv).board(), self.us()).is_empty()
    }

    /// The moves of a king, queen, rook, bishop or knight: to what it attacks.
    fn officer_moves(&self, from: Square, moves: &mut Vec<Move>) {
        for to in attacks(self.board(), from) {
            if self.is_empty(to) {
                moves.push(Move::new(from, to, MoveKind::Quiet));
            } else if self.has_enemy(to) {
                moves.push(Move::new(from, to, MoveKind::Capture));
            }
        }
    }

    /// The moves of a pawn but for en passant: ahead to what is empty, diagonally to what it can take.
    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        if let Some(to) = self.single_push(from) {
            self.pawn_arrives(from, to, MoveKind::Quiet, moves);
        }
        if let Some(to) = self.double_push(from) {
            moves.push(Move::new(from, to, MoveKind::DoublePush));
        }
        for to in attacks(self.board(), from) {
            if self.has_enemy(to) {
                self.pawn_arrives(from, to, MoveKind::Capture, moves);
            }
        }
    }

    /// Where a pawn goes with one step ahead, if the square is there and empty.
    fn single_push(&self, from: Square) -> Option<Square> {
        from.offset(0, self.us().forward())
            .filter(|&to| self.is_empty(to))
    }

    /// Where a pawn goes with two steps from its own second rank, if nothing stands in its way.
    fn double_push(&self, from: Square) -> Option<Square> {
        Some(from)
            .filter(|from| from.rank().relative_to(self.us()) == Rank::Second)
            .and_then(|from| self.single_push(from))
            .and_then(|passed| self.single_push(passed))
    }

    /// One move, or the four promotions that it is on the last rank.
    fn pawn_arrives(&self, from: Square, to: Square, kind: MoveKind, moves: &mut Vec<Move>) {
        if to.rank().relative_to(self.us()) == Rank::Eighth {
            let kinds = PieceType::PROMOTIONS
                .into_iter()
                .filter_map(|piece| kind.promoting_to(piece));
            moves.extend(kinds.map(|kind| Move::new(from, to, kind)));
        } else {
            moves.push(Move::new(from, to, kind));
        }
    }
}
