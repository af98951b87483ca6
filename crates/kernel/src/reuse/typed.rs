//! Counts the replies to many children by kind, without making the children.
//!
//! | column | how it is known |
//! | --- | --- |
//! | nodes | corrected, as in plain counts; also where two sliders face each other ([`facing`](super::facing)) |
//! | captures, double pushes | corrected by what the two squares of the move change ([`move_columns`](super::move_columns)), captures also where two sliders face each other |
//! | promotions, castles | as after a null move; moves that change them are made |
//! | en passant, refused or not | none; a double push beside an enemy pawn is made |
//! | direct checks that are not mate | as after a null move ([`known_checks`](super::known_checks)); where a piece lets others give check by leaving, counted without it ([`opened_checks`](super::opened_checks)); other moves that change them ([`check_sensitive`](super::check_sensitive)) are made |
//! | mates, other checks, stalemates | none; where they are possible, all moves are made |
//!
//! So the tally of such a child is that of the null move, with corrections that belong to the two squares of the move.
//!
//! ```text
//!   . . . . . k . .     White to move. After a null move, Black has one capture, Bb4xd2. After Nd2-f3 it has
//!   . . . . . . . .     none: one less on d2, and nothing stands beyond it. After Ra1-a4 it has two: the rook
//!   . . . . . . . .     can be captured by the pawn on b5.
//!   . p . . . . . .
//!   . b . . . . . .
//!   . . . . . . . .
//!   . . . N . . . .
//!   R . . . . . . K
//! ```

use core::ops::Range;

use passant_count::{Column, Tally};

use super::known_checks::KnownChecks;
use super::move_columns::{captures, double_pushes, promotion_squares};
use super::opened_checks::{CheckingSide, ParentChecks};
use super::reply_info::{ReplyInfo, Typed, Unknown, en_passant_lanes};
use super::sorted::sort_moves;
use crate::axes::{Axes, EveryLine, KingView, NoDiagonal};
use crate::batch::{Batch, Parents};
use crate::lanes::{Lanes, MOST_LANES};
use crate::planes::{Castlings, Planes};
use crate::setwise::Board;
use crate::sliders::Sliders;
use crate::tally::{ColumnSums, Group};

/// The number of columns that are corrected.
const CORRECTED: usize = 3;

/// The facts about the replies in several parents, and the columns of the replies after a null move.
pub(crate) struct TypedReplyInfo {
    reply_info: ReplyInfo<CORRECTED>,
    captures: [u64; MOST_LANES],
    promotions: [u64; MOST_LANES],
    double_pushes: [u64; MOST_LANES],
    castles: [u64; MOST_LANES],
    checks: KnownChecks,
}

impl TypedReplyInfo {
    /// Tells whether the parent in a lane is in check, and a null move is illegal.
    #[inline(always)]
    pub(crate) fn is_in_check(&self, lane: usize) -> bool {
        self.reply_info.of_lane(lane).is_none()
    }

    /// Examines the parents from `at` on; `castlings` are those of the side to move, then those of the side that
    /// replies.
    #[inline(always)]
    pub(crate) fn of<L: Lanes>(
        parents: &Batch,
        at: usize,
        castlings: [&Castlings; 2],
        checks: &KnownChecks,
    ) -> Self {
        let board = Board::<L>::load_turned(parents, at);
        let en_passant = en_passant_lanes::<L>(parents, at);
        if board.diagonal.is_any() {
            Self::along::<L, EveryLine>(board, castlings, en_passant, checks)
        } else {
            Self::along::<L, NoDiagonal>(board, castlings, en_passant, checks)
        }
    }

    #[inline(always)]
    fn along<L: Lanes, A: Axes>(
        board: Board<L>,
        castlings: [&Castlings; 2],
        en_passant: u32,
        checks: &KnownChecks,
    ) -> Self {
        let king_view = KingView::of(board.king());
        let group = Group::<L, A>::of(board, &king_view, castlings[1]);
        let promoting = promotion_squares(&group);
        let opening = L::load(&checks.opening, 0);
        let typed = Typed {
            changes: [captures(&group), double_pushes(&group)],
            unknown: Unknown {
                from: promoting
                    | L::load(&checks.frozen, 0)
                    | (opening & (board.pawns | board.kings)),
                to: promoting | L::load(&checks.to, 0),
            },
            opening,
        };
        let mut sums = ColumnSums::<L>::zero();
        group.count(&mut sums);
        let mut castles = L::splat(0);
        for lanes in group.castling_lanes {
            castles = castles.plus(L::splat(1).only(lanes));
        }
        Self {
            reply_info: ReplyInfo::along::<L, A>(&board, castlings, en_passant, Some(&typed)),
            captures: sums.captures.to_array(),
            promotions: sums.promotions.to_array(),
            double_pushes: sums.double_pushes.to_array(),
            castles: castles.to_array(),
            checks: *checks,
        }
    }
}

/// Adds the replies to the children of some parents to a tally, except for those children that it appends to a batch. It stops
/// at a parent in check, and when the batch is full. Returns the lane where it stopped. `checks_after` is the function of that
/// name.
#[inline(always)]
pub(crate) fn tally_children<L: Lanes>(
    sliders: impl Sliders,
    parents: &Parents<'_>,
    typed: &TypedReplyInfo,
    castlings: &Castlings,
    children: &mut Batch,
    tally: &mut Tally,
    checks_after: impl Fn(&Planes, CheckingSide) -> Option<[u64; 2]>,
) -> usize {
    let Range { start, end } = parents.lanes;
    for lane in start..end {
        match typed.reply_info.of_lane(lane) {
            Some(reply_info) if !children.is_full() => {
                let parent = parents.get(lane);
                let opened = ParentChecks {
                    checks_after: &checks_after,
                    parent: &parent,
                    opening: typed.checks.opening[lane],
                    replies: CheckingSide {
                        special: typed.checks.special[lane],
                        pinned: typed.checks.pinned[lane],
                    },
                    number: typed.checks.number[lane],
                };
                let (number, [nodes, captures, double_pushes], checks) = sort_moves::<L, CORRECTED>(
                    sliders,
                    &parent,
                    reply_info,
                    castlings,
                    children,
                    opened,
                    reply_info.sums_so_far(),
                );
                let known = |replies: u64, change: u64| (number * replies).wrapping_add(change);
                for (column, replies) in [
                    (Column::Nodes, nodes),
                    (Column::Captures, known(typed.captures[lane], captures)),
                    (
                        Column::DoublePushes,
                        known(typed.double_pushes[lane], double_pushes),
                    ),
                    (Column::Promotions, known(typed.promotions[lane], 0)),
                    (Column::Castles, known(typed.castles[lane], 0)),
                    (
                        Column::DirectChecks,
                        known(typed.checks.number[lane], checks),
                    ),
                ] {
                    tally.add(column, replies);
                }
            }
            _ => return lane,
        }
    }
    end
}
