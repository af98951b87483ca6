//! The squares on which it depends which replies give check.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info): `own` replies and gives check to the king of `them`, and a
//! piece x of `them` makes the move before. All moves of that king are made, because every line to it changes. Of other moves,
//! those are unknown after which another set of replies might give check than after a null move. As no piece of `own` stands
//! between the king and a slider, all checks are direct. A direct check needs a way to its square and a line from there to the
//! king, so it appears or vanishes only as follows:
//!
//! **x leaves a line of its king**, which sees the squares behind it. That matters if a piece of `own` that gives check along such
//! a line can enter it, or stands on it: it gives check, it pins the next piece, or a piece before it gives discovered check.
//!
//! ```text
//!   k . x . e . .     If x leaves, the king sees three more squares. A rook on the file of e gives check there.
//! ```
//!
//! **x leaves a line of a slider**, which passes. That matters if it then reaches a square that the king sees: it gives check
//! there, or a piece of `own` on that square gives discovered check.
//!
//! ```text
//!   R . . x . e . .     e: a square that the king sees
//! ```
//!
//! The two lines cross on the square that x leaves. If they were the same line, x would be pinned, and the slider would stand on a
//! square of the first case.
//!
//! **x arrives.** It only closes lines, and on its square it may be captured, where any piece but a pawn could have gone before.
//! The checks that there are matter, which [`known_checks`](super::known_checks) looks at. If x captures a piece that
//! others protect, they capture back, and that gives check if the king sees the square, or a knight or a pawn attacks it from there.
//!
//! **Pawns** give check from two squares. What stands on these or on the way there matters: a pawn goes to empty squares and
//! captures on others.
//!
//! ```text
//!   . . k . . .
//!   . c . c . .     Leaving or entering c, or e below it, is unknown: a pawn on its home rank might pass over e.
//!   . e . . . .
//!   . P . . P .
//! ```
//!
//! Nothing is known where a piece of `own` stands between the king and a slider, where a promotion or castling might give check,
//! and where so few pieces of `them` can move that some reply might be stalemate (`Group::keep_mobile`). Which
//! pieces of `own` are pinned does not change with a known move, because it is the same for the number of replies
//! ([`king_sensitive`](super::king_sensitive)).

use super::reply_info::Unknown;
use crate::axes::{Axes, EveryLine, KingView};
use crate::batch::Batch;
use crate::lanes::{
    EAST, Lanes, MOST_LANES, NORTH, NORTH_EAST, NORTH_WEST, Rays, SOUTH, SOUTH_EAST, SOUTH_WEST,
    WEST, along_axes,
};
use crate::planes::{Castlings, RANK_2};
use crate::setwise::{Board, union};
use crate::tally::{Arrivals, Group, between, halves, origins_of_promotions, special_movers};

/// The number of sets in a [`CheckSensitive`].
const SETS: usize = 15;

/// The facts about the checks after a null move in several parents, one in each lane.
pub(crate) struct CheckSensitive {
    /// The lanes in which nothing is known.
    pub(super) unsure: u32,
    /// The lanes with checks after a null move.
    pub(super) checking: u32,
    sets: [[u64; MOST_LANES]; SETS],
}

/// The sets of one lane.
pub(super) struct LaneSets {
    /// The pieces that change the checks when they leave, and the squares where arriving changes them.
    pub(super) unknown: Unknown<u64>,
    /// The pieces of which nothing is known.
    pub(super) frozen: u64,
    /// The squares of castlings and promotions. If the king sees one of them, nothing is known.
    pub(super) special: u64,
    /// The squares on which pieces of `own` arrive with check: knights, sliders, pawns by a push, and by a capture toward
    /// the h-file and the a-file.
    pub(super) arrivals: [u64; 5],
    /// The squares that the king sees along ranks and files.
    pub(super) orthogonal: u64,
    /// The squares that the king may enter.
    pub(super) escapes: u64,
    /// The pieces of `own` whose leaving may open a line to another square, or a pin.
    pub(super) opening: u64,
    /// The pieces of `them` that sliders attack.
    pub(super) hits: u64,
    /// The pinned pieces of `own`, and of `them`.
    pub(super) pinned: [u64; 2],
}

impl CheckSensitive {
    /// Examines the parents from `at` on; `castlings` are those of the side that replies. `None` if there is neither a bishop nor
    /// a queen: in such endings, kings see much, and few pieces can move, so too little is known.
    #[inline(always)]
    pub(crate) fn of<L: Lanes>(parents: &Batch, at: usize, castlings: &Castlings) -> Option<Self> {
        let board = Board::<L>::load_turned(parents, at);
        let king_view = KingView::of(board.king());
        if !board.diagonal.is_any() {
            return None;
        }
        let group = Group::<L, EveryLine>::of(board, &king_view, castlings);
        Some(Self::along(&group, castlings))
    }

    #[inline(always)]
    fn along<L: Lanes, A: Axes>(group: &Group<L, A>, castlings: &Castlings) -> Self {
        let board = &group.board;
        let king = board.kings & board.them;
        let lines = Sight::of(group, castlings);
        let [orthogonal, diagonal] = lines.seen;
        let seen = orthogonal | diagonal;
        let axes = along_axes(&lines.rays);
        let between = between(&axes, &group.their_king_lines);
        let movers = (between & board.own) | special_movers(group, castlings, seen, 0);
        let arrivals = Arrivals::of(group, lines.seen, movers);
        let (knights, pawns) = (
            L::knight_jumps(king),
            king.step(SOUTH_WEST) | king.step(SOUTH_EAST),
        );
        let attacked = group.attacks(&axes);
        let mut unknown = pawn_squares(group, pawns);
        unknown.from = unknown.from | king | lines.unknown;
        unknown.to = unknown.to | (board.own & (seen | knights | pawns) & attacked);
        let mut frozen = L::splat(0);
        let unsure = movers.occupied_lanes()
            | arrivals.promoted.occupied_lanes()
            | group.keep_mobile(&mut frozen, &mut unknown.to);
        let mut sensitive = Self {
            unsure,
            checking: arrivals.all().occupied_lanes(),
            sets: [[0; MOST_LANES]; SETS],
        };
        let sets = [
            unknown.from,
            unknown.to,
            arrivals.knights,
            arrivals.sliders,
            arrivals.one | arrivals.two,
            arrivals.east,
            arrivals.west,
            orthogonal,
            L::king_ring(king) & !board.them & !attacked,
            (union(&axes) | seen) & board.own,
            union(&axes) & board.them,
            board.own & !group.check_info.unpinned,
            between & board.them,
            frozen,
            lines.special,
        ];
        for (words, set) in sensitive.sets.iter_mut().zip(sets) {
            set.store(words, 0);
        }
        sensitive
    }

    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> LaneSets {
        let at = |set: usize| self.sets[set][lane];
        LaneSets {
            unknown: Unknown {
                from: at(0),
                to: at(1),
            },
            arrivals: [at(2), at(3), at(4), at(5), at(6)],
            orthogonal: at(7),
            escapes: at(8),
            opening: at(9),
            hits: at(10),
            pinned: [at(11), at(12)],
            frozen: at(13),
            special: at(14),
        }
    }
}

/// The squares that the king of `them` and the sliders of `own` see.
struct Sight<L> {
    /// The squares that the king sees along ranks and files, and along diagonals.
    seen: [L; 2],
    /// The squares that all sliders of `own` reach, pinned ones included, and those that its queens reach.
    rays: Rays<L>,
    queen_rays: Rays<L>,
    /// The pieces of `them` whose leaving might let a piece of `own` give check.
    unknown: L,
    /// The squares of castlings and promotions.
    special: L,
}

impl<L: Lanes> Sight<L> {
    #[inline(always)]
    fn of<A: Axes>(group: &Group<L, A>, castlings: &Castlings) -> Self {
        let board = &group.board;
        let king_rays = group.propagators.rays([board.kings & board.them; 4]);
        let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
        let sliders = [orthogonal, orthogonal, diagonal, diagonal];
        let queens = orthogonal & diagonal;
        let mut sight = Self {
            seen: halves(&king_rays),
            rays: group.propagators.rays(sliders),
            queen_rays: group.propagators.rays([queens; 4]),
            unknown: L::splat(0),
            special: L::splat(0),
        };
        // Castlings and promotions bring pieces to squares of their own.
        let [one, east, west] = group.last;
        let mut special = origins_of_promotions(group.last) | one | east | west;
        for castling in castlings.both() {
            let lanes = (board.rights & L::splat(castling.rook)).occupied_lanes();
            let touched = castling.king | castling.rook | castling.king_to | castling.rook_to;
            special = special | L::splat(touched).only(lanes);
        }
        sight.special = special;
        let [straight, slant] = halves(&sight.rays);
        let [queens_straight, queens_slant] = halves(&sight.queen_rays);
        // The squares that a piece which gives check along ranks and files enters or stands on, and the same for diagonals.
        let entered = [
            straight | queens_slant | orthogonal | special,
            slant | queens_straight | diagonal | special,
        ];
        sight.along::<A, EAST>(group, &entered, &king_rays);
        sight.along::<A, WEST>(group, &entered, &king_rays);
        sight.along::<A, NORTH>(group, &entered, &king_rays);
        sight.along::<A, SOUTH>(group, &entered, &king_rays);
        if A::DIRECTIONS == 8 {
            sight.along::<A, NORTH_EAST>(group, &entered, &king_rays);
            sight.along::<A, SOUTH_WEST>(group, &entered, &king_rays);
            sight.along::<A, NORTH_WEST>(group, &entered, &king_rays);
            sight.along::<A, SOUTH_EAST>(group, &entered, &king_rays);
        }
        sight
    }

    /// Adds the pieces in one direction, seen from the king and from the sliders.
    #[inline(always)]
    fn along<A: Axes, const DIRECTION: usize>(
        &mut self,
        group: &Group<L, A>,
        entered: &[L; 2],
        king_rays: &Rays<L>,
    ) {
        let (them, propagators) = (group.board.them, &group.propagators);
        let half = DIRECTION / 4;
        let first = king_rays[DIRECTION] & them;
        let behind = propagators.ray(first, DIRECTION) & entered[half];
        self.unknown = self.unknown | first.only(behind.occupied_lanes());

        let hits = self.rays[DIRECTION] & them;
        let behind = propagators.ray(hits, DIRECTION);
        let along = (behind & self.seen[half]).occupied_lanes();
        let across = (behind & self.seen[1 - half]).occupied_lanes();
        let by_queens = hits & self.queen_rays[DIRECTION];
        self.unknown = self.unknown | hits.only(along) | by_queens.only(across);
    }
}

/// The squares that matter to checks by pawns, from these squares.
#[inline(always)]
fn pawn_squares<L: Lanes, A: Axes>(group: &Group<L, A>, checking: L) -> Unknown<L> {
    let pawns = group.board.pawns & group.board.own;
    let twice = (pawns & L::splat(RANK_2)).up::<16>() & checking;
    let once = (pawns.up::<8>() | pawns.step(NORTH_EAST) | pawns.step(NORTH_WEST)) & checking;
    let squares = once | twice | twice.down::<8>();
    Unknown {
        from: squares,
        to: squares,
    }
}
