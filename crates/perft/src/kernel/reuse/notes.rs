//! What the replies to a quiet move depend on.
//!
//! The board is turned over: the side that replies is `own` here, and plays up the board. The quiet move is made by
//! one of `them`, from a square that is left to one that is entered.

use super::sliced::{BITS, Sliced, following};
use crate::kernel::attacks::{LINES, square};
use crate::kernel::axes::{Axes, EveryLine, NoDiagonal, Roads};
use crate::kernel::batch::Batch;
use crate::kernel::generate;
use crate::kernel::lanes::{EAST, Lanes, NORTH_EAST, NORTH_WEST, Rays, WEST};
use crate::kernel::planes::{Code, RANK_3, RANK_8, Wings};
use crate::kernel::setwise::{Board, Restraints, count_moves_restrained};

/// What is known of some parents, each in a lane, as the side sees it that makes the quiet move.
pub(in crate::kernel) struct Notes {
    in_check: u32,
    replies: [u64; 8],
    from: [[u64; 8]; KINDS],
    to: [[u64; 8]; KINDS],
    /// For each lane the bits of the numbers by which leaving or entering a square changes the number of replies.
    changes: [[u64; 8]; 8],
    lines: [[u64; 8]; 4],
    /// All of `lines`: most men are on none of them.
    on_lines: [u64; 8],
    danger: [u64; 8],
    pinned: [u64; 8],
}

/// Pawn, knight, bishop, rook, queen, king.
const KINDS: usize = 6;

/// What is known of one parent.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Note<'a> {
    notes: &'a Notes,
    lane: usize,
    /// How many replies there are after a pass.
    pub(in crate::kernel) replies: u64,
}

const fn kind(code: Code) -> usize {
    match code {
        Code::PAWN => 0,
        Code::KNIGHT => 1,
        Code::BISHOP => 2,
        Code::ROOK => 3,
        Code::QUEEN => 4,
        _ => 5,
    }
}

impl Note<'_> {
    /// The empty squares that a man of this code may enter from a square so that the number of replies is known.
    #[inline(always)]
    pub(in crate::kernel) fn known_targets(&self, code: Code, from: u64) -> u64 {
        let (notes, lane) = (self.notes, self.lane);
        if notes.from[kind(code)][lane] & from != 0 {
            return 0;
        }
        let mut unknown = notes.to[kind(code)][lane];
        if notes.on_lines[lane] & from != 0 {
            for (starts, line) in notes.lines.iter().zip(LINES[square(from)]) {
                if starts[lane] & from != 0 {
                    unknown |= line;
                }
            }
        }
        !unknown
    }

    /// The targets of pawns' moves by a number of squares after which the number of replies is known.
    #[inline(always)]
    pub(in crate::kernel) fn known_pushes(&self, step: u32) -> u64 {
        let (notes, lane) = (self.notes, self.lane);
        let leaving = notes.from[kind(Code::PAWN)][lane] | notes.lines[1][lane];
        !(notes.to[kind(Code::PAWN)][lane] | (leaving << step))
    }

    /// By how much the number of replies changes when a square is left or entered: the bits of a [`Sliced`] number.
    #[inline(always)]
    pub(in crate::kernel) fn changes(&self) -> &[u64; 8] {
        &self.notes.changes[self.lane]
    }

    /// What the side that replies does to the king of the parent's side, which is not in check.
    #[inline(always)]
    pub(in crate::kernel) fn restraints(&self) -> generate::Restraints {
        generate::Restraints {
            answers: u64::MAX,
            pinned: self.notes.pinned[self.lane],
            danger: self.notes.danger[self.lane],
        }
    }
}

impl Notes {
    /// What is known of the parent in a lane; nothing if it is in check, so that it could not pass.
    #[inline(always)]
    pub(in crate::kernel) fn of_lane(&self, lane: usize) -> Option<Note<'_>> {
        (self.in_check & 1 << lane == 0).then(|| Note {
            notes: self,
            lane,
            replies: self.replies[lane],
        })
    }

    /// Looks at the parents from `at` on; `wings` are the castlings of the side that replies.
    #[inline(always)]
    pub(in crate::kernel) fn of<L: Lanes>(parents: &Batch, at: usize, wings: &Wings) -> Self {
        let board = Board::<L>::load_turned(parents, at);
        if board.slant.is_any() {
            Self::along::<L, EveryLine>(&board, wings)
        } else {
            Self::along::<L, NoDiagonal>(&board, wings)
        }
    }

    #[inline(always)]
    fn along<L: Lanes, A: Axes>(board: &Board<L>, wings: &Wings) -> Self {
        let roads = Roads::<L, A>::of(board.occupied);
        let restraints = Restraints::of(board, &roads);
        let (replies, rays) = count_moves_restrained(board, &roads, &restraints, wings);
        let touched = Touched::of::<A>(board, &restraints, wings);
        let effects = Effects::of(board, &restraints, &roads, &rays);
        let watch = Watch::of(board, &roads);
        let mut notes = Self {
            in_check: (watch.danger & board.kings & board.them).occupied_lanes(),
            replies: replies.to_array(),
            from: [[0; 8]; KINDS],
            to: [[0; 8]; KINDS],
            changes: [[0; 8]; 8],
            lines: [[0; 8]; 4],
            on_lines: union(&effects.lines).turned().to_array(),
            danger: watch.danger.turned().to_array(),
            pinned: watch.pinned.turned().to_array(),
        };
        for kind in 0..KINDS {
            notes.from[kind] = (touched.from[kind] | effects.unknown).turned().to_array();
            notes.to[kind] = (touched.to[kind] | effects.unknown).turned().to_array();
        }
        for bit in 0..BITS {
            let words = effects.changes.bits[bit].turned().to_array();
            for (changes, word) in notes.changes.iter_mut().zip(words) {
                changes[bit] = word;
            }
        }
        for axis in 0..4 {
            // Turned over, a rising diagonal falls.
            let turned = [0, 1, 3, 2][axis];
            notes.lines[turned] = effects.lines[axis].turned().to_array();
        }
        notes
    }
}

/// What the side that replies does to the side that makes the quiet move.
struct Watch<L> {
    /// What it attacks. Where a slider attacks the king, the squares behind the king are missing; such parents are
    /// not looked at further.
    danger: L,
    /// The men that shield the king.
    pinned: L,
}

impl<L: Lanes> Watch<L> {
    #[inline(always)]
    fn of<A: Axes>(board: &Board<L>, roads: &Roads<L, A>) -> Self {
        let (straight, slant) = (board.straight & board.own, board.slant & board.own);
        let rays = roads.rays([straight, straight, slant, slant]);
        let sight = roads.rays([board.kings & board.them; 4]);
        let mut pinned = L::splat(0);
        for (direction, ray) in rays.into_iter().enumerate() {
            pinned = pinned | (ray & sight[direction ^ 1]);
        }
        let pawns = board.pawns & board.own;
        let danger = union(&rays[..4])
            | union(&rays[4..])
            | L::knight_attacks(board.knights & board.own)
            | L::king_ring(board.kings & board.own)
            | pawns.step(NORTH_EAST)
            | pawns.step(NORTH_WEST);
        Self {
            danger,
            pinned: pinned & board.them,
        }
    }
}

/// The squares whose leaving or entering, by a man of each kind, might change what the king that replies and the men
/// that shield it may do.
struct Touched<L> {
    from: [L; KINDS],
    to: [L; KINDS],
}

impl<L: Lanes> Touched<L> {
    #[inline(always)]
    fn of<A: Axes>(board: &Board<L>, restraints: &Restraints<L>, wings: &Wings) -> Self {
        let king = board.kings & board.own;
        let (zone, free) = king_zone(board, wings);
        // Rays end at the next square of the zone, and go on from there.
        // A man that attacks the zone, where it comes from or where it goes.
        let rays = Roads::<L, A>::of(board.occupied | zone).rays([zone; 4]);
        let (straight, slant) = (union(&rays[..4]), union(&rays[4..]));
        let beside = zone | zone.step(EAST) | zone.step(WEST);
        let attack = [
            zone.step(NORTH_EAST) | zone.step(NORTH_WEST),
            L::knight_attacks(zone),
            slant,
            straight,
            straight | slant,
            beside | beside.up::<8>() | beside.down::<8>(),
        ];
        // A line from a slider to the zone that is opened or closed.
        let mut both = free;
        for (direction, ray) in rays.into_iter().enumerate() {
            both = both | (ray & restraints.theirs[direction ^ 1]);
        }
        // A pin that is made or broken: look through the first man if it is the king's own.
        let first = union(&restraints.sight[..4]) | union(&restraints.sight[4..]);
        let behind = Roads::<L, A>::of(board.occupied & !(first & board.own)).rays([king; 4]);
        let mut pin_lines = L::splat(0);
        if (!restraints.unpinned).is_any() {
            for (direction, line) in behind.into_iter().enumerate() {
                let pinned =
                    restraints.sight[direction] & restraints.theirs[direction ^ 1] & board.own;
                pin_lines = pin_lines | line.only(pinned.occupied_lanes());
            }
        }
        let from = both | union(&behind[..4]) | union(&behind[4..]);
        let to = both | pin_lines;
        let new_straight = union(&behind[..4]) & !first;
        let new_slant = union(&behind[4..]) & !first;
        let none = L::splat(0);
        let pins = [
            none,
            none,
            new_slant,
            new_straight,
            new_straight | new_slant,
            none,
        ];
        let mut touched = Self {
            from: attack,
            to: attack,
        };
        for kind in 0..KINDS {
            touched.from[kind] = attack[kind] | from;
            touched.to[kind] = attack[kind] | pins[kind] | to;
        }
        touched
    }
}

/// The squares on which attacks matter to the king that replies; and those that must be empty for its castlings.
#[inline(always)]
fn king_zone<L: Lanes>(board: &Board<L>, wings: &Wings) -> (L, L) {
    let king = board.kings & board.own;
    let mut zone = king | (L::king_ring(king) & !board.own);
    let mut free = L::splat(0);
    for wing in wings.both() {
        if wing.rook != 0 {
            let lanes = (board.rights & L::splat(wing.rook)).occupied_lanes();
            zone = zone | L::splat(wing.safe).only(lanes);
            free = free | L::splat(wing.empty).only(lanes);
        }
    }
    (zone, free)
}

/// By how much the number of replies changes when a square is left or entered, as far as sliders and pawns go.
///
/// Squares that can be left and squares that can be entered are different ones, so that they share the numbers.
struct Effects<L> {
    changes: Sliced<L>,
    /// For each axis, squares from which a move along it does more than leaving and entering do apart.
    lines: [L; 4],
    /// Squares where the number is not worked out: a pawn might promote there.
    unknown: L,
}

impl<L: Lanes> Effects<L> {
    #[inline(always)]
    fn of<A: Axes>(
        board: &Board<L>,
        restraints: &Restraints<L>,
        roads: &Roads<L, A>,
        rays: &Rays<L>,
    ) -> Self {
        let mut effects = Self {
            changes: Sliced::zero(),
            lines: [L::splat(0); 4],
            unknown: L::splat(0),
        };
        effects.sliders(board, roads, rays);
        effects.pawns(board, restraints);
        effects
    }

    /// A man that arrives on a ray cuts off what lies beyond. One that leaves the end of a ray lets it grow.
    ///
    /// ```text
    ///   r x x t x x N . .     on t a man would cut off three squares;
    ///   r x x x x x n + +     when the knight leaves, two are gained
    /// ```
    #[inline(always)]
    fn sliders<A: Axes>(&mut self, board: &Board<L>, roads: &Roads<L, A>, rays: &Rays<L>) {
        let mut hits = *rays;
        for hit in &mut hits {
            *hit = *hit & board.them;
        }
        for axis in 0..A::DIRECTIONS / 2 {
            self.lines[axis] = hits[2 * axis] | hits[2 * axis + 1];
        }
        let mut lost = [[L::splat(0); 3]; 8];
        for direction in 0..A::DIRECTIONS {
            let ray = rays[direction] & !board.own;
            let grown = roads.ray(hits[direction], direction) & !board.own;
            let gained = following(hits[direction], grown, direction);
            self.changes.add(gained);
            lost[direction] = following(ray & !board.occupied, ray, direction);
        }
        self.changes.subtract(&lost[..A::DIRECTIONS]);
    }

    /// Men of the other side are taken by pawns and stand in their way.
    #[inline(always)]
    fn pawns(&mut self, board: &Board<L>, restraints: &Restraints<L>) {
        let pawns = board.pawns & board.own;
        let [_, files, rising, falling] = restraints.free;
        let (empty, them) = (!board.occupied, board.them);
        let east = (pawns & rising).step(NORTH_EAST);
        let west = (pawns & falling).step(NORTH_WEST);
        let one = (pawns & files).up::<8>();
        let third = one & L::splat(RANK_3);
        // The square before a pawn at home, if the next is empty, too; and that next square, if the first is empty.
        let near = third & empty.down::<8>();
        let far = (third & empty).up::<8>();
        let changes = &mut self.changes;
        changes.add_one((east & empty) | (one & them));
        changes.add_one((west & empty) | (near & them) | (far & them));
        let none = L::splat(0);
        changes.subtract(&[
            [(east & them) | (one & empty), none, none],
            [(west & them) | (near & empty) | (far & empty), none, none],
        ]);
        // A man that goes from one of two squares before a pawn to the other changes less than it seems.
        self.lines[1] = self.lines[1] | ((one | third.up::<8>()) & them);
        self.unknown = (east | west | one) & L::splat(RANK_8);
    }
}

#[inline(always)]
fn union<L: Lanes>(rays: &[L]) -> L {
    rays[0] | rays[1] | rays[2] | rays[3]
}
