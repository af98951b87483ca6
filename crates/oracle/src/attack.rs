//! Which squares a piece attacks: the only module that knows how the pieces move.

use passant_rules::{Bitboard, Board, Color, PieceType, Square};

/// A step as files to the right and ranks up, as White sees it.
type Step = (i8, i8);

const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

const KNIGHT: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The squares that the piece on a square attacks. Pawns aside, it may move to those where no piece of its own side
/// stands.
pub(crate) fn attacks(board: &Board, from: Square) -> Bitboard {
    let Some(piece) = board.get(from) else {
        return Bitboard::EMPTY;
    };
    match piece.piece_type() {
        PieceType::Pawn => pawn_attacks(piece.color(), from),
        PieceType::Knight => leaps(from, &KNIGHT),
        PieceType::Bishop => rays(board, from, &DIAGONAL),
        PieceType::Rook => rays(board, from, &STRAIGHT),
        PieceType::Queen => rays(board, from, &DIAGONAL) | rays(board, from, &STRAIGHT),
        PieceType::King => leaps(from, &DIAGONAL) | leaps(from, &STRAIGHT),
    }
}

/// The pieces of a side that attack a square.
pub(crate) fn attackers(board: &Board, by: Color, target: Square) -> Bitboard {
    board
        .iter()
        .filter(|(_, piece)| piece.color() == by)
        .map(|(from, _)| from)
        .filter(|&from| attacks(board, from).contains(target))
        .collect()
}

/// The one or two squares diagonally ahead of a pawn.
fn pawn_attacks(color: Color, from: Square) -> Bitboard {
    leaps(from, &[(-1, color.forward()), (1, color.forward())])
}

/// The squares one step away.
fn leaps(from: Square, steps: &[Step]) -> Bitboard {
    steps
        .iter()
        .filter_map(|&(files, ranks)| from.offset(files, ranks))
        .collect()
}

/// The squares reached by repeating a step, up to and including the first that is occupied.
fn rays(board: &Board, from: Square, steps: &[Step]) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for &(files, ranks) in steps {
        let mut at = from;
        while let Some(next) = at.offset(files, ranks) {
            reached.insert(next);
            if board.get(next).is_some() {
                break;
            }
            at = next;
        }
    }
    reached
}
