//! Moves of a slider along a line on which a slider of the other side faces it.
//!
//! Here the side that makes the move plays up the board. After other moves, the squares that the piece x leaves and enters change
//! the replies by numbers that are added. Along the line of an enemy slider they do not: the ray of the slider ends on x before
//! the move and after it.
//!
//! ```text
//!   r . b . x + a + N     The rook r reaches x. If x goes to b, the rook loses two squares, and if x goes to a, it gains two.
//!                         It can still capture x. If x left the line, the ray would grow by three squares, and by a fourth
//!                         if the rook could capture the knight N.
//! ```
//!
//! The number of the square that x leaves contains these squares beyond x, the capture there, and the loss of the capture of x. None of
//! that happens, so it is taken back. Toward the slider, the number of the square that x enters contains the squares that x cuts off,
//! and no change of captures: x can be captured, and what stands beyond no longer. Away from the slider, no ray passes that square,
//! so the distance is added.
//!
//! Captures of the slider itself are left out, and so are lines with a slider on both sides, and files on which x stands before a
//! pawn, whose steps do not add up either.

use super::reply_info::LaneReplyInfo;
use crate::attacks::{BETWEEN, LINES, each, square};
use crate::planes::{Code, Planes};
use crate::sliders::Sliders;

/// A line through a slider that an enemy slider reaches along it.
#[derive(Clone, Copy)]
pub(super) struct FacingLine {
    /// The targets on the line after which the replies are known.
    pub(super) targets: u64,
    from: u64,
    /// The squares of the line on the far side of the piece.
    away: u64,
    /// The number of squares by which the enemy's ray would grow if the piece left the line.
    grown: i64,
    /// The number of captures at the end of that ray.
    captures: i64,
}

impl FacingLine {
    /// Returns the first line of a piece on which its moves are known only together with those of an enemy slider.
    #[inline(always)]
    pub(super) fn of<const N: usize>(
        sliders: impl Sliders,
        parent: &Planes,
        reply_info: &LaneReplyInfo<'_, N>,
        code: Code,
        [from, targets]: [u64; 2],
    ) -> Option<Self> {
        let lines = match code {
            Code::BISHOP => 2..4,
            Code::ROOK => 0..2,
            Code::QUEEN => 0..4,
            _ => return None,
        };
        let (at, occupied) = (square(from), parent.occupied());
        let enemies = occupied & !parent.own;
        let axis = lines
            .into_iter()
            .find(|&axis| reply_info.is_on_line(from, axis) && targets & LINES[at][axis] != 0)?;
        if axis == 1 && ((from << 8) | (from << 16)) & parent.pawns() & enemies != 0 {
            return None;
        }
        let (reached, kind) = if axis < 2 {
            (sliders.rook(at, occupied), parent.orthogonal_sliders())
        } else {
            (sliders.bishop(at, occupied), parent.diagonal_sliders())
        };
        let reached = reached & LINES[at][axis];
        let facing = reached & kind & enemies;
        if facing == 0 || facing & facing.wrapping_sub(1) != 0 {
            return None;
        }
        let below = from.wrapping_sub(1);
        let away = if facing < from {
            reached & !below
        } else {
            reached & below
        };
        Some(Self {
            targets: targets & reached & !facing & !reply_info.closed(code),
            from,
            away,
            grown: i64::from((away & !enemies).count_ones()),
            captures: i64::from(away & parent.own != 0),
        })
    }

    /// The changes of the number of replies and of captures, for moves to some targets on the line, beyond the sums for the squares.
    #[inline(always)]
    pub(super) fn changes(&self, targets: u64) -> [i64; 2] {
        let number = i64::from(targets.count_ones());
        let mut change = -number * self.grown;
        for to in each(targets & self.away) {
            let between = BETWEEN[square(self.from)][square(to)];
            change += i64::from(between.count_ones()) + 1;
        }
        [change, number * (1 - self.captures)]
    }
}
