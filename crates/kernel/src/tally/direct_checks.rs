//! Finds the direct checks of one position by pieces that block no line: the moved piece is the only checker.

use crate::attacks::{KNIGHT, THROUGH, each, square};
use crate::planes::{Code, NOT_A, NOT_H, Planes};
use crate::sliders::Sliders;

/// Receives the checks.
pub(crate) trait CheckVisitor {
    /// A check by a move or capture. After it, the moved piece attacks the squares `attacks`.
    fn check(&mut self, from: u64, to: u64, code: Code, attacks: u64);

    /// A check by a pawn that moves two squares.
    fn double_push(&mut self, from: u64, to: u64, attacks: u64);
}

/// The squares on which pieces arrive to give check.
pub(crate) struct CheckSquares {
    pub(crate) knights: u64,
    /// Rooks, bishops and queens. Some of these squares may be reached only by a piece that does not give check there.
    pub(crate) sliders: u64,
    pub(crate) pushes: u64,
    /// Captures by pawns toward the h-file.
    pub(crate) east: u64,
    /// Captures by pawns toward the a-file.
    pub(crate) west: u64,
    /// The squares that the enemy king sees along ranks and files.
    pub(crate) orthogonal: u64,
    /// The pieces of the side to move that are pinned.
    pub(crate) pinned: u64,
}

/// Passes the checks of some pieces to the visitor.
#[inline(always)]
pub(crate) fn direct_checks<S: Sliders>(
    sliders: S,
    planes: &Planes,
    pieces: u64,
    squares: &CheckSquares,
    visitor: &mut impl CheckVisitor,
) {
    let knights = planes.knights() & pieces & !squares.pinned;
    for to in each(squares.knights) {
        let attacks = KNIGHT[square(to)];
        for from in each(attacks & knights) {
            visitor.check(from, to, Code::KNIGHT, attacks);
        }
    }
    for to in each(squares.sliders) {
        slider_checks(sliders, planes, to, pieces, squares, visitor);
    }
    let pawns = planes.pawns() & pieces;
    for to in each(squares.pushes) {
        if pawns & to >> 8 != 0 {
            visitor.check(to >> 8, to, Code::PAWN, pawn_attacks(to));
        } else if pawns & to >> 16 != 0 {
            visitor.double_push(to >> 16, to, pawn_attacks(to));
        }
    }
    for (step, targets) in [(9, squares.east), (7, squares.west)] {
        for to in each(targets) {
            if pawns & to >> step != 0 {
                visitor.check(to >> step, to, Code::PAWN, pawn_attacks(to));
            }
        }
    }
}

/// The checks by rooks, bishops and queens from one square, found by looking back from there to the pieces.
#[inline(always)]
fn slider_checks<S: Sliders>(
    sliders: S,
    planes: &Planes,
    to: u64,
    pieces: u64,
    squares: &CheckSquares,
    visitor: &mut impl CheckVisitor,
) {
    let (at, occupied) = (square(to), planes.occupied());
    let (orthogonal, diagonal) = (planes.orthogonal_sliders(), planes.diagonal_sliders());
    let kinds = if to & squares.orthogonal != 0 {
        orthogonal
    } else {
        diagonal
    };
    let rook_moves = sliders.rook(at, occupied);
    let bishop_moves = sliders.bishop(at, occupied);
    let movers = ((rook_moves & orthogonal) | (bishop_moves & diagonal)) & kinds & pieces;
    for from in each(movers) {
        if !may_move(planes, squares.pinned, from, to) {
            continue;
        }
        // After the move, the square that the piece left blocks nothing, and neither does the king when it flees.
        let after = occupied & !from & !(planes.kings() & !planes.own);
        let code = match (orthogonal & from != 0, diagonal & from != 0) {
            (true, true) => Code::QUEEN,
            (true, false) => Code::ROOK,
            (false, _) => Code::BISHOP,
        };
        let mut attacks = 0;
        if code.orthogonal {
            attacks |= sliders.rook(at, after);
        }
        if code.diagonal {
            attacks |= sliders.bishop(at, after);
        }
        visitor.check(from, to, code, attacks);
    }
}

/// Tells whether a move is legal as far as pins are concerned.
#[inline(always)]
fn may_move(planes: &Planes, pinned: u64, from: u64, to: u64) -> bool {
    let king = square(planes.kings() & planes.own);
    pinned & from == 0 || THROUGH[king][square(from)] & to != 0
}

/// The squares that a pawn attacks.
#[inline(always)]
fn pawn_attacks(pawn: u64) -> u64 {
    ((pawn << 9) & NOT_A) | ((pawn << 7) & NOT_H)
}
