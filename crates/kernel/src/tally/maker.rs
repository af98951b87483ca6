//! Makes the candidate moves of one position, to see whether they give check or leave no reply.

use passant_count::CheckKind;

use super::candidates::LaneCandidates;
use super::direct_checks::{CheckSquares, CheckVisitor, direct_checks};
use super::pending::PendingChildren;
use crate::attacks::{
    BETWEEN, KING, KNIGHT, each, on_lines, pawn_attackers_down, pawn_attacks_down, square,
};
use crate::generate::{Visitor, generate_for};
use crate::planes::{Castling, Castlings, Code, Planes};
use crate::sliders::Sliders;

/// Makes the candidate moves, and keeps the children that matter.
pub(super) struct CandidateMaker<'a, S> {
    pub(super) sliders: S,
    pub(super) parent: &'a Planes,
    pub(super) candidates: LaneCandidates,
    pub(super) children: &'a mut PendingChildren,
    /// The direct checks that are certainly answered, of which no child is made.
    pub(super) answered: u64,
}

impl<S: Sliders> CandidateMaker<'_, S> {
    /// Makes the candidate moves of the movers, and keeps the children that must be counted.
    ///
    /// `castlings` are those of the side to move.
    #[inline(always)]
    pub(super) fn make_moves(&mut self, castlings: &Castlings) {
        let LaneCandidates {
            movers, check_info, ..
        } = self.candidates;
        if movers != 0 {
            generate_for(
                self.sliders,
                self.parent,
                movers,
                &check_info,
                castlings,
                self,
            );
        }
    }

    /// Keeps a child if it is in check or stalemate is possible.
    #[inline(always)]
    pub(super) fn keep(&mut self, child: Planes, arrival: u64, is_en_passant: bool) {
        let checkers = checkers(self.sliders, &child);
        let is_direct = checkers & arrival.swap_bytes() != 0;
        let is_single = checkers & checkers.wrapping_sub(1) == 0;
        let check = (checkers != 0).then_some(CheckKind::of(is_direct, is_single));
        if check.is_some() || self.candidates.may_stalemate {
            self.children.push(child, check, is_en_passant);
        }
    }

    /// The candidates among the targets of a piece. From the squares `attacks`, the piece attacks the enemy king.
    #[inline(always)]
    fn candidate_targets(&self, code: Code, from: u64, targets: u64, attacks: u64) -> u64 {
        let candidates = &self.candidates;
        if from & candidates.blockers != 0 {
            return targets;
        }
        let checks = targets & attacks;
        if !candidates.may_stalemate || checks == targets {
            return checks;
        }
        let is_opening = from & candidates.direct.opening != 0;
        let opening = if is_opening { targets } else { 0 };
        checks | self.smothering(code, from, targets, opening)
    }

    /// The candidates among the targets of pawns, which come from `step` squares below.
    #[inline(always)]
    fn candidate_pawn_targets(&self, targets: u64, step: u32) -> u64 {
        let candidates = &self.candidates;
        let checks = targets & (candidates.pawn | (candidates.blockers << step));
        if !candidates.may_stalemate || checks == targets {
            return checks;
        }
        let opening = targets & (candidates.direct.opening << step);
        checks | self.smothering(Code::PAWN, targets >> step, targets, opening)
    }

    /// The targets where a piece from one of the squares `from` might leave the other side no reply. There it attacks,
    /// or stands on, each escape square of the enemy king. The targets in `opening` are all kept, because the king may
    /// lose more squares when a line opens.
    #[inline(always)]
    fn smothering(&self, code: Code, from: u64, targets: u64, opening: u64) -> u64 {
        // Neither the square that the piece left nor the king blocks an attack of the piece.
        let occupied = self.parent.occupied() & !from & !self.parent.kings();
        let mut left = targets & !opening;
        for escape in each(self.candidates.direct.escapes) {
            if left == 0 {
                break;
            }
            left &= escape | self.attackers(code, escape, occupied);
        }
        left | opening
    }

    /// The squares from which a piece of this code attacks a square.
    #[inline(always)]
    fn attackers(&self, code: Code, to: u64, occupied: u64) -> u64 {
        let at = square(to);
        match code {
            Code::PAWN => pawn_attacks_down(to),
            Code::KNIGHT => KNIGHT[at],
            Code::KING => KING[at],
            Code::BISHOP => self.sliders.bishop(at, occupied),
            Code::ROOK => self.sliders.rook(at, occupied),
            _ => self.sliders.rook(at, occupied) | self.sliders.bishop(at, occupied),
        }
    }
}

impl<S: Sliders> Visitor for CandidateMaker<'_, S> {
    #[inline(always)]
    fn piece(&mut self, code: Code, from: u64, targets: u64) {
        let candidates = &self.candidates;
        let attacks = match code {
            Code::KNIGHT => candidates.knight,
            Code::BISHOP => candidates.diagonal,
            Code::ROOK => candidates.orthogonal,
            Code::QUEEN => candidates.orthogonal | candidates.diagonal,
            _ => 0,
        };
        for to in each(self.candidate_targets(code, from, targets, attacks)) {
            let child = self.parent.move_piece(from, to, code);
            self.keep(child, to, false);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: u32, targets: u64) {
        for to in each(self.candidate_pawn_targets(targets, step)) {
            let child = self.parent.move_piece(to >> step, to, Code::PAWN);
            self.keep(child, to, false);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        for to in each(self.candidate_pawn_targets(targets, 16)) {
            let child = self.parent.push_twice(to);
            self.keep(child, to, false);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: u32, targets: u64) {
        for to in each(targets) {
            let from = to >> step;
            if self.candidates.may_stalemate || from & self.candidates.blockers != 0 {
                for code in Code::PROMOTIONS {
                    let child = self.parent.move_piece(from, to, code);
                    self.keep(child, to, false);
                }
            } else {
                self.promotion_checks(from, to);
            }
        }
    }

    fn en_passant(&mut self, from: u64, to: u64) {
        let child = self.parent.capture_en_passant(from, to);
        self.keep(child, to, true);
    }

    fn castling(&mut self, castling: &Castling) {
        let candidates = &self.candidates;
        let seen = candidates.orthogonal | candidates.diagonal;
        let touched = castling.king | castling.rook | castling.king_to | castling.rook_to;
        if candidates.may_stalemate || seen & touched != 0 {
            let child = self.parent.castle(castling);
            self.keep(child, castling.rook_to, false);
        }
    }
}

/// The pieces that give check to the side to move.
#[inline(always)]
pub(super) fn checkers(sliders: impl Sliders, planes: &Planes) -> u64 {
    let king = planes.kings() & planes.own;
    let from = square(king);
    let occupied = planes.occupied();
    let attackers = (sliders.rook(from, occupied) & planes.orthogonal_sliders())
        | (sliders.bishop(from, occupied) & planes.diagonal_sliders())
        | (KNIGHT[from] & planes.knights())
        | (pawn_attackers_down(king) & planes.pawns());
    attackers & !planes.own
}

impl<S: Sliders> CandidateMaker<'_, S> {
    /// Keeps the children that may be mate, and counts the other direct checks, which are certainly not mate. Does nothing
    /// if every move is made anyway.
    #[inline(always)]
    pub(super) fn direct_checks(&mut self) {
        if self.candidates.may_stalemate {
            return;
        }
        let LaneCandidates {
            direct, orthogonal, ..
        } = self.candidates;
        let squares = CheckSquares {
            knights: direct.knights,
            sliders: direct.sliders,
            pushes: direct.pushes,
            east: direct.east,
            west: direct.west,
            orthogonal,
            pinned: self.candidates.check_info.pinned,
        };
        let pieces = self.parent.own & !self.candidates.movers;
        direct_checks(self.sliders, self.parent, pieces, &squares, self);
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

impl<S: Sliders> CheckVisitor for CandidateMaker<'_, S> {
    #[inline(always)]
    fn check(&mut self, from: u64, to: u64, code: Code, attacks: u64) {
        let is_answered = self.is_answered(from, to, attacks);
        self.count(is_answered, self.parent.move_piece(from, to, code));
    }

    #[inline(always)]
    fn double_push(&mut self, from: u64, to: u64, attacks: u64) {
        let is_answered = self.is_answered(from, to, attacks);
        self.count(is_answered, self.parent.push_twice(to));
    }
}
