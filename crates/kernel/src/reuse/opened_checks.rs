//! The checks that the replies give after a piece has left its square that keeps some of them away.
//!
//! The piece is taken off the board, and the checks are looked for again, one piece after the other. So it shields nothing and is
//! no answer to any of them, which is the worst case for each of its moves. That is exact for all moves of the piece together,
//! except for moves to squares where it is in the way again: of a check, or of its answer ([`known_checks`](super::known_checks)).
//!
//! ```text
//!   . . . k . .     After a move of the knight there is one check more: the bishop enters x. That is not so if the knight is on x.
//!   . . n . . .
//!   . x . . . .
//!   B . . . . .
//! ```

use super::known_checks::RobustAnswers;
use super::reply_info::Unknown;
use crate::attacks::{KING, KNIGHT, each, knight_attacks, pawn_attacks_down, square};
use crate::planes::{Code, NOT_A, NOT_H, Planes, RANK_2};
use crate::sliders::Sliders;
use crate::tally::{CheckSquares, direct_checks};

/// The number of moves of a piece from which on it takes less time to look for the checks than to make the children.
const ENOUGH_MOVES: u32 = 3;

/// Finds the change of the number of checks for the moves that sets do not cover.
pub(super) trait OpenedChecks {
    /// The pieces whose moves may change the number of checks.
    fn opening(&self) -> u64;

    /// The change when a piece leaves its square for one of some targets, and the squares that it may not enter then; `None` if
    /// a check might be mate, or if there are too few targets.
    fn leave(&self, code: Code, from: u64, targets: u64) -> Option<[u64; 2]>;
}

/// Nothing is asked about checks.
pub(super) struct NoChecks;

impl OpenedChecks for NoChecks {
    #[inline(always)]
    fn opening(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn leave(&self, _: Code, _: u64, _: u64) -> Option<[u64; 2]> {
        None
    }
}

/// The checks of one parent. `F` is [`checks_after`], entered with the instructions of the machine: it is too long to be inlined
/// wherever it is called.
pub(super) struct ParentChecks<'a, F> {
    pub(super) checks_after: F,
    pub(super) parent: &'a Planes,
    /// The pieces whose moves may change the number of checks.
    pub(super) opening: u64,
    pub(super) replies: CheckingSide,
    /// The number of checks after a null move.
    pub(super) number: u64,
}

/// The facts about the side that gives the checks which a known move does not change.
#[derive(Clone, Copy)]
pub(crate) struct CheckingSide {
    /// The squares of its castlings and promotions.
    pub(super) special: u64,
    /// Its pinned pieces.
    pub(super) pinned: u64,
}

impl<F: Fn(&Planes, CheckingSide) -> Option<[u64; 2]>> OpenedChecks for ParentChecks<'_, F> {
    #[inline(always)]
    fn opening(&self) -> u64 {
        self.opening.swap_bytes()
    }

    #[inline(always)]
    fn leave(&self, code: Code, from: u64, targets: u64) -> Option<[u64; 2]> {
        if targets.count_ones() < ENOUGH_MOVES {
            return None;
        }
        let after = self.parent.turn_over().lift(from.swap_bytes(), code);
        let [number, closed] = (self.checks_after)(&after, self.replies)?;
        Some([number.wrapping_sub(self.number), closed.swap_bytes()])
    }
}

/// Returns the number of direct checks in a position, and the squares where a piece that is added might change that; `None` if a
/// check might be mate, or is not direct.
#[inline(always)]
pub(crate) fn checks_after(
    sliders: impl Sliders,
    after: &Planes,
    replies: CheckingSide,
) -> Option<[u64; 2]> {
    let (own, occupied) = (after.own, after.occupied());
    let them = occupied & !own;
    let king = after.kings() & them;
    let at = square(king);
    let straight = sliders.rook(at, occupied);
    let slant = sliders.bishop(at, occupied);
    let seen = straight | slant;
    let knights = KNIGHT[at];
    let behind = [behind(sliders, after, own), behind(sliders, after, them)];
    if replies.special & (seen | knights) != 0 || behind[0] != 0 {
        return None;
    }
    let pawns = after.pawns() & own;
    let two = ((((pawns & RANK_2) << 8) & !occupied) << 8) & !occupied;
    let attacks = ((pawns << 9) & NOT_A) | ((pawns << 7) & NOT_H);
    let checking = pawn_attacks_down(king);
    let pushes = (((pawns << 8) & !occupied) | two) & checking;
    let captures = attacks & them & checking;
    if pushes | captures != 0 && replies.pinned & pawns != 0 {
        return None;
    }
    let [lines, arrivals] = slider_lines(sliders, after, [straight, slant]);
    let attacked =
        lines | knight_attacks(after.knights() & own) | attacks | KING[square(after.kings() & own)];
    let squares = CheckSquares {
        knights: knights & !own,
        sliders: arrivals,
        pushes,
        east: captures & (pawns << 9) & NOT_A,
        west: captures & (pawns << 7) & NOT_H,
        orthogonal: straight,
        pinned: replies.pinned,
    };
    let pinned = if behind[1] == 0 { 0 } else { seen & them };
    let mut answers = RobustAnswers {
        sliders,
        planes: *after,
        escapes: KING[at] & !them & !attacked,
        opening: own & (seen | lines),
        hits: 0,
        pinned,
        unknown: Unknown {
            from: 0,
            to: own & (seen | knights | checking),
        },
        number: 0,
        is_sure: true,
    };
    direct_checks(sliders, after, own, &squares, &mut answers);
    answers
        .is_sure
        .then_some([answers.number, answers.unknown.to])
}
/// The sliders of the side to move that the enemy king would see if some of the pieces that it sees were not there.
#[inline(always)]
fn behind(sliders: impl Sliders, planes: &Planes, pieces: u64) -> u64 {
    let occupied = planes.occupied();
    let at = square(planes.kings() & !planes.own);
    let straight = sliders.rook(at, occupied);
    let slant = sliders.bishop(at, occupied);
    let orthogonal = sliders.rook(at, occupied & !(straight & pieces)) & !straight;
    let diagonal = sliders.bishop(at, occupied & !(slant & pieces)) & !slant;
    let seen = (orthogonal & planes.orthogonal_sliders()) | (diagonal & planes.diagonal_sliders());
    seen & planes.own
}

/// The squares that the sliders of the side to move attack, and those from which they give check. `seen` are the squares that the
/// enemy king sees along ranks and files, and along diagonals.
#[inline(always)]
fn slider_lines(sliders: impl Sliders, planes: &Planes, seen: [u64; 2]) -> [u64; 2] {
    let (own, occupied) = (planes.own, planes.occupied());
    let orthogonal = planes.orthogonal_sliders() & own;
    let diagonal = planes.diagonal_sliders() & own;
    let (mut lines, mut arrivals) = (0, 0);
    for slider in each(orthogonal | diagonal) {
        let (mut reached, mut checks) = (0, 0);
        if orthogonal & slider != 0 {
            reached |= sliders.rook(square(slider), occupied);
            checks |= seen[0];
        }
        if diagonal & slider != 0 {
            reached |= sliders.bishop(square(slider), occupied);
            checks |= seen[1];
        }
        lines |= reached;
        arrivals |= reached & checks & !own;
    }
    [lines, arrivals]
}
