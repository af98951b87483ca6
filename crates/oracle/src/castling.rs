//! Castling, in standard chess and in Chess960 (FIDE Laws of Chess 3.8.2 and guideline II): king and rook go to fixed
//! squares, wherever they come from.

use passant_rules::{
    Board, CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Square,
};

use crate::State;
use crate::attack::attackers;

/// The squares that king and rook leave and reach in castling.
struct Castling {
    king_from: Square,
    king_to: Square,
    rook_from: Square,
    rook_to: Square,
}

impl State {
    /// The castling moves for which the right is left and the path is free.
    pub(crate) fn castling_moves(&self, moves: &mut Vec<Move>) {
        for side in CastlingSide::ALL {
            let Some(castling) = self.castling(side).filter(|way| self.is_path_free(way)) else {
                continue;
            };
            let kind = match side {
                CastlingSide::King => MoveKind::CastleKing,
                CastlingSide::Queen => MoveKind::CastleQueen,
            };
            moves.push(Move::new(castling.king_from, castling.king_to, kind));
        }
    }

    /// Tells whether the king castles neither out of check nor across an attacked square; true for other moves.
    ///
    /// The destination of the king is tested after the move, with the rook on its new square.
    pub(crate) fn castles_safely(&self, mv: Move) -> bool {
        let side = mv.kind().castling_side();
        let Some(castling) = side.and_then(|side| self.castling(side)) else {
            return true;
        };
        // The king does not shield the squares behind it.
        let mut board = self.board().clone();
        board.set(castling.king_from, None);
        squares(castling.king_from, castling.king_to)
            .all(|at| attackers(&board, !self.us(), at).is_empty())
    }

    /// Moves king and rook of a castling on a board.
    pub(crate) fn castle(&self, side: CastlingSide, board: &mut Board) {
        let Some(castling) = self.castling(side) else {
            return;
        };
        // Both leave before either arrives, because one may go where the other was.
        board.set(castling.king_from, None);
        board.set(castling.rook_from, None);
        let pieces = [
            (castling.king_to, PieceType::King),
            (castling.rook_to, PieceType::Rook),
        ];
        for (at, kind) in pieces {
            board.set(at, Some(Piece::new(self.us(), kind)));
        }
    }

    /// The rights that are left after a move: a king that moves gives up both, a rook that moves or is captured gives up its own.
    pub(crate) fn castling_after(&self, mv: Move) -> CastlingRights {
        let mut rights = self.setup.castling;
        for (color, side, _) in self.setup.castling.iter() {
            if self.moves_king(mv, color) || self.touches_rook(mv, color, side) {
                rights.set(color, side, None);
            }
        }
        rights
    }

    fn moves_king(&self, mv: Move, color: Color) -> bool {
        self.has(color, PieceType::King, mv.from())
    }

    fn touches_rook(&self, mv: Move, color: Color, side: CastlingSide) -> bool {
        let rook = self.setup.castling.rook_square(color, side);
        rook == Some(mv.from()) || rook == Some(mv.to())
    }

    /// The squares of a castling, if the right is left and king and rook are at home.
    fn castling(&self, side: CastlingSide) -> Option<Castling> {
        let us = self.us();
        let rook_from = self.setup.castling.rook_square(us, side)?;
        let king_from = self
            .kings()
            .into_iter()
            .find(|king| king.rank() == us.home_rank())?;
        let castling = Castling {
            king_from,
            king_to: Square::new(side.king_file(), us.home_rank()),
            rook_from,
            rook_to: Square::new(side.rook_file(), us.home_rank()),
        };
        self.has(us, PieceType::Rook, rook_from).then_some(castling)
    }

    /// Tells whether no other piece stands on the path of king and rook.
    fn is_path_free(&self, castling: &Castling) -> bool {
        squares(castling.king_from, castling.king_to)
            .chain(squares(castling.rook_from, castling.rook_to))
            .filter(|&at| at != castling.king_from && at != castling.rook_from)
            .all(|at| self.is_empty(at))
    }
}

/// The squares of a rank from one square to another, both included.
fn squares(one: Square, other: Square) -> impl Iterator<Item = Square> {
    let files = one.file().min(other.file())..=one.file().max(other.file());
    File::ALL
        .into_iter()
        .filter(move |file| files.contains(file))
        .map(move |file| Square::new(file, one.rank()))
}
