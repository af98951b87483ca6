//! Positions in lanes: the columns that are counted on sets.

use super::sums::{ColumnSums, add_per_square, count_per_square};
use crate::kernel::axes::{Axes, Propagators};
use crate::kernel::lanes::{Lanes, Rays};
use crate::kernel::planes::{Castlings, RANK_6, RANK_8};
use crate::kernel::setwise::{Board, LaneCheckInfo, PawnMoves, count_castlings};

/// One move takes away the mobility of fewer pieces than this, if they cannot be pinned: castling may stand in the way of
/// two pawns, a capture en passant takes one piece and stands in the way of another.
const ENOUGH_MOBILE_MEN: u64 = 3;

/// Any other move takes one piece, or stands in the way of one.
const ENOUGH_IN_MOST_POSITIONS: u64 = 2;

/// If no line is checked, castling and captures en passant open two more lines. A pawn that captures and promotes takes
/// one piece and opens its file; the new piece pins one and stands in the way of another.
const ENOUGH_UNSEEN_PAWNS: u64 = 5;

/// Some positions, and what their sides do to each other.
pub(super) struct Group<L: Lanes, A> {
    pub(super) board: Board<L>,
    pub(super) propagators: Propagators<L, A>,
    pub(super) check_info: LaneCheckInfo<L>,
    /// What the sliders of the side to move reach within their pins.
    pub(super) rays: Rays<L>,
    /// What the king of the other side sees.
    pub(super) their_king_rays: Rays<L>,
    pub(super) pawns: PawnMoves<L>,
    /// Where pieces other than the king may arrive.
    pub(super) targets: L,
}

impl<L: Lanes, A: Axes> Group<L, A> {
    #[inline(always)]
    pub(super) fn of(board: Board<L>) -> Self {
        let propagators = Propagators::<L, A>::of(board.occupied);
        let check_info = LaneCheckInfo::of(&board, &propagators);
        let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
        let [ranks, files, rising, falling] = check_info.free;
        let sliders = [
            orthogonal & ranks,
            orthogonal & files,
            diagonal & rising,
            diagonal & falling,
        ];
        Self {
            rays: propagators.rays(sliders),
            their_king_rays: propagators.rays([board.kings & board.them; 4]),
            pawns: PawnMoves::of(&board, &check_info),
            targets: !board.own & check_info.answers,
            board,
            propagators,
            check_info,
        }
    }

    /// Counts what needs no look at single moves.
    #[inline(always)]
    pub(super) fn count(&self, castlings: &Castlings, sums: &mut ColumnSums<L>) {
        let (board, check_info, pawns) = (&self.board, &self.check_info, &self.pawns);
        let captures = self.targets & board.them;
        let king = L::king_ring(board.kings & board.own) & !board.own & !check_info.danger;
        let knights = board.knights & board.own & check_info.unpinned;
        let mut nodes = king.size();
        let mut taken = (king & board.them).size();
        let jumps = count_per_square(L::knight_targets(knights));
        let bits = add_per_square(jumps, count_per_square(self.rays));
        for ((bit, moves), captured) in bits.into_iter().zip(&mut sums.moves).zip(&mut sums.taken) {
            *moves = moves.plus((bit & self.targets).size());
            *captured = captured.plus((bit & captures).size());
        }
        for set in [pawns.one, pawns.two] {
            nodes = nodes.plus(set.size());
        }
        for set in [pawns.east, pawns.west] {
            nodes = nodes.plus(set.size());
            taken = taken.plus(set.size());
        }
        sums.double_pushes = sums.double_pushes.plus(pawns.two.size());
        let last = L::splat(RANK_8);
        if ((pawns.one | pawns.east | pawns.west) & last).is_any() {
            let by_taking = (pawns.east & last).size().plus((pawns.west & last).size());
            let all = by_taking.plus((pawns.one & last).size());
            // Each was counted once.
            nodes = nodes.plus(all).plus(all).plus(all);
            taken = taken.plus(by_taking).plus(by_taking).plus(by_taking);
            sums.promotions = sums.promotions.plus(all).plus(all).plus(all).plus(all);
        }
        let castles = count_castlings(board, check_info, castlings, L::splat(0));
        sums.castles = sums.castles.plus(castles);
        sums.nodes = sums.nodes.plus(nodes).plus(castles);
        sums.captures = sums.captures.plus(taken);
    }

    /// The lanes in which so few pieces of the other side can move that it might be stalemate after some move.
    ///
    /// The first piece on each line from their king is left out, for it could be pinned. Those behind it cannot: if it is
    /// captured, the capturer stands there instead, but for captures en passant.
    #[inline(always)]
    pub(super) fn few_mobile_men(&self, castlings: &Castlings) -> u32 {
        let board = &self.board;
        // First a cheaper question: pieces that their king does not see are only pinned if a line opens.
        let mut seen = L::splat(0);
        for ray in self.their_king_rays {
            seen = seen | ray;
        }
        let pawns = board.pawns & board.them & !seen & (!board.occupied).up::<8>();
        if lanes_below(pawns.size(), ENOUGH_UNSEEN_PAWNS) == 0 {
            return 0;
        }
        let king = board.kings & board.them;
        let capturing = (board.rights & L::splat(RANK_6)).occupied_lanes();
        let stays = king | board.them.only(!capturing);
        let mut lines = L::splat(0);
        // All lines: the move may have put a bishop or queen on a board without any.
        for ray in L::rays(&L::propagators(stays), [king; 4]) {
            lines = lines | ray;
        }
        let pieces = board.them & !lines;
        // A slider moves if it can take a step, a knight if it can jump, a pawn if the square before it is empty.
        let pawns = board.pawns & pieces & (!board.occupied).up::<8>();
        let few = lanes_below(pawns.size(), ENOUGH_MOBILE_MEN);
        if few == 0 {
            return 0;
        }
        let open = !board.them;
        let beside = open.step(0) | open.step(1) | open.step(2) | open.step(3);
        let aslant = open.step(4) | open.step(5) | open.step(6) | open.step(7);
        let non_pawns = (board.orthogonal & beside)
            | (board.diagonal & aslant)
            | (board.knights & L::knight_attacks(open));
        let mobile = (pawns | (non_pawns & pieces)).size();
        let special = if castlings.kingside.rook | castlings.queenside.rook != 0 {
            u32::MAX
        } else {
            capturing
        };
        let too_few = lanes_below(mobile, ENOUGH_IN_MOST_POSITIONS)
            | (lanes_below(mobile, ENOUGH_MOBILE_MEN) & special);
        // Lanes without a position have no king.
        let used = (board.kings & board.own).occupied_lanes();
        few & used & too_few
    }
}

/// The lanes whose number is less than a limit.
#[inline(always)]
fn lanes_below<L: Lanes>(numbers: L, limit: u64) -> u32 {
    // Numbers are small: adding what is missing to 64 sets bit 6 or more from the limit on.
    let reached = numbers.plus(L::splat(64 - limit)) & L::splat(!63);
    !reached.occupied_lanes() & ((1 << L::NUMBER) - 1)
}
