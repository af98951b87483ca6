//! Positions in the lanes of registers.

use super::lanes::Lanes;
use super::planes::{Code, Planes};

/// Positions in the lanes of registers, with the fields of [`Planes`].
#[derive(Clone, Copy)]
pub(super) struct LanePlanes<L> {
    pub(super) short: L,
    pub(super) orthogonal: L,
    pub(super) diagonal: L,
    pub(super) own: L,
    pub(super) rights: L,
}

impl<L: Lanes> LanePlanes<L> {
    /// The same position in each lane.
    #[inline(always)]
    pub(super) fn splat(planes: &Planes) -> Self {
        Self {
            short: L::splat(planes.short),
            orthogonal: L::splat(planes.orthogonal),
            diagonal: L::splat(planes.diagonal),
            own: L::splat(planes.own),
            rights: L::splat(planes.rights),
        }
    }

    /// The position after a move that neither promotes nor castles, by a piece of the side that is *not* to move, and not by a
    /// king. Each lane has one square to leave and one to enter.
    #[inline(always)]
    pub(super) fn move_piece(&self, from: L, to: L) -> Self {
        Self {
            short: move_in_set(self.short, from, to),
            orthogonal: move_in_set(self.orthogonal, from, to),
            diagonal: move_in_set(self.diagonal, from, to),
            own: self.own & !to,
            rights: self.rights & !(from | to),
        }
    }

    /// Does [`Planes::place`] in each lane.
    #[inline(always)]
    pub(super) fn place(&self, to: L, arrives: Code) -> Self {
        Self {
            short: replace_in_set(self.short, to, arrives.short),
            orthogonal: replace_in_set(self.orthogonal, to, arrives.orthogonal),
            diagonal: replace_in_set(self.diagonal, to, arrives.diagonal),
            own: self.own & !to,
            rights: self.rights & !to,
        }
    }
}

/// Adds squares to a set, or removes them.
#[inline(always)]
fn replace_in_set<L: Lanes>(set: L, squares: L, is_in: bool) -> L {
    if is_in { set | squares } else { set & !squares }
}

/// Moves a piece from one square to another, if the set has it, and removes what stands there.
#[inline(always)]
fn move_in_set<L: Lanes>(set: L, from: L, to: L) -> L {
    (set & !(from | to)) | to.only((set & from).occupied_lanes())
}
