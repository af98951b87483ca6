//! The squares on which pieces arrive and give check.

use super::group::Group;
use crate::axes::Axes;
use crate::lanes::{
    Lanes, NORTH_EAST, NORTH_WEST, Rays, SOUTH_EAST, SOUTH_WEST, union_of_directions,
};

/// The squares on which pieces arrive that give check from there. Squares that only movers reach may be among them.
pub(crate) struct Arrivals<L> {
    pub(crate) knights: L,
    /// Rooks, bishops and queens. Some of these squares may be reached only by a piece that does not give check there.
    pub(crate) sliders: L,
    /// The squares of `sliders` that rooks and queens reach along ranks and files to give check along these, and bishops and
    /// queens along diagonals.
    pub(crate) along: L,
    /// The squares of `sliders` on which only a queen gives check that came along a line of the other kind. Some may be reached
    /// by another piece.
    pub(crate) across: L,
    /// Pawns that move one square.
    pub(crate) one: L,
    /// Pawns that move two squares.
    pub(crate) two: L,
    /// Pawns that capture to the east.
    pub(crate) east: L,
    /// Pawns that capture to the west.
    pub(crate) west: L,
    /// The squares on which pawns other than movers promote, whether they give check or not: after a step, a capture to
    /// the east and a capture to the west.
    pub(crate) last: [L; 3],
    /// The squares of `last` on which a queen or a knight gives check.
    pub(crate) promoted: L,
}

impl<L: Lanes> Arrivals<L> {
    /// `orthogonal` and `diagonal` are the squares that the enemy king sees along ranks and files, and along diagonals.
    #[inline(always)]
    pub(crate) fn of<A: Axes>(
        group: &Group<L, A>,
        [orthogonal, diagonal]: [L; 2],
        movers: L,
    ) -> Self {
        let (board, rays, pawns) = (&group.board, &group.rays, &group.pawns);
        let king = board.kings & board.them;
        let queens = (board.orthogonal & board.diagonal & board.own).occupied_lanes();
        let [straight, slant] = halves(rays);
        let across = ((straight & diagonal) | (slant & orthogonal)).only(queens) & group.targets;
        let along = ((straight & orthogonal) | (slant & diagonal)) & group.targets;
        let pawn = king.step(SOUTH_WEST) | king.step(SOUTH_EAST);
        let jumps = L::knight_jumps(king);
        let mut last = group.last;
        let mut promoted = L::splat(0);
        if group.promoting_lanes != 0 {
            last = [
                last[0] & !movers.up::<8>(),
                last[1] & !movers.step(NORTH_EAST),
                last[2] & !movers.step(NORTH_WEST),
            ];
            promoted = (last[0] | last[1] | last[2]) & (orthogonal | diagonal | jumps);
        }
        Self {
            knights: union_of_directions(&group.jumps) & jumps & group.targets,
            sliders: along | across,
            along,
            across,
            one: pawns.one & pawn,
            two: pawns.two & pawn,
            east: pawns.east & pawn,
            west: pawns.west & pawn,
            last,
            promoted,
        }
    }

    /// Returns all squares on which a piece gives check.
    #[inline(always)]
    pub(crate) fn all(&self) -> L {
        self.knights | self.sliders | self.pawns() | self.promoted
    }

    /// The squares on which pawns give check.
    #[inline(always)]
    pub(crate) fn pawns(&self) -> L {
        self.one | self.two | self.east | self.west
    }

    /// Leaves out the pawns that are movers.
    #[inline(always)]
    pub(crate) fn without_movers(&mut self, movers: L) {
        self.one = self.one & !movers.up::<8>();
        self.two = self.two & !movers.up::<16>();
        self.east = self.east & !movers.step(NORTH_EAST);
        self.west = self.west & !movers.step(NORTH_WEST);
    }

    /// The squares that these pawns come from.
    #[inline(always)]
    pub(crate) fn pawn_origins(&self) -> L {
        let pushed = self.one.down::<8>() | self.two.down::<16>();
        pushed | self.east.step(SOUTH_WEST) | self.west.step(SOUTH_EAST)
    }

    /// The squares that the promoting pawns come from.
    #[inline(always)]
    pub(crate) fn promoting(&self) -> L {
        origins_of_promotions(self.last)
    }
}

/// The squares that pawns come from which promote after a step, a capture to the east and a capture to the west.
#[inline(always)]
pub(crate) fn origins_of_promotions<L: Lanes>([one, east, west]: [L; 3]) -> L {
    one.down::<8>() | east.step(SOUTH_WEST) | west.step(SOUTH_EAST)
}

/// The squares reached along ranks and files, and along diagonals.
#[inline(always)]
pub(crate) fn halves<L: Lanes>(rays: &Rays<L>) -> [L; 2] {
    [
        rays[0] | rays[1] | rays[2] | rays[3],
        rays[4] | rays[5] | rays[6] | rays[7],
    ]
}
