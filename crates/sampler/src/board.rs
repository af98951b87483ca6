//! Squares and pieces of a board, as more than one part of the sampler looks at them.

use std::iter::successors;

use passant_rules::{Bitboard, Color, Piece, PieceType, Position, Rank, Square};

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

/// Tells whether enough pawns of a side are missing for its promoted pieces. A second bishop on squares of one color is one of
/// them, which [`Setup::validate`](passant_rules::Setup::validate) does not count, and some programs refuse such a position.
pub(crate) fn has_possible_bishops(position: &Position, color: Color) -> bool {
    let squares = |kind| position.squares_of(Piece::new(color, kind));
    let number = |kind| squares(kind).len();
    let bishops = squares(PieceType::Bishop);
    if bishops.len() < 2 {
        return true;
    }
    let light: Bitboard = bishops.into_iter().filter(|at| at.is_light()).collect();
    let promoted = [
        (light.len(), 1),
        (bishops.len() - light.len(), 1),
        (number(PieceType::Knight), 2),
        (number(PieceType::Rook), 2),
        (number(PieceType::Queen), 1),
    ];
    let promoted = promoted.map(|(number, at_start)| number.saturating_sub(at_start));
    number(PieceType::Pawn) + promoted.iter().sum::<u32>() <= 8
}
