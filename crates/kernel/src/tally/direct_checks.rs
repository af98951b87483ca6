//! Direct checks by pieces that block no line, of which the sets do not say that they have an answer. The moved piece is
//! the only checker.

use passant_count::CheckKind;

use super::maker::CandidateMaker;
use crate::attacks::{BETWEEN, KNIGHT, THROUGH, each, on_lines, square};
use crate::planes::{Code, NOT_A, NOT_H, Planes};
use crate::sliders::Sliders;

impl<S: Sliders> CandidateMaker<'_, S> {
    /// Keeps the children that may be mate, and counts the other direct checks, which are certainly not mate. Does nothing
    /// if every move is made anyway.
    #[inline(always)]
    pub(super) fn direct_checks(&mut self) {
        if self.candidates.may_stalemate {
            return;
        }
        let direct = self.candidates.direct;
        let pieces = self.parent.own & !self.candidates.movers;
        let knights = self.parent.knights() & pieces & !self.candidates.check_info.pinned;
        for to in each(direct.knights) {
            let attacks = KNIGHT[square(to)];
            for from in each(attacks & knights) {
                self.check(from, to, Code::KNIGHT, attacks);
            }
        }
        for to in each(direct.sliders) {
            self.slider_checks(to, pieces);
        }
        let pawns = self.parent.pawns() & pieces;
        for to in each(direct.pushes) {
            if pawns & to >> 8 != 0 {
                self.check(to >> 8, to, Code::PAWN, pawn_attacks(to));
            } else if pawns & to >> 16 != 0 {
                let is_answered = self.is_answered(to >> 16, to, pawn_attacks(to));
                self.count(is_answered, self.parent.push_twice(to));
            }
        }
        for (step, targets) in [(9, direct.east), (7, direct.west)] {
            for to in each(targets) {
                if pawns & to >> step != 0 {
                    self.check(to >> step, to, Code::PAWN, pawn_attacks(to));
                }
            }
        }
    }

    /// The checks by rooks, bishops and queens from one square, found by looking back from there to the pieces.
    #[inline(always)]
    fn slider_checks(&mut self, to: u64, pieces: u64) {
        let planes = self.parent;
        let (at, occupied) = (square(to), planes.occupied());
        let (orthogonal, diagonal) = (planes.orthogonal_sliders(), planes.diagonal_sliders());
        let kinds = if to & self.candidates.orthogonal != 0 {
            orthogonal
        } else {
            diagonal
        };
        let rook_moves = self.sliders.rook(at, occupied);
        let bishop_moves = self.sliders.bishop(at, occupied);
        let movers = ((rook_moves & orthogonal) | (bishop_moves & diagonal)) & kinds & pieces;
        for from in each(movers) {
            if !self.may_move(from, to) {
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
                attacks |= self.sliders.rook(at, after);
            }
            if code.diagonal {
                attacks |= self.sliders.bishop(at, after);
            }
            self.check(from, to, code, attacks);
        }
    }

    /// The checks by a pawn that promotes and blocks no line to the enemy king.
    #[inline(always)]
    pub(super) fn promotion_checks(&mut self, from: u64, to: u64) {
        let planes = self.parent;
        let king = planes.kings() & !planes.own;
        let (at, after) = (square(to), planes.occupied() & !from & !king);
        let (rook, bishop) = (self.sliders.rook(at, after), self.sliders.bishop(at, after));
        for (code, attacks) in [
            (Code::QUEEN, rook | bishop),
            (Code::ROOK, rook),
            (Code::BISHOP, bishop),
            (Code::KNIGHT, KNIGHT[at]),
        ] {
            if attacks & king != 0 {
                self.check(from, to, code, attacks);
            }
        }
    }

    /// Tells whether a move is legal as far as pins are concerned.
    #[inline(always)]
    fn may_move(&self, from: u64, to: u64) -> bool {
        let king = square(self.parent.kings() & self.parent.own);
        self.candidates.check_info.pinned & from == 0 || THROUGH[king][square(from)] & to != 0
    }

    #[inline(always)]
    fn check(&mut self, from: u64, to: u64, code: Code, attacks: u64) {
        let is_answered = self.is_answered(from, to, attacks);
        self.count(is_answered, self.parent.move_piece(from, to, code));
    }

    /// Counts a check that is known not to be mate, and keeps the child otherwise.
    #[inline(always)]
    fn count(&mut self, is_answered: bool, child: Planes) {
        if is_answered {
            self.answered += 1;
        } else {
            self.children.push(child, Some(CheckKind::Direct), false);
        }
    }

    /// Tells whether the check certainly has an answer: a piece that captures the only checker or blocks its line, or
    /// an escape square that is attacked neither by the moved piece nor along a line that the move has opened.
    ///
    /// The way of the capturing piece was free before the move and is free after it. The way of the blocking piece is
    /// free as well: if the checker stood on it, the piece could capture the checker. Neither is pinned, except where the
    /// move opens a line to the king.
    #[inline(always)]
    fn is_answered(&self, from: u64, to: u64, attacks: u64) -> bool {
        let direct = &self.candidates.direct;
        let king = square(self.parent.kings() & !self.parent.own);
        let opened = direct.opening & from;
        if opened & on_lines(king) == 0 {
            // A captured piece cannot block the line any more.
            let is_capture = to & self.parent.occupied() != 0;
            let entered = if is_capture { 0 } else { direct.entered };
            if (direct.guarded & to) | (entered & BETWEEN[king][square(to)]) != 0 {
                return true;
            }
        }
        let attacked = if opened == 0 {
            0
        } else {
            on_lines(square(from))
        };
        direct.escapes & !attacks & !attacked != 0
    }
}

/// The squares that a pawn attacks.
#[inline(always)]
fn pawn_attacks(pawn: u64) -> u64 {
    ((pawn << 9) & NOT_A) | ((pawn << 7) & NOT_H)
}
