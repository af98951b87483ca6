//! What the number of replies to a quiet move depends on.
//!
//! The board is turned over: `own` is the side that replies, and it plays up the board. One piece of `them` makes the
//! quiet move; it leaves one square and enters another.

use super::bit_sliced::{BITS, BitSliced, run_lengths};
use crate::kernel::attacks::{LINES, square};
use crate::kernel::axes::{Axes, EveryLine, NoDiagonal, Propagators};
use crate::kernel::batch::Batch;
use crate::kernel::generate;
use crate::kernel::lanes::{EAST, Lanes, NORTH_EAST, NORTH_WEST, Rays, WEST};
use crate::kernel::planes::{Castlings, Code, RANK_3, RANK_8};
use crate::kernel::setwise::{Board, LaneCheckInfo, count_moves_given};

/// What is known about the replies in several parents, one in each lane, seen by the side that makes the quiet move.
pub(in crate::kernel) struct ReplyInfo {
    in_check: u32,
    replies: [u64; 8],
    from: [[u64; 8]; KINDS],
    to: [[u64; 8]; KINDS],
    /// For each lane, the bits of the numbers by which leaving or entering a square changes the number of replies.
    changes: [[u64; 8]; 8],
    lines: [[u64; 8]; 4],
    /// The union of `lines`. Most pieces are on none of them.
    on_lines: [u64; 8],
    danger: [u64; 8],
    pinned: [u64; 8],
}

/// Pawn, knight, bishop, rook, queen, king.
const KINDS: usize = 6;

/// What is known about the replies in one parent.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct LaneReplyInfo<'a> {
    reply_info: &'a ReplyInfo,
    lane: usize,
    /// The number of replies after a null move.
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

impl LaneReplyInfo<'_> {
    /// The empty squares that a piece on `from` may enter such that the number of replies is known.
    #[inline(always)]
    pub(in crate::kernel) fn known_targets(&self, code: Code, from: u64) -> u64 {
        let (reply_info, lane) = (self.reply_info, self.lane);
        if reply_info.from[kind(code)][lane] & from != 0 {
            return 0;
        }
        let mut unknown = reply_info.to[kind(code)][lane];
        if reply_info.on_lines[lane] & from != 0 {
            for (starts, line) in reply_info.lines.iter().zip(LINES[square(from)]) {
                if starts[lane] & from != 0 {
                    unknown |= line;
                }
            }
        }
        !unknown
    }

    /// The targets of pawn moves of `step` squares after which the number of replies is known.
    #[inline(always)]
    pub(in crate::kernel) fn known_pushes(&self, step: u32) -> u64 {
        let (reply_info, lane) = (self.reply_info, self.lane);
        let leaving = reply_info.from[kind(Code::PAWN)][lane] | reply_info.lines[1][lane];
        !(reply_info.to[kind(Code::PAWN)][lane] | (leaving << step))
    }

    /// The changes in the number of replies when a square is left or entered: the bits of a [`BitSliced`] number.
    #[inline(always)]
    pub(in crate::kernel) fn changes(&self) -> &[u64; 8] {
        &self.reply_info.changes[self.lane]
    }

    /// The check info of the side that makes the quiet move, which is not in check.
    #[inline(always)]
    pub(in crate::kernel) fn check_info(&self) -> generate::CheckInfo {
        generate::CheckInfo {
            answers: u64::MAX,
            pinned: self.reply_info.pinned[self.lane],
            danger: self.reply_info.danger[self.lane],
        }
    }
}

impl ReplyInfo {
    /// What is known about the parent in a lane; `None` if the parent is in check, because a null move is illegal then.
    #[inline(always)]
    pub(in crate::kernel) fn of_lane(&self, lane: usize) -> Option<LaneReplyInfo<'_>> {
        (self.in_check & 1 << lane == 0).then(|| LaneReplyInfo {
            reply_info: self,
            lane,
            replies: self.replies[lane],
        })
    }

    /// Examines the parents from `at` on; `castlings` are those of the side that replies.
    #[inline(always)]
    pub(in crate::kernel) fn of<L: Lanes>(
        parents: &Batch,
        at: usize,
        castlings: &Castlings,
    ) -> Self {
        let board = Board::<L>::load_turned(parents, at);
        if board.diagonal.is_any() {
            Self::along::<L, EveryLine>(&board, castlings)
        } else {
            Self::along::<L, NoDiagonal>(&board, castlings)
        }
    }

    #[inline(always)]
    fn along<L: Lanes, A: Axes>(board: &Board<L>, castlings: &Castlings) -> Self {
        let propagators = Propagators::<L, A>::of(board.occupied);
        let check_info = LaneCheckInfo::of(board, &propagators);
        let (replies, rays) = count_moves_given(board, &propagators, &check_info, castlings);
        let sensitive = KingSensitive::of::<A>(board, &check_info, castlings);
        let reply_changes = ReplyChanges::of(board, &check_info, &propagators, &rays);
        let parent_info = ParentCheckInfo::of(board, &propagators);
        let mut reply_info = Self {
            in_check: (parent_info.danger & board.kings & board.them).occupied_lanes(),
            replies: replies.to_array(),
            from: [[0; 8]; KINDS],
            to: [[0; 8]; KINDS],
            changes: [[0; 8]; 8],
            lines: [[0; 8]; 4],
            on_lines: union(&reply_changes.lines).turned().to_array(),
            danger: parent_info.danger.turned().to_array(),
            pinned: parent_info.pinned.turned().to_array(),
        };
        for kind in 0..KINDS {
            reply_info.from[kind] = (sensitive.from[kind] | reply_changes.unknown)
                .turned()
                .to_array();
            reply_info.to[kind] = (sensitive.to[kind] | reply_changes.unknown)
                .turned()
                .to_array();
        }
        for bit in 0..BITS {
            let words = reply_changes.changes.bits[bit].turned().to_array();
            for (changes, word) in reply_info.changes.iter_mut().zip(words) {
                changes[bit] = word;
            }
        }
        for axis in 0..4 {
            // On the board turned over, a diagonal is an antidiagonal.
            let turned = [0, 1, 3, 2][axis];
            reply_info.lines[turned] = reply_changes.lines[axis].turned().to_array();
        }
        reply_info
    }
}

/// Attacks and pins by the side that replies, against the side that makes the quiet move.
struct ParentCheckInfo<L> {
    /// The attacked squares. If a slider attacks the king, the squares behind the king are missing, but such parents
    /// are in check and not examined further.
    danger: L,
    /// The pinned pieces.
    pinned: L,
}

impl<L: Lanes> ParentCheckInfo<L> {
    #[inline(always)]
    fn of<A: Axes>(board: &Board<L>, propagators: &Propagators<L, A>) -> Self {
        let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
        let rays = propagators.rays([orthogonal, orthogonal, diagonal, diagonal]);
        let king_rays = propagators.rays([board.kings & board.them; 4]);
        let mut pinned = L::splat(0);
        for (direction, ray) in rays.into_iter().enumerate() {
            pinned = pinned | (ray & king_rays[direction ^ 1]);
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

/// For each type of piece, the squares where leaving or entering might change the moves of the replying king or of the
/// pieces pinned to it.
struct KingSensitive<L> {
    from: [L; KINDS],
    to: [L; KINDS],
}

impl<L: Lanes> KingSensitive<L> {
    #[inline(always)]
    fn of<A: Axes>(board: &Board<L>, check_info: &LaneCheckInfo<L>, castlings: &Castlings) -> Self {
        let king = board.kings & board.own;
        let (zone, free) = king_zone(board, castlings);
        // Attacks on the zone, before or after the quiet move. A ray ends at the next square of the zone, and another ray
        // begins there.
        let rays = Propagators::<L, A>::of(board.occupied | zone).rays([zone; 4]);
        let (orthogonal, diagonal) = (union(&rays[..4]), union(&rays[4..]));
        let beside = zone | zone.step(EAST) | zone.step(WEST);
        let attack = [
            zone.step(NORTH_EAST) | zone.step(NORTH_WEST),
            L::knight_attacks(zone),
            diagonal,
            orthogonal,
            orthogonal | diagonal,
            beside | beside.up::<8>() | beside.down::<8>(),
        ];
        // Lines from a slider to the zone: leaving may open them, entering may close them.
        let mut both = free;
        for (direction, ray) in rays.into_iter().enumerate() {
            both = both | (ray & check_info.theirs[direction ^ 1]);
        }
        // Pins that are made or broken: look through the king's own first piece on each line.
        let first = union(&check_info.king_rays[..4]) | union(&check_info.king_rays[4..]);
        let behind = Propagators::<L, A>::of(board.occupied & !(first & board.own)).rays([king; 4]);
        let mut pin_lines = L::splat(0);
        if (!check_info.unpinned).is_any() {
            for (direction, line) in behind.into_iter().enumerate() {
                let pinned =
                    check_info.king_rays[direction] & check_info.theirs[direction ^ 1] & board.own;
                pin_lines = pin_lines | line.only(pinned.occupied_lanes());
            }
        }
        let from = both | union(&behind[..4]) | union(&behind[4..]);
        let to = both | pin_lines;
        let new_orthogonal = union(&behind[..4]) & !first;
        let new_diagonal = union(&behind[4..]) & !first;
        let none = L::splat(0);
        let pins = [
            none,
            none,
            new_diagonal,
            new_orthogonal,
            new_orthogonal | new_diagonal,
            none,
        ];
        let mut sensitive = Self {
            from: attack,
            to: attack,
        };
        for kind in 0..KINDS {
            sensitive.from[kind] = attack[kind] | from;
            sensitive.to[kind] = attack[kind] | pins[kind] | to;
        }
        sensitive
    }
}

/// The squares on which attacks matter to the replying king; and those that must be empty for its castlings.
#[inline(always)]
fn king_zone<L: Lanes>(board: &Board<L>, castlings: &Castlings) -> (L, L) {
    let king = board.kings & board.own;
    let mut zone = king | (L::king_ring(king) & !board.own);
    let mut free = L::splat(0);
    for castling in castlings.both() {
        if castling.rook != 0 {
            let lanes = (board.rights & L::splat(castling.rook)).occupied_lanes();
            zone = zone | L::splat(castling.safe).only(lanes);
            free = free | L::splat(castling.empty).only(lanes);
        }
    }
    (zone, free)
}

/// The changes in the number of slider and pawn replies when a square is left or entered.
///
/// Only occupied squares can be left and only empty squares can be entered, so both share the numbers.
struct ReplyChanges<L> {
    changes: BitSliced<L>,
    /// For each axis, the squares where a move along the axis has a different effect than leaving and entering apart.
    lines: [L; 4],
    /// The squares without a number, because a pawn might promote there.
    unknown: L,
}

impl<L: Lanes> ReplyChanges<L> {
    #[inline(always)]
    fn of<A: Axes>(
        board: &Board<L>,
        check_info: &LaneCheckInfo<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) -> Self {
        let mut reply_changes = Self {
            changes: BitSliced::zero(),
            lines: [L::splat(0); 4],
            unknown: L::splat(0),
        };
        reply_changes.sliders(board, propagators, rays);
        reply_changes.pawns(board, check_info);
        reply_changes
    }

    /// Adds the changes for sliders. A piece that arrives on a ray cuts off the squares beyond; a piece that leaves the
    /// end of a ray lets the ray grow.
    ///
    /// ```text
    ///   r x x t x x N . .     a piece that arrives on t cuts off three squares;
    ///   r x x x x x n + +     when the knight leaves, two squares are gained
    /// ```
    #[inline(always)]
    fn sliders<A: Axes>(
        &mut self,
        board: &Board<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) {
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
            let grown = propagators.ray(hits[direction], direction) & !board.own;
            let gained = run_lengths(hits[direction], grown, direction);
            self.changes.add(gained);
            lost[direction] = run_lengths(ray & !board.occupied, ray, direction);
        }
        self.changes.subtract(&lost[..A::DIRECTIONS]);
    }

    /// Adds the changes for pawns, which capture pieces of the other side and are blocked by them.
    #[inline(always)]
    fn pawns(&mut self, board: &Board<L>, check_info: &LaneCheckInfo<L>) {
        let pawns = board.pawns & board.own;
        let [_, files, rising, falling] = check_info.free;
        let (empty, them) = (!board.occupied, board.them);
        let east = (pawns & rising).step(NORTH_EAST);
        let west = (pawns & falling).step(NORTH_WEST);
        let one = (pawns & files).up::<8>();
        let third = one & L::splat(RANK_3);
        // The square before a pawn on its home rank counts twice if the next square is empty; that next square counts
        // if the first one is empty.
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
        // A piece that goes from one of the two squares before a pawn to the other changes less than the sum of both.
        self.lines[1] = self.lines[1] | ((one | third.up::<8>()) & them);
        self.unknown = (east | west | one) & L::splat(RANK_8);
    }
}

#[inline(always)]
fn union<L: Lanes>(rays: &[L]) -> L {
    rays[0] | rays[1] | rays[2] | rays[3]
}
