//! The squares that a piece attacks: the only module that knows how the pieces move.

use passant_rules::{Bitboard, Board, Color, Piece, PieceType, Square};

/// A step as files to the right and ranks up, as White sees it.
type Step = (i8, i8);

/// The steps of a king: four straight ones, then four diagonal ones.
const KING: [Step; 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

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

/// For each square, the squares that are reached from it. `None` follows the last.
type Reached = [[Option<Square>; 8]; 64];

static KNIGHT_LEAPS: Reached = leaps(&KNIGHT);

/// The squares that are reached by repeating each step of a king, nearest first.
static RAYS: [Reached; 8] = {
    let mut rays = [[[None; 8]; 64]; 8];
    let mut index = 0;
    while index < rays.len() {
        rays[index] = ray(KING[index]);
        index += 1;
    }
    rays
};

/// Returns the squares that are reached by one of some steps.
const fn leaps(steps: &[Step]) -> Reached {
    let mut reached = [[None; 8]; 64];
    let mut from = 0;
    while from < reached.len() {
        let (mut index, mut number) = (0, 0);
        while index < steps.len() {
            let (files, ranks) = steps[index];
            let at = Square::ALL[from].offset(files, ranks);
            reached[from][number] = at;
            number += at.is_some() as usize;
            index += 1;
        }
        from += 1;
    }
    reached
}

/// Returns the squares that are reached by repeating a step: the board has room for seven.
const fn ray((files, ranks): Step) -> Reached {
    let mut steps = [(files, ranks); 7];
    let mut index = 1;
    while index < steps.len() {
        let (last_files, last_ranks) = steps[index - 1];
        steps[index] = (last_files + files, last_ranks + ranks);
        index += 1;
    }
    leaps(&steps)
}

/// The squares that the piece on a square attacks. Pawns aside, it may move to those where no piece of its own side
/// stands.
pub(crate) fn attacks(board: &Board, from: Square) -> Bitboard {
    let Some(piece) = board.get(from) else {
        return Bitboard::EMPTY;
    };
    match piece.piece_type() {
        PieceType::Pawn => pawn_leaps(piece.color(), from).collect(),
        PieceType::Knight => from_square(&KNIGHT_LEAPS, from).collect(),
        PieceType::King => king_leaps(from).collect(),
        slider => rays_of(slider)
            .iter()
            .flat_map(|ray| squares_in_view(board, from_square(ray, from)))
            .collect(),
    }
}

/// The pieces of a side that attack a square of a board, which need not be a position.
///
/// Those are the pieces that a piece of their kind would attack from there; a pawn would have to go the other way.
#[must_use]
pub fn attackers(board: &Board, by: Color, target: Square) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    let mut leap = |at, kind| {
        if board.get(at) == Some(Piece::new(by, kind)) {
            found.insert(at);
        }
    };
    pawn_leaps(!by, target).for_each(|at| leap(at, PieceType::Pawn));
    from_square(&KNIGHT_LEAPS, target).for_each(|at| leap(at, PieceType::Knight));
    king_leaps(target).for_each(|at| leap(at, PieceType::King));
    for slider in [PieceType::Rook, PieceType::Bishop] {
        for ray in rays_of(slider) {
            if let Some(at) = pieces(board, ray, target).next()
                && slides(board, by, slider, at)
            {
                found.insert(at);
            }
        }
    }
    found
}

/// The pieces each of which alone keeps a queen, rook or bishop of a side from attacking a square.
pub(crate) fn shields(board: &Board, against: Color, target: Square) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for slider in [PieceType::Rook, PieceType::Bishop] {
        for ray in rays_of(slider) {
            let mut pieces = pieces(board, ray, target);
            if let Some(shield) = pieces.next()
                && let Some(at) = pieces.next()
                && slides(board, against, slider, at)
            {
                found.insert(shield);
            }
        }
    }
    found
}

/// The one or two squares diagonally ahead of a pawn.
fn pawn_leaps(color: Color, from: Square) -> impl Iterator<Item = Square> {
    let files = [-1, 1].into_iter();
    files.filter_map(move |files| from.offset(files, color.forward()))
}

/// The squares beside a king: the nearest of each ray.
fn king_leaps(from: Square) -> impl Iterator<Item = Square> {
    RAYS.iter()
        .filter_map(move |ray| from_square(ray, from).next())
}

/// The rays along which a piece slides.
fn rays_of(slider: PieceType) -> &'static [Reached] {
    match slider {
        PieceType::Rook => &RAYS[..4],
        PieceType::Bishop => &RAYS[4..],
        _ => &RAYS,
    }
}

/// Tells whether a queen or a piece of this type is on a square.
fn slides(board: &Board, color: Color, slider: PieceType, at: Square) -> bool {
    let pieces = [slider, PieceType::Queen].map(|kind| Some(Piece::new(color, kind)));
    pieces.contains(&board.get(at))
}

/// The squares that are reached from a square.
fn from_square(reached: &'static Reached, from: Square) -> impl Iterator<Item = Square> {
    let squares = reached[usize::from(from.index())].iter();
    squares.map_while(|at| *at)
}

/// The squares along a ray that have pieces.
fn pieces(board: &Board, ray: &'static Reached, from: Square) -> impl Iterator<Item = Square> {
    from_square(ray, from).filter(|at| board.get(*at).is_some())
}

/// The squares along a ray, up to and including the first that is occupied.
fn squares_in_view(
    board: &Board,
    ray: impl Iterator<Item = Square>,
) -> impl Iterator<Item = Square> {
    let mut is_blocked = false;
    ray.take_while(move |at| {
        let is_seen = !is_blocked;
        is_blocked |= board.get(*at).is_some();
        is_seen
    })
}
