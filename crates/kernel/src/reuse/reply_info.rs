//! The facts on which the number of replies to a quiet move depends.
//!
//! The board is turned over: `own` is the side that replies, and it plays up the board. One piece of `them` makes the
//! quiet move; it leaves one square and enters another.

use super::bit_sliced::{BITS, BitSliced, run_lengths};
use super::captures;
use super::known_moves::{
    BISHOP, Counted, KINDS, KING, KNIGHT, KnownMoves, PAWN, QUEEN, ROOK, kind,
};
use crate::attacks::{LINES, square};
use crate::axes::{Axes, EveryLine, KingView, NoDiagonal, Propagators};
use crate::batch::Batch;
use crate::generate;
use crate::lanes::{
    EAST, Lanes, Lines, NORTH, NORTH_EAST, NORTH_WEST, Rays, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
    along_axes,
};
use crate::planes::{Castling, Castlings, Code, RANK_3, RANK_6, RANK_8};
use crate::setwise::{Board, LaneCheckInfo, count_moves_given, free, pinned, union};

/// The facts about the replies in several parents, one in each lane, seen by the side that makes the quiet move.
pub(crate) struct ReplyInfo {
    in_check: u32,
    /// The number of replies after a null move.
    replies: [u64; 8],
    /// The sum of the replies to the moves that are counted already.
    counted: [u64; 8],
    /// The pieces of which no move is counted already.
    single: [u64; 8],
    /// The other pieces that may have a move that is not counted.
    left: [u64; 8],
    /// The pieces whose moves all have unknown replies.
    frozen: [u64; 8],
    /// For each type of piece, the squares that it may not enter if the replies are to be known.
    closed: [[u64; 8]; KINDS],
    /// The bits of the numbers by which leaving or entering a square changes the number of replies.
    changes: [[u64; 8]; BITS],
    lines: [[u64; 8]; 4],
    /// The targets of counted captures by pawns, toward the h-file and toward the a-file.
    captures: [[u64; 8]; 2],
    danger: [u64; 8],
    pinned: [u64; 8],
}

/// The facts about the replies in one parent.
#[derive(Clone, Copy)]
pub(crate) struct LaneReplyInfo<'a> {
    reply_info: &'a ReplyInfo,
    lane: usize,
    /// The number of replies after a null move.
    pub(crate) replies: u64,
}

impl LaneReplyInfo<'_> {
    /// The sum of the replies to the moves that are counted already.
    #[inline(always)]
    pub(crate) fn sum_so_far(&self) -> u64 {
        self.reply_info.counted[self.lane]
    }

    /// The pieces of which no move is counted already.
    #[inline(always)]
    pub(crate) fn single(&self) -> u64 {
        self.reply_info.single[self.lane]
    }

    /// The pieces that may have a move that is not counted.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> u64 {
        self.reply_info.left[self.lane] | self.single()
    }

    /// The squares that a piece on `from` may enter, also with a capture, such that the number of replies is known.
    #[inline(always)]
    pub(super) fn known_targets(&self, code: Code, from: u64) -> u64 {
        let (reply_info, lane) = (self.reply_info, self.lane);
        if reply_info.frozen[lane] & from != 0 {
            return 0;
        }
        let mut unknown = reply_info.closed[kind(code)][lane];
        for (starts, line) in reply_info.lines.iter().zip(LINES[square(from)]) {
            if starts[lane] & from != 0 {
                unknown |= line;
            }
        }
        !unknown
    }

    /// Returns the number by which castling changes the number of replies, if that is known: the sum for its squares. A
    /// square that king and rook leave and enter stays occupied.
    ///
    /// No slider of the other side sees two of these squares: along the rank, it would give check or pin the rook.
    #[inline(always)]
    pub(super) fn castling_change(&self, castling: &Castling) -> Option<i64> {
        let (reply_info, lane) = (self.reply_info, self.lane);
        let from = castling.king | castling.rook;
        let to = castling.king_to | castling.rook_to;
        let is_known = reply_info.frozen[lane] & from == 0
            && reply_info.closed[KING][lane] & castling.king_to == 0
            && reply_info.closed[ROOK][lane] & castling.rook_to == 0;
        is_known.then(|| self.changes(from ^ to))
    }

    /// The targets of pawn moves of `step` squares after which the number of replies is known.
    #[inline(always)]
    pub(super) fn known_pushes(&self, step: u32) -> u64 {
        let (reply_info, lane) = (self.reply_info, self.lane);
        let leaving = reply_info.frozen[lane] | reply_info.lines[1][lane];
        !(reply_info.closed[PAWN][lane] | (leaving << step))
    }

    /// The targets of counted captures by pawns with a step of this many squares.
    #[inline(always)]
    pub(super) fn known_captures(&self, step: u32) -> u64 {
        self.reply_info.captures[usize::from(step == 7)][self.lane]
    }

    /// Returns the sum of the changes of the number of replies when each of some squares is left or entered.
    #[inline(always)]
    pub(super) fn changes(&self, squares: u64) -> i64 {
        let mut change = 0;
        for (bit, words) in self.reply_info.changes.iter().enumerate() {
            let weight = if bit + 1 == BITS {
                -(1 << bit)
            } else {
                1 << bit
            };
            change += weight * i64::from((words[self.lane] & squares).count_ones());
        }
        change
    }

    /// The check info of the side that makes the quiet move, which is not in check.
    #[inline(always)]
    pub(crate) fn check_info(&self) -> generate::CheckInfo {
        generate::CheckInfo {
            answers: u64::MAX,
            pinned: self.reply_info.pinned[self.lane],
            danger: self.reply_info.danger[self.lane],
        }
    }
}

impl ReplyInfo {
    /// Returns what is known about the parent in a lane; `None` if the parent is in check, because a null move is
    /// illegal then.
    #[inline(always)]
    pub(crate) fn of_lane(&self, lane: usize) -> Option<LaneReplyInfo<'_>> {
        (self.in_check & 1 << lane == 0).then(|| LaneReplyInfo {
            reply_info: self,
            lane,
            replies: self.replies[lane],
        })
    }

    /// Examines the parents from `at` on; `castlings` are those of the side to move, then those of the side that
    /// replies.
    #[inline(always)]
    pub(crate) fn of<L: Lanes>(parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> Self {
        let board = Board::<L>::load_turned(parents, at);
        let rights = L::load(&parents.rights, at) & L::splat(RANK_6);
        let en_passant = rights.occupied_lanes();
        if board.diagonal.is_any() {
            Self::along::<L, EveryLine>(&board, castlings, en_passant)
        } else {
            Self::along::<L, NoDiagonal>(&board, castlings, en_passant)
        }
    }

    #[inline(always)]
    fn along<L: Lanes, A: Axes>(
        board: &Board<L>,
        [castlings, others]: [&Castlings; 2],
        en_passant: u32,
    ) -> Self {
        let propagators = Propagators::<L, A>::of(board.occupied);
        let king_view = KingView::of(board.king());
        let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
        let all = propagators.rays([orthogonal, orthogonal, diagonal, diagonal]);
        let check_info = LaneCheckInfo::of(board, &king_view, &propagators);
        let (replies, rays) =
            count_moves_given::<L, A>(board, &king_view, &all, &check_info, others);
        let sensitive = KingSensitive::of::<A>(board, &check_info, others);
        let reply_changes = ReplyChanges::of(board, &check_info, &propagators, &rays);
        let parent_info = ParentCheckInfo::of(board, &propagators, &all);
        let in_check = (parent_info.danger & board.kings & board.them).occupied_lanes();
        let uncounted = captures::pieces_left_out(board, reply_changes.promoting);
        let mut closed = sensitive.to;
        for squares in &mut closed {
            *squares = *squares | uncounted;
        }
        let mut changes = reply_changes.changes;
        let attacked = board.own & check_info.danger & !uncounted;
        if L::KNOWS_CAPTURES && attacked.is_any() {
            let captures = captures::changes::<L, A>(board, &check_info, &rays, attacked);
            changes = changes.replace(board.own, &captures);
        }
        let pawns = board.pawns & board.own;
        let frozen = sensitive.frozen(board);
        let known_moves = KnownMoves {
            board,
            free: free(&parent_info.pinned),
            pinned: union(&parent_info.pinned),
            danger: parent_info.danger,
            frozen,
            closed,
            lines: reply_changes.lines,
            opposed: reply_changes.opposed | sensitive.on_file,
            changes: &changes,
            attacking: [pawns & check_info.free[2], pawns & check_info.free[3]],
            castlings,
            en_passant,
        };
        let counted = known_moves.count(&propagators);
        Self::new(&known_moves, &counted, replies, in_check)
    }

    /// Stores what is known as words for each lane, seen by the side that moves.
    #[inline(always)]
    fn new<L: Lanes>(
        known_moves: &KnownMoves<'_, L>,
        counted: &Counted<L>,
        replies: L,
        in_check: u32,
    ) -> Self {
        let mut reply_info = Self {
            in_check,
            replies: replies.to_array(),
            counted: [0; 8],
            single: counted.single.turn_over().to_array(),
            left: counted.left.turn_over().to_array(),
            frozen: known_moves.frozen.turn_over().to_array(),
            closed: [[0; 8]; KINDS],
            changes: [[0; 8]; BITS],
            lines: [[0; 8]; 4],
            captures: counted.captures.map(|set| set.turn_over().to_array()),
            danger: known_moves.danger.turn_over().to_array(),
            pinned: known_moves.pinned.turn_over().to_array(),
        };
        let (number, change) = (counted.number.to_array(), counted.change.to_array());
        for lane in 0..L::NUMBER {
            let replies = number[lane].wrapping_mul(reply_info.replies[lane]);
            reply_info.counted[lane] = replies.wrapping_add(change[lane]);
        }
        for (words, closed) in reply_info.closed.iter_mut().zip(known_moves.closed) {
            *words = closed.turn_over().to_array();
        }
        for (words, bit) in reply_info.changes.iter_mut().zip(known_moves.changes.bits) {
            *words = bit.turn_over().to_array();
        }
        for axis in 0..4 {
            // On the board turned over, a diagonal is an antidiagonal.
            let turned = [0, 1, 3, 2][axis];
            reply_info.lines[turned] = known_moves.lines[axis].turn_over().to_array();
        }
        reply_info
    }
}

/// Attacks and pins by the side that replies, against the side that makes the quiet move.
struct ParentCheckInfo<L> {
    /// The attacked squares. If a slider attacks the king, the squares behind the king are missing, but such parents
    /// are in check and not examined further.
    danger: L,
    /// The pieces pinned along each axis.
    pinned: Lines<L>,
}

impl<L: Lanes> ParentCheckInfo<L> {
    #[inline(always)]
    fn of<A: Axes>(board: &Board<L>, propagators: &Propagators<L, A>, rays: &Rays<L>) -> Self {
        let king_lines = propagators.lines([board.kings & board.them; 4]);
        let lines = along_axes(rays);
        let pinned = pinned(board.them, &king_lines, &lines);
        let pawns = board.pawns & board.own;
        let danger = union(&lines)
            | L::knight_attacks(board.knights & board.own)
            | L::king_ring(board.kings & board.own)
            | pawns.step(NORTH_EAST)
            | pawns.step(NORTH_WEST);
        Self { danger, pinned }
    }
}

/// For each type of piece, the squares where leaving or entering might change the moves of the replying king or of the
/// pieces pinned to it.
struct KingSensitive<L> {
    from: [L; KINDS],
    to: [L; KINDS],
    /// The pawns that the king sees along a file. They stay in the way when they step; only their captures may open the file.
    on_file: L,
}

impl<L: Lanes> KingSensitive<L> {
    #[inline(always)]
    fn of<A: Axes>(board: &Board<L>, check_info: &LaneCheckInfo<L>, castlings: &Castlings) -> Self {
        let (zone, free) = king_zone(board, castlings);
        // Attacks on the zone, before or after the quiet move; and lines that are looked through: beyond the king's own
        // first piece, which might become pinned. A ray ends at the next square of the zone, and another ray begins
        // there.
        let mut starts = check_info.king_lines;
        for starts in &mut starts {
            *starts = zone | (*starts & board.own);
        }
        let lines = Propagators::<L, A>::of(board.occupied | zone).lines(starts);
        let (orthogonal, diagonal) = (lines[0] | lines[1], lines[2] | lines[3]);
        let beside = zone | zone.step(EAST) | zone.step(WEST);
        let attack = [
            zone.step(NORTH_EAST) | zone.step(NORTH_WEST),
            L::knight_attacks(zone),
            diagonal,
            orthogonal,
            orthogonal | diagonal,
            beside | beside.up::<8>() | beside.down::<8>(),
        ];
        // Lines from a slider to the zone or to a piece that may become pinned: leaving may open them, entering may
        // close them.
        let mut both = free;
        for (line, theirs) in lines.into_iter().zip(check_info.theirs) {
            both = both | (line & theirs);
        }
        // Leaving the first square that the king sees may open a pin behind it; entering a square between the king and a
        // pinned piece unpins it.
        let on_file = check_info.king_lines[1] & board.pawns & board.them;
        let from = both | (union(&check_info.king_lines) & board.them & !on_file);
        let mut to = both;
        if (!check_info.unpinned).is_any() {
            let pinned = pinned(board.own, &check_info.king_lines, &check_info.theirs);
            for (line, pinned) in check_info.king_lines.into_iter().zip(pinned) {
                to = to | line.only(pinned.occupied_lanes());
            }
        }
        let mut sensitive = Self {
            from: attack,
            to: attack,
            on_file,
        };
        for attacking in &mut sensitive.from {
            *attacking = *attacking | from;
        }
        // A square where a piece is captured stays occupied.
        let to = to & !board.own;
        for attacking in &mut sensitive.to {
            *attacking = *attacking | to;
        }
        sensitive
    }

    /// The pieces that may not leave their squares.
    #[inline(always)]
    fn frozen(&self, board: &Board<L>) -> L {
        let from = &self.from;
        let frozen = (board.pawns & from[PAWN])
            | (board.knights & from[KNIGHT])
            | (board.kings & from[KING])
            | (board.diagonal & !board.orthogonal & from[BISHOP])
            | (board.orthogonal & !board.diagonal & from[ROOK])
            | (board.orthogonal & board.diagonal & from[QUEEN]);
        frozen & board.them
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
/// Only occupied squares can be left and only empty squares can be entered, so both share the numbers. A piece that
/// arrives on a ray cuts off the squares beyond; a piece that leaves the end of a ray lets the ray grow.
///
/// ```text
///   r x x t x x N . .     a piece that arrives on t cuts off three squares;
///   r x x x x x n + +     when the knight leaves, two squares are gained
/// ```
struct ReplyChanges<L> {
    changes: BitSliced<L>,
    /// For each axis, the squares where a move along the axis has a different effect than leaving and entering apart.
    lines: [L; 4],
    /// The squares on which a pawn might promote.
    promoting: L,
    /// The pawns in the way of a double push. If one of them moves on, it is in the way of the step too; their changes are for
    /// that, and not for captures.
    opposed: L,
}

impl<L: Lanes> ReplyChanges<L> {
    #[inline(always)]
    fn of<A: Axes>(
        board: &Board<L>,
        check_info: &LaneCheckInfo<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) -> Self {
        let pawns = board.pawns & board.own;
        let [_, files, rising, falling] = check_info.free;
        let empty = !board.occupied;
        let east = (pawns & rising).step(NORTH_EAST);
        let west = (pawns & falling).step(NORTH_WEST);
        let one = (pawns & files).up::<8>();
        let third = one & L::splat(RANK_3);
        // The square before a pawn on its home rank counts twice if the next square is empty; that next square counts
        // if the first one is empty.
        let opposed = (third & empty).up::<8>() & board.pawns & board.them;
        let again = (third & empty.down::<8>()) | ((third & empty).up::<8>() & !opposed);
        // The squares that are lost when a piece of the other side arrives, or gained when it leaves.
        let mut reply_changes = Self {
            changes: BitSliced::sum(one, again),
            lines: [L::splat(0); 4],
            promoting: (east | west | one) & L::splat(RANK_8),
            opposed,
        };
        reply_changes.along::<A, EAST>(board, propagators, rays);
        reply_changes.along::<A, WEST>(board, propagators, rays);
        reply_changes.along::<A, NORTH>(board, propagators, rays);
        reply_changes.along::<A, SOUTH>(board, propagators, rays);
        if A::DIRECTIONS == 8 {
            reply_changes.along::<A, NORTH_EAST>(board, propagators, rays);
            reply_changes.along::<A, SOUTH_WEST>(board, propagators, rays);
            reply_changes.along::<A, NORTH_WEST>(board, propagators, rays);
            reply_changes.along::<A, SOUTH_EAST>(board, propagators, rays);
        }
        // A piece that arrives on a square attacked by a pawn can be captured.
        reply_changes.changes.subtract(east, west);
        if reply_changes.promoting.is_any() {
            reply_changes.promotions(one, [east, west]);
        }
        reply_changes.changes.negate(empty);
        // A piece that goes from one of the two squares before a pawn to the other changes less than the sum of both.
        let files = &mut reply_changes.lines[1];
        *files = *files | ((one | third.up::<8>()) & board.them & !board.pawns);
        reply_changes
    }

    /// On the last rank, a pawn move is four moves, and one was added already.
    #[inline(always)]
    fn promotions(&mut self, one: L, [east, west]: [L; 2]) {
        // The step less the captures is a number from -2 to 1. It is negative if the captures and the missing step are at least
        // two.
        let [even, negative] = L::full_adder(east, west, !one);
        let last = L::splat(RANK_8);
        let (odd, negative) = (last & !even, last & negative);
        self.changes.add_signed([odd, negative, negative]);
        self.changes.add_signed([L::splat(0), odd, negative]);
    }

    /// Adds the changes along the rays in one direction. The direction is a constant, so that nothing is computed for the
    /// others.
    #[inline(always)]
    fn along<A: Axes, const DIRECTION: usize>(
        &mut self,
        board: &Board<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) {
        let ray = rays[DIRECTION] & !board.own;
        if ray.is_any() {
            let hits = ray & board.them;
            self.lines[DIRECTION / 2] = self.lines[DIRECTION / 2] | hits;
            let grown = propagators.ray(hits, DIRECTION) & !board.own;
            let mut beyond = run_lengths(ray | grown, !board.occupied, DIRECTION);
            for bit in &mut beyond {
                *bit = *bit & ray;
            }
            self.changes.add(beyond);
        }
    }
}
