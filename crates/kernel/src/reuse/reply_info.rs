//! The facts on which the number of replies to a quiet move depends.
//!
//! The board is turned over: `own` is the side that replies, and it plays up the board. One piece of `them` makes the
//! quiet move; it leaves one square and enters another.

use super::bit_sliced::{BITS, BitSliced, WIDTHS};
use super::captures;
use super::king_sensitive::{KingSensitive, ParentCheckInfo};
use super::known_moves::{
    BISHOP, Counted, KINDS, KING, KNIGHT, KnownMoves, PAWN, QUEEN, ROOK, kind,
};
use super::reply_changes::ReplyChanges;
use crate::attacks::{LINES, square};
use crate::axes::{Axes, EveryLine, KingView, NoDiagonal, Propagators};
use crate::batch::Batch;
use crate::generate;
use crate::lanes::Lanes;
use crate::planes::{Castling, Castlings, Code, RANK_6};
use crate::setwise::{Board, LaneCheckInfo, count_moves_given, free, union};

/// The facts about the replies in several parents, one in each lane, seen by the side that makes the quiet move.
///
/// `N` is the number of columns that are corrected: the number of replies, and for typed counts its captures and double pushes.
pub(crate) struct ReplyInfo<const N: usize> {
    pub(super) in_check: u32,
    /// The parents that are in check, or have moves that are not counted already.
    pub(super) unfinished: u32,
    /// The number of replies after a null move.
    replies: [u64; 8],
    /// The number of moves that are counted already, if there are further columns.
    number: [u64; 8],
    /// The sum of the replies to these moves; then, for each further column, the sum of the differences between the replies to them
    /// and the replies to a null move, modulo 2^64.
    change: [[u64; 8]; N],
    /// The pieces of which no move is counted already.
    single: [u64; 8],
    /// The other pieces that may have a move that is not counted.
    left: [u64; 8],
    /// The pieces whose moves all have unknown replies.
    frozen: [u64; 8],
    /// For each type of piece, the squares that it may not enter if the replies are to be known.
    closed: [[u64; 8]; KINDS],
    /// For each column, the bits of the numbers by which leaving or entering a square changes it.
    changes: [[[u64; 8]; BITS]; N],
    lines: [[u64; 8]; 4],
    /// The targets of counted captures by pawns, toward the h-file and toward the a-file.
    captures: [[u64; 8]; 2],
    danger: [u64; 8],
    pinned: [u64; 8],
}

/// The facts about the replies in one parent.
#[derive(Clone, Copy)]
pub(crate) struct LaneReplyInfo<'a, const N: usize> {
    reply_info: &'a ReplyInfo<N>,
    lane: usize,
    /// The number of replies after a null move.
    pub(crate) replies: u64,
}

impl<const N: usize> LaneReplyInfo<'_, N> {
    /// The number of moves that are counted already, and the sums of their replies and of the changes in the further columns.
    #[inline(always)]
    pub(crate) fn sums_so_far(&self) -> (u64, [u64; N]) {
        let mut change = [0; N];
        for (sum, words) in change.iter_mut().zip(&self.reply_info.change) {
            *sum = words[self.lane];
        }
        (self.reply_info.number[self.lane], change)
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

    /// The squares that a piece of this code may not enter if the number of replies is to be known.
    #[inline(always)]
    pub(super) fn closed(&self, code: Code) -> u64 {
        self.reply_info.closed[kind(code)][self.lane]
    }

    /// Tells whether moves along an axis from a square, if the piece there may leave it, have other replies than leaving and
    /// entering apart.
    #[inline(always)]
    pub(super) fn is_on_line(&self, from: u64, axis: usize) -> bool {
        let lines = &self.reply_info.lines[axis];
        lines[self.lane] & !self.reply_info.frozen[self.lane] & from != 0
    }

    /// Returns the squares that castling leaves or enters, if its changes are known: the sums for these squares. A square that
    /// king and rook leave and enter stays occupied.
    ///
    /// No slider of the other side sees two of these squares: along the rank, it would give check or pin the rook.
    #[inline(always)]
    pub(super) fn castling_squares(&self, castling: &Castling) -> Option<u64> {
        let (reply_info, lane) = (self.reply_info, self.lane);
        let from = castling.king | castling.rook;
        let to = castling.king_to | castling.rook_to;
        let is_known = reply_info.frozen[lane] & from == 0
            && reply_info.closed[KING][lane] & castling.king_to == 0
            && reply_info.closed[ROOK][lane] & castling.rook_to == 0;
        is_known.then_some(from ^ to)
    }

    /// The targets of pawn moves of `step` squares after which the number of replies is known.
    #[inline(always)]
    pub(super) fn known_pushes(&self, step: u32) -> u64 {
        let (reply_info, lane) = (self.reply_info, self.lane);
        let leaving = reply_info.frozen[lane] | reply_info.lines[1][lane];
        !(reply_info.closed[PAWN][lane] | (leaving << step))
    }

    /// Tells whether the number of replies is known when a pawn promotes to a piece of this code, with a step of this many squares.
    ///
    /// The new piece also attacks what lies behind the square that the pawn leaves. Nothing there matters if the replying king
    /// and the squares around it do not see that square.
    #[inline(always)]
    pub(super) fn knows_promotion(&self, code: Code, [from, to]: [u64; 2], step: u32) -> bool {
        let (reply_info, lane) = (self.reply_info, self.lane);
        let axis = match step {
            8 => 1,
            9 => 2,
            _ => 3,
        };
        let entering = reply_info.closed[kind(code)][lane];
        let leaving = reply_info.frozen[lane]
            | reply_info.lines[axis][lane]
            | reply_info.closed[ROOK][lane]
            | entering;
        from & leaving == 0 && to & entering == 0
    }

    /// The targets of counted captures by pawns with a step of this many squares.
    #[inline(always)]
    pub(super) fn known_captures(&self, step: u32) -> u64 {
        self.reply_info.captures[usize::from(step == 7)][self.lane]
    }

    /// Returns, for each column, the sum of the changes when each of some squares is left or entered.
    #[inline(always)]
    pub(super) fn changes(&self, squares: u64) -> [i64; N] {
        let mut changes = [0; N];
        let columns = changes.iter_mut().zip(&self.reply_info.changes);
        for (index, (change, bits)) in columns.enumerate() {
            let width = WIDTHS[index];
            for (bit, words) in bits[..width].iter().enumerate() {
                let weight = if bit + 1 == width {
                    -(1 << bit)
                } else {
                    1 << bit
                };
                *change += weight * i64::from((words[self.lane] & squares).count_ones());
            }
        }
        changes
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

/// The facts that typed counts need beyond the number of replies.
pub(super) struct Typed<L> {
    /// By how much leaving or entering each square changes the columns after the first one.
    pub(super) changes: [BitSliced<L>; 2],
    /// The squares where leaving or entering might change other columns.
    pub(super) unknown: Unknown<L>,
    /// The pieces whose moves are looked at one by one.
    pub(super) opening: L,
}

/// Squares where a move changes something that is not corrected: if it leaves one, and if it enters one.
#[derive(Clone, Copy)]
pub(super) struct Unknown<L> {
    pub(super) from: L,
    pub(super) to: L,
}

impl ReplyInfo<1> {
    /// Examines the parents from `at` on; `castlings` are those of the side to move, then those of the side that
    /// replies.
    #[inline(always)]
    pub(crate) fn of<L: Lanes>(parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> Self {
        let board = Board::<L>::load_turned(parents, at);
        let en_passant = en_passant_lanes::<L>(parents, at);
        if board.diagonal.is_any() {
            Self::along::<L, EveryLine>(&board, castlings, en_passant, None)
        } else {
            Self::along::<L, NoDiagonal>(&board, castlings, en_passant, None)
        }
    }

    /// The sum of the replies to all moves that are counted already, in some of the parents.
    #[inline(always)]
    pub(super) fn replies_so_far<L: Lanes>(&self, lanes: u32) -> u64 {
        L::load(&self.change[0], 0).only(lanes).total()
    }
}

/// The parents in which an en passant capture may be possible.
#[inline(always)]
pub(super) fn en_passant_lanes<L: Lanes>(parents: &Batch, at: usize) -> u32 {
    (L::load(&parents.rights, at) & L::splat(RANK_6)).occupied_lanes()
}

impl<const N: usize> ReplyInfo<N> {
    /// Returns what is known about the parent in a lane; `None` if the parent is in check, because a null move is
    /// illegal then.
    #[inline(always)]
    pub(crate) fn of_lane(&self, lane: usize) -> Option<LaneReplyInfo<'_, N>> {
        (self.in_check & 1 << lane == 0).then(|| LaneReplyInfo {
            reply_info: self,
            lane,
            replies: self.replies[lane],
        })
    }

    /// Examines parents on a board that is turned over.
    #[inline(always)]
    pub(super) fn along<L: Lanes, A: Axes>(
        board: &Board<L>,
        [castlings, others]: [&Castlings; 2],
        en_passant: u32,
        typed: Option<&Typed<L>>,
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
        let mut frozen = sensitive.frozen(board);
        let mut closed = sensitive.to;
        for squares in &mut closed {
            *squares = *squares | uncounted;
        }
        if A::DIRECTIONS == 4 {
            // The lines of the first bishop or queen are not known.
            closed[BISHOP] = L::splat(u64::MAX);
            closed[QUEEN] = L::splat(u64::MAX);
        }
        let mut changes = [reply_changes.changes; N];
        let mut opening = L::splat(0);
        let attacked = board.own & check_info.danger & !uncounted;
        if L::KNOWS_CAPTURES && attacked.is_any() {
            let captures = captures::changes::<L, A>(board, &check_info, &rays, attacked);
            changes[0] = changes[0].replace(board.own, &captures);
        }
        if let Some(typed) = typed {
            for (changes, column) in changes[1..].iter_mut().zip(typed.changes) {
                *changes = column;
            }
            frozen = frozen | (typed.unknown.from & board.them);
            opening = typed.opening & board.them;
            for squares in &mut closed {
                *squares = *squares | typed.unknown.to;
            }
            // If a knight captures a knight, the capture back is lost twice: with the captured piece, and with the square that is
            // left.
            closed[KNIGHT] = closed[KNIGHT] | (board.knights & board.own);
        }
        let pawns = board.pawns & board.own;
        let known_moves = KnownMoves {
            board,
            free: free(&parent_info.pinned),
            pinned: union(&parent_info.pinned),
            danger: parent_info.danger,
            frozen,
            opening,
            closed,
            lines: reply_changes.lines,
            on_file: sensitive.on_file,
            opposed: reply_changes.opposed,
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
        known_moves: &KnownMoves<'_, L, N>,
        counted: &Counted<L, N>,
        replies: L,
        in_check: u32,
    ) -> Self {
        let [toward_h, toward_a] = counted.captures;
        let mut reply_info = Self {
            in_check,
            unfinished: in_check | (counted.left | counted.single).occupied_lanes(),
            replies: replies.to_array(),
            number: [0; 8],
            change: [[0; 8]; N],
            single: counted.single.turn_over().to_array(),
            left: counted.left.turn_over().to_array(),
            frozen: known_moves.frozen.turn_over().to_array(),
            closed: [[0; 8]; KINDS],
            changes: [[[0; 8]; BITS]; N],
            lines: [[0; 8]; 4],
            captures: [
                toward_h.turn_over().to_array(),
                toward_a.turn_over().to_array(),
            ],
            danger: known_moves.danger.turn_over().to_array(),
            pinned: known_moves.pinned.turn_over().to_array(),
        };
        for (words, change) in reply_info.change.iter_mut().zip(counted.change) {
            *words = change.to_array();
        }
        let number = counted.number.to_array();
        if N > 1 {
            reply_info.number = number;
        }
        let sums = reply_info.change[0].iter_mut().zip(&number);
        for ((sum, number), replies) in sums.zip(&reply_info.replies).take(L::NUMBER) {
            *sum = number.wrapping_mul(*replies).wrapping_add(*sum);
        }
        for (words, closed) in reply_info.closed.iter_mut().zip(known_moves.closed) {
            *words = closed.turn_over().to_array();
        }
        let columns = reply_info.changes.iter_mut().zip(known_moves.changes);
        for (index, (words, changes)) in columns.enumerate() {
            for (words, bit) in words[..WIDTHS[index]].iter_mut().zip(changes.bits) {
                *words = bit.turn_over().to_array();
            }
        }
        for axis in 0..4 {
            // On the board turned over, a diagonal is an antidiagonal.
            let turned = [0, 1, 3, 2][axis];
            reply_info.lines[turned] = known_moves.lines[axis].turn_over().to_array();
        }
        reply_info
    }
}
