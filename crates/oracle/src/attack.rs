//! Which squares a piece attacks: the only module that knows how the pieces move.

use passant_rules::{Bitboard, Board, Color, Piece, PieceType, Square};

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
        PieceType::Pawn => leaps(from, &pawn_steps(piece.color())),
        PieceType::Knight => leaps(from, &KNIGHT),
        PieceType::Bishop => rays(board, from, &DIAGONAL),
        PieceType::Rook => rays(board, from, &STRAIGHT),
        PieceType::Queen => view(board, from),
        PieceType::King => leaps(from, &DIAGONAL) | leaps(from, &STRAIGHT),
    }
}

/// The squares that are seen from a square in all eight directions, up to and including the first piece.
pub(crate) fn view(board: &Board, from: Square) -> Bitboard {
    rays(board, from, &DIAGONAL) | rays(board, from, &STRAIGHT)
}

/// The pieces of a side that attack a square. Those are the pieces that a piece of their kind would attack from there; a
/// pawn would have to go the other way.
pub(crate) fn attackers(board: &Board, by: Color, target: Square) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    let mut leap = |steps: &[Step], kind| {
        for step in steps {
            match next(target, *step) {
                Some(at) if board.get(at) == Some(Piece::new(by, kind)) => found.insert(at),
                _ => {}
            }
        }
    };
    leap(&pawn_steps(!by), PieceType::Pawn);
    leap(&KNIGHT, PieceType::Knight);
    leap(&DIAGONAL, PieceType::King);
    leap(&STRAIGHT, PieceType::King);
    let mut slide = |steps: &[Step], kind| {
        let pieces = [kind, PieceType::Queen].map(|kind| Some(Piece::new(by, kind)));
        for step in steps {
            match first_piece(board, target, *step) {
                Some(at) if pieces.contains(&board.get(at)) => found.insert(at),
                _ => {}
            }
        }
    };
    slide(&DIAGONAL, PieceType::Bishop);
    slide(&STRAIGHT, PieceType::Rook);
    found
}

/// The one or two squares diagonally ahead of a pawn.
fn pawn_steps(color: Color) -> [Step; 2] {
    [(-1, color.forward()), (1, color.forward())]
}

/// The square a step away, if it is on the board.
fn next(from: Square, (files, ranks): Step) -> Option<Square> {
    from.offset(files, ranks)
}

/// The squares one step away.
fn leaps(from: Square, steps: &[Step]) -> Bitboard {
    steps.iter().filter_map(|step| next(from, *step)).collect()
}

/// The squares reached by repeating one of some steps.
fn rays(board: &Board, from: Square, steps: &[Step]) -> Bitboard {
    let squares = steps.iter().flat_map(|step| ray(board, from, *step));
    squares.collect()
}

/// The squares reached by repeating a step, up to and including the first that is occupied.
fn ray(board: &Board, from: Square, step: Step) -> impl Iterator<Item = Square> {
    let is_end = |at: &Square| board.get(*at).is_some();
    let go_on = move |at: &Square| (!is_end(at)).then(|| next(*at, step)).flatten();
    std::iter::successors(next(from, step), go_on)
}

/// The square of the first piece that is reached by repeating a step.
fn first_piece(board: &Board, from: Square, step: Step) -> Option<Square> {
    let mut at = next(from, step)?;
    while board.get(at).is_none() {
        at = next(at, step)?;
    }
    Some(at)
}
