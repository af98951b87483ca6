//! Small variants of a position in which an engine is wrong. Where the answer is correct, the change matters.

use passant_query::{Channel, Question};
use passant_rules::{PieceType, Position, Setup, Square};
use passant_suite::{flip_setup, mirror_setup};

use super::queries::{PositionQuery, queries_about};
use super::query_role::QueryRole;

/// The difference between a variant and the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// The colors are swapped.
    Colors,
    /// The files are mirrored.
    Files,
    /// The position is presented by its last move instead of its FEN, or the other way round.
    Presented,
    /// The FEN names no target.
    Field,
    /// A non-pawn of the other side is removed.
    Without(PieceType, Square),
    /// The king of the side to move stands on this square.
    King(Square),
    /// Nothing: the second of these channels is asked instead of the first.
    Channel(Channel, Channel),
}

/// A variant of a position, and whether the answer about it was correct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The difference from the position.
    pub change: Change,
    /// The question.
    pub question: Question,
    /// True if the answer of the engine was correct.
    pub is_correct: bool,
}

/// The variants about which the same question can be asked: with colors swapped, with files mirrored, presented the
/// other way, without the right, without each non-pawn of the other side, with the king on another square.
#[must_use]
pub fn variants(root: &Setup, role: QueryRole) -> Vec<(Change, Vec<PositionQuery>)> {
    let mut found = Vec::new();
    let mut add = |change, setup: Setup, role: QueryRole| {
        let is_asked = |query: &PositionQuery| query.role == role;
        let queries: Vec<_> = queries_about(&setup, [])
            .into_iter()
            .filter(is_asked)
            .collect();
        if setup.validate().is_ok() && !queries.is_empty() {
            found.push((change, queries));
        }
    };
    add(Change::Colors, flip_setup(root), role);
    if root.castling.is_empty() {
        add(Change::Files, mirror_setup(root), role);
    }
    if let Some(other) = role.other_presentation() {
        add(Change::Presented, root.clone(), other);
    }
    if root.en_passant.is_some() {
        let without = Setup {
            en_passant: None,
            ..root.clone()
        };
        add(Change::Field, without, role);
    }
    for (at, piece) in root.board.iter() {
        let kind = piece.piece_type();
        let is_non_pawn = !matches!(kind, PieceType::King | PieceType::Pawn);
        if piece.color() != root.side_to_move && is_non_pawn {
            let mut less = root.clone();
            less.board.set(at, None);
            add(Change::Without(kind, at), less, role);
        }
    }
    if let Some((to, moved)) = king_elsewhere(root) {
        add(Change::King(to), moved, role);
    }
    found
}

/// The position with the king of the side to move on the first square where it is not attacked, where every capture
/// is legal, and that shares no line with its old square.
fn king_elsewhere(setup: &Setup) -> Option<(Square, Setup)> {
    let us = setup.side_to_move;
    let king = passant_rules::Piece::new(us, PieceType::King);
    let from = setup.board.squares_of(king).first()?;
    let is_apart = |to: &Square| {
        let files = to.file().index().abs_diff(from.file().index());
        let ranks = to.rank().index().abs_diff(from.rank().index());
        files != 0 && ranks != 0 && files != ranks && setup.board.get(*to).is_none()
    };
    let castling = setup.castling.is_empty();
    Square::ALL
        .into_iter()
        .filter(|to| castling && is_apart(to))
        .find_map(|to| {
            let mut moved = setup.clone();
            moved.board.set(from, None);
            moved.board.set(to, Some(king));
            let is_quiet = |position: Position| {
                let right = position.en_passant();
                let is_free = right.is_some_and(|right| right.legal() == right.capturers());
                !position.is_check() && is_free
            };
            moved.validate().is_ok_and(is_quiet).then_some((to, moved))
        })
}

/// A position with colors swapped, files mirrored, both and neither. Castling has no mirror image.
#[must_use]
pub fn twins(setup: &Setup) -> Vec<Setup> {
    let mut twins = vec![setup.clone(), flip_setup(setup)];
    if setup.castling.is_empty() {
        twins.extend([mirror_setup(setup), mirror_setup(&flip_setup(setup))]);
    }
    twins
}

#[cfg(test)]
mod tests {
    use passant_query::{MoveQuery, Query};
    use passant_rules::Setup;

    use super::variants;
    use crate::diagnosis::queries::{PositionQuery, queries_about};

    #[test]
    fn the_same_is_asked_about_a_variant() {
        let root = Setup::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1").unwrap();
        for asked in MoveQuery::ALL
            .into_iter()
            .filter(|it| *it != MoveQuery::Capture)
        {
            let is_asked = |it: &PositionQuery| matches!(it.question.query, Query::About(of, _) if of == asked);
            let mut queries = queries_about(&root, []).into_iter();
            let role = queries.rfind(is_asked).unwrap().role;
            let mut variants = variants(&root, role).into_iter();
            assert!(
                variants.all(|(_, queries)| queries.iter().all(is_asked)),
                "{asked}"
            );
        }
    }

    #[test]
    fn has_no_variants_of_an_invalid_position() {
        let setup = Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
        let valid = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let role = queries_about(&valid, [])[0].role;
        assert!(variants(&setup, role).is_empty());
    }
}
