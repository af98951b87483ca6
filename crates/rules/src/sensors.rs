//! Boards with sensors: the move that was played, inferred from the squares that are occupied.

use crate::geometry::square;
use crate::{Bitboard, CastlingSide, Move, MoveList, Position, Square};

impl Position {
    /// The squares that are occupied after a legal move.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2")?;
    /// let occupied = position.occupied_after(position.parse_uci("c5d6").unwrap());
    /// assert!(occupied.into_iter().eq([Square::E1, Square::D6, Square::E8]));
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn occupied_after(&self, mv: Move) -> Bitboard {
        let mut occupied = self.occupied();
        if let Some(victim) = mv.victim_square() {
            occupied.remove(victim);
        }
        occupied.remove(mv.from());
        if let Some(side) = mv.kind().castling_side() {
            let (rook_from, rook_to) = self.rook_of(side);
            occupied.remove(rook_from);
            occupied.insert(rook_to);
        }
        occupied.insert(mv.to());
        occupied
    }

    /// The legal moves that explain what a board with sensors saw. `after`: the squares that are occupied now. `lifted`:
    /// the squares from which a piece was lifted since this position, whether or not a piece stands there again.
    ///
    /// An ordinary move empties one square and fills another; en passant empties two and fills one; castling empties
    /// two and fills two. A capture empties one square and fills none, and its victim must have been lifted. `lifted`
    /// may contain more squares, because players touch pieces and put them back.
    ///
    /// Returns every candidate: four for a promotion, the queen first; none while a move is half done; and both of two
    /// captures by one piece if both victims were lifted. Only `lifted` distinguishes Chess960 castlings that leave the
    /// same squares occupied.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Position, Square};
    ///
    /// let position = Position::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1")?;
    /// let after: Bitboard = [Square::D8, Square::D6, Square::A3].into_iter().collect();
    /// let lifted: Bitboard = [Square::C5, Square::D5].into_iter().collect();
    /// let moves = position.infer_moves(after, lifted);
    /// assert!(moves.len() == 1 && moves[0].is_en_passant());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn infer_moves(&self, after: Bitboard, lifted: Bitboard) -> MoveList {
        // A piece that is no longer there was lifted, even if the caller missed it.
        let lifted = lifted | (self.occupied() - after);
        let mut moves = self.legal_moves();
        moves.retain(|mv| {
            self.occupied_after(*mv) == after && (self.squares_lifted_by(*mv) - lifted).is_empty()
        });
        moves
    }

    /// The squares from which a piece is lifted when a move is played by hand. In Chess960 king or rook may stay.
    fn squares_lifted_by(&self, mv: Move) -> Bitboard {
        let mut touched = Bitboard::EMPTY;
        if mv.from() != mv.to() {
            touched.insert(mv.from());
        }
        if let Some(victim) = mv.victim_square() {
            touched.insert(victim);
        }
        if let Some(side) = mv.kind().castling_side() {
            let (rook_from, rook_to) = self.rook_of(side);
            if rook_from != rook_to {
                touched.insert(rook_from);
            }
        }
        touched
    }

    /// Returns the squares on which the rook starts and ends when the side to move castles on a side for which it has
    /// the right.
    fn rook_of(&self, side: CastlingSide) -> (Square, Square) {
        let us = self.side_to_move();
        let to = Square::new(side.rook_file(), us.home_rank());
        let from = self.castling_rook(us, side).map_or(to, square);
        (from, to)
    }
}
