//! The children of a position, packed without making them.

use passant_rules::{Color, Move, MoveKind, Piece, PieceType, Position, Square};

use crate::packed::{Packed, WHITE_KING_TO_MOVE};

/// A position whose children are packed. A child differs from it in two or three pieces, and in whose move it is.
pub(super) struct Parent {
    position: Position,
    /// The words of the position, apart from the side to move, which is that of the children, and from its victim, which
    /// they do not have.
    words: Packed,
    /// The same without the castling rights of the side to move in the position, which end when its king moves.
    without_rights: Packed,
}

impl Parent {
    /// The position of some words; `None` if there is none.
    pub(super) fn of(packed: &Packed) -> Option<Self> {
        let position = packed.position()?;
        let us = position.side_to_move();
        let mut words = *packed;
        let white_king = match us {
            Color::White => Piece::WhiteKing as u8,
            Color::Black => WHITE_KING_TO_MOVE,
        };
        words.replace(position.king(Color::White), white_king);
        if let Some(right) = position.en_passant() {
            words.replace(right.victim(), Piece::new(!us, PieceType::Pawn) as u8);
        }
        let mut without_rights = words;
        for (color, _, file) in position.castling_rights().iter() {
            if color == us {
                let rook = Square::new(file, us.home_rank());
                without_rights.replace(rook, Piece::new(us, PieceType::Rook) as u8);
            }
        }
        Some(Self {
            position,
            words,
            without_rights,
        })
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The words of the position after a legal move; `None` if it has to be made first: castling, and a double push that
    /// puts a pawn beside one of the enemy, which may be able to capture it.
    pub(super) fn child(&self, mv: Move) -> Option<Packed> {
        let us = self.position.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::CastleKing | MoveKind::CastleQueen => return None,
            MoveKind::DoublePush => {
                let enemy = Some(Piece::new(!us, PieceType::Pawn));
                let mut beside = [-1, 1].into_iter().filter_map(|files| to.offset(files, 0));
                if beside.any(|at| self.position.piece_at(at) == enemy) {
                    return None;
                }
            }
            _ => {}
        }
        let moved = self.position.piece_at(from)?;
        let mut child = match moved.piece_type() {
            PieceType::King => self.without_rights,
            _ => self.words,
        };
        let arrives = mv.promotion().map_or(moved, |kind| Piece::new(us, kind));
        child.remove(from);
        match mv.victim_square() {
            Some(victim) if victim == to => child.replace(to, arrives as u8),
            Some(victim) => {
                child.remove(victim);
                child.insert(to, arrives as u8);
            }
            None => child.insert(to, arrives as u8),
        }
        Some(child)
    }

    /// The words of the position after a legal move.
    pub(super) fn after(&mut self, mv: Move) -> Packed {
        match self.child(mv) {
            Some(child) => child,
            None => self.make(mv, Packed::of),
        }
    }

    /// Makes a legal move, and returns what is made of the position after it.
    pub(super) fn make<T>(&mut self, mv: Move, of: impl FnOnce(&Position) -> T) -> T {
        let undo = self.position.make(mv);
        let result = of(&self.position);
        self.position.unmake(mv, undo);
        result
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Parent;
    use crate::packed::Packed;
    use crate::packed::tests::game;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Castling is made, and so is a double push that puts a pawn beside one of the enemy.
        #[test]
        fn children_have_the_words_of_the_positions_after_the_moves(game in game()) {
            for mut position in game {
                let parent = Parent::of(&Packed::of(&position)).unwrap();
                for mv in position.legal_moves() {
                    let undo = position.make(mv);
                    let made = Packed::of(&position);
                    let is_attacked = position.en_passant().is_some_and(|right| !right.capturers().is_empty());
                    position.unmake(mv, undo);
                    match parent.child(mv) {
                        Some(child) => prop_assert_eq!(child, made, "{} {:?}", position, mv),
                        None => prop_assert!(is_attacked || mv.kind().castling_side().is_some(), "{} {:?}", position, mv),
                    }
                }
            }
        }
    }
}
