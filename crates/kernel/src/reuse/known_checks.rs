//! The checks after a null move, one by one, and what keeps each of them from being mate.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info): `own` gives check, and a piece x of `them` makes the move
//! before. That x leaves one square and arrives on another; it may capture. For each direct check this module finds one answer,
//! and makes those moves unknown that could take it away. An answer is lost in these ways only:
//!
//! | answer | is lost if |
//! | --- | --- |
//! | the king goes to a square | x arrives there, or x leaves a slider's line to that square |
//! | the king captures the checker | x leaves a slider's line to the checker |
//! | a knight or a pawn captures the checker, or blocks its line | x is that piece |
//! | a slider does | x is that slider, or arrives on its way |
//! | any of these pieces | it is pinned after the two moves, and was not before |
//!
//! **The king goes.** With two squares to go to, a move loses both only if x shields both, or shields one and enters the other.
//!
//! ```text
//!   . . . . k e .     The rook attacks neither square e. With one of them, moves to it are unknown, and moves of a
//!   . . R . . e .     piece that shields it from a slider.
//! ```
//!
//! **Another piece answers.** Of two knights and pawns that can, one is left after any move of x. Of one, or of a slider, the moves
//! are unknown, and so are the squares on the way of the slider.
//!
//! ```text
//!   . n . . k . .     The knight captures the rook. So would a second knight, and then each of them may move.
//!   R . . . . . .
//! ```
//!
//! **Pins.** If x leaves a line and another piece of `them` is pinned by that, x is the first piece that its king or the slider
//! sees on the line, and the piece behind it stands on a square where the other one sees it:
//! [`check_sensitive`](super::check_sensitive) has made the moves of x unknown. If the checker leaves a line to the king on which
//! there is another slider, no piece counts as an answer. A piece that arrives pins nothing of its own side.
//!
//! ```text
//!   R . x . y . k     x leaves, and y is pinned
//!   R . N . y . k     the knight leaves with check, and y is pinned
//! ```
//!
//! **The check itself** stays the same move if x keeps off the square that the checker leaves and the squares that it passes or
//! gives check along. On the square where the checker arrives, x is captured: it is no answer then, and none of the above needs
//! it. A checker that x captures gives no check, so its square is unknown too.
//!
//! If a check has no such answer, nothing is known about the parent.

use super::check_sensitive::CheckSensitive;
use super::reply_info::Unknown;
use crate::attacks::{
    BETWEEN, KING, KNIGHT, LINES, THROUGH, each, on_lines, pawn_attackers_down, pawn_attacks_down,
    square,
};
use crate::batch::Batch;
use crate::lanes::MOST_LANES;
use crate::planes::{Code, Planes};
use crate::sliders::Sliders;
use crate::tally::{CheckSquares, CheckVisitor, direct_checks};

/// The checks after a null move in several parents, one in each lane.
#[derive(Clone, Copy)]
pub(crate) struct KnownChecks {
    /// The number of direct checks, none of which is mate.
    pub(super) number: [u64; MOST_LANES],
    /// The pieces of which nothing is known.
    pub(super) frozen: [u64; MOST_LANES],
    /// The pieces whose moves may change the number of checks, or make one of them mate.
    pub(super) opening: [u64; MOST_LANES],
    /// The squares where a piece that arrives does so.
    pub(super) to: [u64; MOST_LANES],
    /// The squares of castlings and promotions.
    pub(super) special: [u64; MOST_LANES],
    /// The pieces of the side that replies that are pinned.
    pub(super) pinned: [u64; MOST_LANES],
}

impl KnownChecks {
    /// Nothing is asked about checks.
    pub(crate) const NONE: Self = Self {
        number: [0; MOST_LANES],
        frozen: [0; MOST_LANES],
        opening: [0; MOST_LANES],
        to: [0; MOST_LANES],
        special: [0; MOST_LANES],
        pinned: [0; MOST_LANES],
    };

    #[inline(always)]
    pub(crate) fn of<const LANES: usize>(
        sliders: impl Sliders,
        parents: &Batch,
        at: usize,
        sensitive: &CheckSensitive,
    ) -> Self {
        let mut known = Self::NONE;
        for lane in 0..LANES {
            let sets = sensitive.of_lane(lane);
            let mut unknown = sets.unknown;
            let mut is_sure = sensitive.unsure & 1 << lane == 0;
            if is_sure && sensitive.checking & 1 << lane != 0 {
                let planes = parents.get(at + lane).turn_over();
                let [knights, arriving, pushes, east, west] = sets.arrivals;
                let squares = CheckSquares {
                    knights,
                    sliders: arriving,
                    pushes,
                    east,
                    west,
                    orthogonal: sets.orthogonal,
                    pinned: sets.pinned[0],
                };
                let mut answers = RobustAnswers {
                    sliders,
                    planes,
                    escapes: sets.escapes,
                    opening: sets.opening,
                    hits: sets.hits,
                    pinned: sets.pinned[1],
                    unknown,
                    number: 0,
                    is_sure,
                };
                direct_checks(sliders, &planes, planes.own, &squares, &mut answers);
                known.number[lane] = answers.number;
                unknown = answers.unknown;
                is_sure = answers.is_sure;
            }
            known.frozen[lane] = if is_sure { sets.frozen } else { u64::MAX };
            known.opening[lane] = unknown.from;
            known.to[lane] = unknown.to;
            known.special[lane] = sets.special;
            known.pinned[lane] = sets.pinned[0];
        }
        known
    }
}

/// Looks for answers that stay after any move of the side in check.
pub(super) struct RobustAnswers<S> {
    pub(super) sliders: S,
    /// The position in which the checks are given, seen by the side that gives them.
    pub(super) planes: Planes,
    /// The squares that the king in check may enter before the check.
    pub(super) escapes: u64,
    /// The pieces of the side to move whose leaving may open a line to another square, or a pin.
    pub(super) opening: u64,
    /// The pieces of the other side that sliders attack.
    pub(super) hits: u64,
    /// The pieces of the other side that are pinned.
    pub(super) pinned: u64,
    /// The pieces that must not leave and the squares that must not be entered, if all answers are to stay.
    pub(super) unknown: Unknown<u64>,
    /// The number of checks.
    pub(super) number: u64,
    /// True if each check has an answer that stays.
    pub(super) is_sure: bool,
}

impl<S: Sliders> CheckVisitor for RobustAnswers<S> {
    #[inline(always)]
    fn check(&mut self, from: u64, to: u64, _: Code, attacks: u64) {
        let planes = &self.planes;
        let king = square(planes.kings() & !planes.own);
        let between = &BETWEEN[square(to)];
        self.number += 1;
        self.unknown.to |= from | between[square(from)] | between[king];
        self.is_sure =
            self.is_sure && (self.keeps_escape(from, to, attacks) || self.keeps_piece(from, to));
    }

    #[inline(always)]
    fn double_push(&mut self, from: u64, to: u64, attacks: u64) {
        self.check(from, to, Code::PAWN, attacks);
    }
}

impl<S: Sliders> RobustAnswers<S> {
    /// Looks for escape squares that the checker does not attack.
    #[inline(always)]
    fn keeps_escape(&mut self, from: u64, to: u64, attacks: u64) -> bool {
        let is_opening = self.opening & from != 0;
        let attacked = if is_opening {
            on_lines(square(from))
        } else {
            0
        };
        let left = self.escapes & !attacks & !attacked;
        if left == 0 {
            return false;
        }
        let first = left & left.wrapping_neg();
        let second = (left ^ first) & (left ^ first).wrapping_neg();
        let mut shields = self.shields(first, from, to);
        if second == 0 {
            self.unknown.to |= first;
        } else {
            // A move loses both squares if the piece shields both, or if it shields one and enters the other.
            let others = self.shields(second, from, to);
            self.unknown.to |= if others == 0 { 0 } else { first };
            self.unknown.to |= if shields == 0 { 0 } else { second };
            shields &= others;
        }
        self.unknown.from |= shields;
        true
    }

    /// The pieces that keep the checker on `to` or another slider from attacking a square. Some may stand on the far side of the
    /// square `from` that the checker left.
    ///
    /// ```text
    ///   k . . . . .     After the check on x, the king captures the queen. If the pawn has left,
    ///   . x . . . .     the bishop protects her.
    ///   . . Q . . .
    ///   . . . p . .
    ///   . . . . B .
    /// ```
    #[inline(always)]
    fn shields(&self, target: u64, from: u64, to: u64) -> u64 {
        let (at, occupied) = (square(target), self.planes.occupied() & !from);
        let seen = self.sliders.rook(at, occupied) | self.sliders.bishop(at, occupied);
        let them = occupied & !self.planes.own;
        (seen & self.hits) | (BETWEEN[square(to)][at] & them)
    }

    /// Looks for a piece that captures the checker or blocks its line.
    #[inline(always)]
    fn keeps_piece(&mut self, from: u64, to: u64) -> bool {
        let planes = &self.planes;
        let them = planes.occupied() & !planes.own;
        let king = planes.kings() & them;
        if KING[square(king)] & to != 0 && self.king_captures(from, to) {
            self.unknown.from |= self.shields(to, from, to);
            return true;
        }
        if self.may_pin(from, square(king)) {
            return false;
        }
        let free = them & !self.pinned & !king & !to;
        let after = (planes.occupied() & !from) | to;
        self.keeps_mover(to, free, after, pawn_attackers_down(to))
            || each(BETWEEN[square(king)][square(to)])
                .any(|block| self.keeps_mover(block, free, after, block << 8))
    }

    /// Tells whether the king can capture the checker, because no other piece protects it.
    #[inline(always)]
    fn king_captures(&self, from: u64, to: u64) -> bool {
        let planes = &self.planes;
        let (at, own) = (square(to), planes.own & !from);
        let occupied = planes.occupied() & !from & !(planes.kings() & !planes.own);
        let protectors = (KING[at] & planes.kings())
            | (KNIGHT[at] & planes.knights())
            | (pawn_attacks_down(to) & planes.pawns())
            | (self.sliders.rook(at, occupied) & planes.orthogonal_sliders())
            | (self.sliders.bishop(at, occupied) & planes.diagonal_sliders());
        protectors & own == 0
    }

    /// Tells whether a piece that leaves a square may open a pin: there is a slider on the line through the square and the king.
    #[inline(always)]
    fn may_pin(&self, from: u64, king: usize) -> bool {
        let planes = &self.planes;
        let line = THROUGH[king][square(from)];
        let [rank, file, _, _] = LINES[king];
        let sliders = if from & (rank | file) != 0 {
            planes.orthogonal_sliders()
        } else {
            planes.diagonal_sliders()
        };
        line & sliders & planes.own & !from != 0
    }

    /// Looks for a piece that moves to a square. `pawns` are the squares from which a pawn would.
    #[inline(always)]
    fn keeps_mover(&mut self, to: u64, free: u64, occupied: u64, pawns: u64) -> bool {
        let planes = &self.planes;
        let at = square(to);
        let near = free & ((KNIGHT[at] & planes.knights()) | (pawns & planes.pawns()));
        if near != 0 {
            if near & near.wrapping_sub(1) == 0 {
                self.unknown.from |= near;
            }
            return true;
        }
        let far = free
            & ((self.sliders.rook(at, occupied) & planes.orthogonal_sliders())
                | (self.sliders.bishop(at, occupied) & planes.diagonal_sliders()));
        if far == 0 {
            return false;
        }
        let slider = far & far.wrapping_neg();
        self.unknown.from |= slider;
        self.unknown.to |= BETWEEN[at][square(slider)];
        true
    }
}
