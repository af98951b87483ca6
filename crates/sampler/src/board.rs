//! Squares and pieces of a board, as more than one part of the sampler looks at them.

use std::iter::successors;

use passant_rules::{Color, Piece, PieceType, Position, Rank, Square};

/// A step along files and ranks.
pub(crate) type Step = (i8, i8);

/// The eight directions.
pub(crate) const DIRECTIONS: [Step; 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// Returns the squares from a square to the edge of the board, without the square itself.
pub(crate) fn ray(from: Square, (files, ranks): Step) -> impl Iterator<Item = Square> {
    successors(from.offset(files, ranks), move |at| at.offset(files, ranks))
}

/// Tells whether a side has a pawn one step before the last rank.
pub(crate) fn is_about_to_promote(position: &Position, color: Color) -> bool {
    let pawns = position.squares_of(Piece::new(color, PieceType::Pawn));
    let seventh = Rank::Seventh.relative_to(color);
    pawns.into_iter().any(|at| at.rank() == seventh)
}
