//! Positions in lanes: the columns that are counted on sets.

use passant_count::{Column, Tally};

use crate::axes::{Axes, KingView, Propagators};
use crate::lanes::{
    EAST, Lanes, Lines, NORTH, NORTH_EAST, NORTH_WEST, Rays, SOUTH, WEST, add_per_square,
    count_per_square, union_of_directions,
};
use crate::planes::{Castlings, RANK_6, RANK_8};
use crate::setwise::{Board, LaneCheckInfo, PawnMoves, castling_lanes, union};

/// Castlings and en passant captures take away the mobility of fewer pieces than this, apart from pieces that may be
/// pinned: castling may block two pawns, an en passant capture removes one piece and blocks another.
const ENOUGH_MOBILE_PIECES: u64 = 3;

/// Any other move takes away the mobility of fewer pieces than this: it removes one piece or blocks one.
const ENOUGH_IN_MOST_POSITIONS: u64 = 2;

/// The limit in most positions if lines are not examined: a move opens one line to the king, because it leaves one
/// square.
const ENOUGH_UNSEEN_PIECES: u64 = 3;

/// The limit in other positions if lines are not examined: castling and en passant captures open two more lines. A pawn
/// that captures and promotes removes one piece and opens its file; the new piece pins one piece and blocks another.
const ENOUGH_UNSEEN_PIECES_IF_SPECIAL: u64 = 5;

/// Positions in lanes, with the rays, pins and pawn moves that several questions need.
pub(crate) struct Group<L: Lanes, A> {
    pub(crate) board: Board<L>,
    pub(crate) propagators: Propagators<L, A>,
    pub(crate) check_info: LaneCheckInfo<L>,
    /// The squares that the sliders of the side to move reach within their pins.
    pub(crate) rays: Rays<L>,
    /// The squares that the enemy king sees.
    pub(crate) their_king_lines: Lines<L>,
    pub(crate) pawns: PawnMoves<L>,
    /// The squares around the king of the side to move.
    pub(crate) king_ring: L,
    /// The squares to which the unpinned knights of the side to move jump.
    pub(crate) jumps: [L; 8],
    /// All squares on which pawns promote: after a step, a capture to the east and a capture to the west.
    pub(crate) last: [L; 3],
    /// The lanes with promotions.
    pub(crate) promoting_lanes: u32,
    /// The lanes with en passant captures that are not counted, which may be illegal.
    pub(crate) en_passant_lanes: u32,
    /// The lanes in which each castling is legal, kingside first.
    pub(crate) castling_lanes: [u32; 2],
    /// The squares on which pieces other than the king may arrive.
    pub(crate) targets: L,
}

impl<L: Lanes, A: Axes> Group<L, A> {
    #[inline(always)]
    pub(crate) fn of(board: Board<L>, king_view: &KingView<L>, castlings: &Castlings) -> Self {
        let propagators = Propagators::<L, A>::of(board.occupied);
        let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
        let check_info = LaneCheckInfo::of(&board, king_view, &propagators);
        let sliders = check_info.free_sliders(orthogonal, diagonal);
        let pawns = PawnMoves::of(&board, &check_info);
        let rank = L::splat(RANK_8);
        let mut jumps = [L::splat(0); 8];
        if may_have_knights::<L, A>(&board) {
            jumps = L::knight_targets(board.knights & board.own & check_info.unpinned);
        }
        Self {
            rays: propagators.rays(sliders),
            their_king_lines: propagators.lines([board.kings & board.them; 4]),
            last: [pawns.one & rank, pawns.east & rank, pawns.west & rank],
            promoting_lanes: ((pawns.one | pawns.east | pawns.west) & rank).occupied_lanes(),
            en_passant_lanes: (board.rights & L::splat(RANK_6)).occupied_lanes(),
            pawns,
            king_ring: king_view.ring,
            jumps,
            castling_lanes: [
                castling_lanes(&board, &check_info, &castlings.kingside),
                castling_lanes(&board, &check_info, &castlings.queenside),
            ],
            targets: !board.own & check_info.answers,
            board,
            propagators,
            check_info,
        }
    }

    /// The squares that the queens of the side to move reach within their pins.
    #[inline(always)]
    pub(super) fn queen_rays(&self) -> Rays<L> {
        self.propagators.rays(self.free_queens())
    }

    /// The same, both directions of an axis together.
    #[inline(always)]
    pub(super) fn queen_lines(&self) -> Lines<L> {
        self.propagators.lines(self.free_queens())
    }

    /// The queens that their pins let move along each axis.
    #[inline(always)]
    fn free_queens(&self) -> Lines<L> {
        let board = &self.board;
        let queens = board.orthogonal & board.diagonal & board.own;
        self.check_info.free_sliders(queens, queens)
    }

    /// The squares that the side to move attacks. `all` are the lines of all its sliders.
    #[inline(always)]
    pub(crate) fn attacks(&self, all: &Lines<L>) -> L {
        let board = &self.board;
        let pawns = board.pawns & board.own;
        let mut jumps = union_of_directions(&self.jumps);
        let pinned = board.knights & board.own & !self.check_info.unpinned;
        if pinned.is_any() {
            jumps = jumps | L::knight_attacks(pinned);
        }
        let pawn_attacks = pawns.step(NORTH_EAST) | pawns.step(NORTH_WEST);
        union(all) | jumps | self.king_ring | pawn_attacks
    }

    /// Counts the columns that do not depend on single moves.
    #[inline(always)]
    pub(crate) fn count(&self, sums: &mut ColumnSums<L>) {
        let (board, check_info, pawns) = (&self.board, &self.check_info, &self.pawns);
        let captures = self.targets & board.them;
        let king = self.king_ring & !board.own & !check_info.danger;
        let mut nodes = king.size();
        let mut taken = (king & board.them).size();
        let rays = count_per_square(self.rays);
        let bits = if may_have_knights::<L, A>(board) {
            add_per_square(count_per_square(self.jumps), rays)
        } else {
            [rays[0], rays[1], rays[2], rays[3], L::splat(0)]
        };
        nodes = nodes.plus(number_of(bits, self.targets));
        taken = taken.plus(number_of(bits, captures));
        let two = pawns.two.size();
        let by_pawns = pawns.east.size().plus(pawns.west.size());
        nodes = nodes.plus(pawns.one.size()).plus(two).plus(by_pawns);
        taken = taken.plus(by_pawns);
        sums.double_pushes = sums.double_pushes.plus(two);
        if self.promoting_lanes != 0 {
            let [one, east, west] = self.last;
            let by_taking = east.size().plus(west.size());
            let all = by_taking.plus(one.size());
            // Each promotion was counted once already.
            nodes = nodes.plus(all).plus(all).plus(all);
            taken = taken.plus(by_taking).plus(by_taking).plus(by_taking);
            sums.promotions = sums.promotions.plus(all).plus(all).plus(all).plus(all);
        }
        for lanes in self.castling_lanes {
            sums.castles += u64::from(lanes.count_ones());
        }
        sums.nodes = sums.nodes.plus(nodes);
        sums.captures = sums.captures.plus(taken);
    }

    /// Counts the plain en passant captures, and takes their lanes from those with en passant captures.
    ///
    /// A capture is legal and is no evasion if the king is neither in check nor sees one of the two pawns that leave their squares.
    /// It gives no check if the enemy king does not see them either, and the pawn does not arrive on a square in `attacking`, from
    /// where it attacks that king. The lanes in `unsure` are left alone.
    #[inline(always)]
    pub(super) fn count_en_passant(
        &mut self,
        unsure: u32,
        [seen, attacking]: [L; 2],
        sums: &mut ColumnSums<L>,
    ) {
        let (board, check_info) = (&self.board, &self.check_info);
        let target = board.rights & L::splat(RANK_6);
        let victim = target.down::<8>();
        let capturers = (victim.step(EAST) | victim.step(WEST)) & board.pawns & board.own;
        let seen = (union(&check_info.king_lines) | seen) & (victim | capturers);
        let check = board.kings & board.own & check_info.danger;
        let left = unsure | (seen | check | (target & attacking)).occupied_lanes();
        let plain = capturers.only(!left).size();
        sums.en_passant = sums.en_passant.plus(plain);
        self.en_passant_lanes &= left;
    }

    /// The lanes in which so few enemy pieces can move that some move might give stalemate.
    ///
    /// The first piece on each line from the enemy king could be pinned by a slider of the side to move, which may also be
    /// a pawn that promotes. It is not counted, unless a pinned piece of its kind can move along the line: a queen, a rook
    /// on a rank or file, a bishop on a diagonal, a pawn on a file. The pieces behind it cannot be pinned: if the first
    /// piece is captured, the capturer stands in its place, except after en passant captures.
    #[inline(always)]
    pub(crate) fn lanes_with_few_mobile_pieces(&self) -> u32 {
        let board = &self.board;
        // Cheaper tests come first: pieces that their king does not see can be pinned only if a line opens.
        let (capturing, promoting) = (self.en_passant_lanes, self.promoting_lanes);
        let special = capturing | self.castling_lanes[0] | self.castling_lanes[1];
        let seen = union(&self.their_king_lines);
        let several_lines = special | promoting;
        let too_few = |unseen: L| {
            let number = unseen.size();
            lanes_below(number, ENOUGH_UNSEEN_PIECES)
                | (lanes_below(number, ENOUGH_UNSEEN_PIECES_IF_SPECIAL) & several_lines)
        };
        let pawns = board.pawns & board.them & (!board.occupied).up::<8>();
        if too_few(pawns & !seen) == 0 {
            return 0;
        }
        let sure = self.lanes_with_a_mobile_rook();
        // Lanes without a position have no king.
        let used = (board.kings & board.own).occupied_lanes() & !sure;
        if used == 0 {
            return 0;
        }
        // A slider can move if it can take one step, a knight if it can jump, a pawn if the square before it is empty.
        let open = !board.them;
        let beside = open.step(0) | open.step(1) | open.step(2) | open.step(3);
        let aslant = open.step(4) | open.step(5) | open.step(6) | open.step(7);
        let rooks = board.orthogonal & beside & board.them;
        let bishops = board.diagonal & aslant & board.them;
        let knights = board.knights & L::knight_attacks(open) & board.them;
        if too_few((pawns | rooks | bishops | knights) & !seen) == 0 {
            return 0;
        }
        let king = board.kings & board.them;
        let stays = king | board.them.only(!capturing);
        // All lines are needed, because a promotion may put the first bishop or queen on the board.
        let [rank, file, rising, falling] = L::lines(&L::propagators(stays), [king; 4]);
        let orthogonal = (board.orthogonal & board.own).occupied_lanes() | promoting;
        let diagonal = (board.diagonal & board.own).occupied_lanes() | promoting;
        let (rank, straight) = (rank.only(orthogonal), (rank | file).only(orthogonal));
        let slant = (rising | falling).only(diagonal);
        let pawns = pawns & !(rank | slant);
        let few = lanes_below(pawns.size(), ENOUGH_MOBILE_PIECES);
        if few == 0 {
            return 0;
        }
        let rooks = rooks & (board.diagonal | !slant);
        let bishops = bishops & (board.orthogonal | !straight);
        let knights = knights & !(straight | slant);
        let mobile = (pawns | rooks | bishops | knights).size();
        let too_few = lanes_below(mobile, ENOUGH_IN_MOST_POSITIONS)
            | (lanes_below(mobile, ENOUGH_MOBILE_PIECES) & special);
        few & used & too_few
    }

    /// Returns the lanes in which an enemy rook can move after each move that gives no check: it can take a step, and it is not
    /// captured. None if there is a bishop or a queen.
    ///
    /// After the move, no piece of its own side stands there either. If the rook is pinned, it moves along the line. Only a pawn
    /// that promotes could pin it along a diagonal.
    #[inline(always)]
    fn lanes_with_a_mobile_rook(&self) -> u32 {
        if A::DIRECTIONS == 8 {
            return 0;
        }
        let (board, pawns) = (&self.board, &self.pawns);
        let open = !board.them;
        let beside = open.step(EAST) | open.step(WEST) | open.step(NORTH) | open.step(SOUTH);
        let [east, west, north, south, ..] = self.rays;
        let reached = east | west | north | south | pawns.east | pawns.west;
        let captured = reached | union_of_directions(&self.jumps) | self.king_ring;
        let rooks = board.orthogonal & board.them & beside & !captured;
        rooks.occupied_lanes() & !self.promoting_lanes
    }
}

/// Tells whether the side to move may have knights. Most positions do, but not most endings without bishops and queens.
#[inline(always)]
fn may_have_knights<L: Lanes, A: Axes>(board: &Board<L>) -> bool {
    A::DIRECTIONS == 8 || (board.knights & board.own).is_any()
}

/// The number of moves to some squares, given the number of moves to each square as five bits.
#[inline(always)]
fn number_of<L: Lanes>(bits: [L; 5], targets: L) -> L {
    let [ones, twos, fours, eights, sixteens] = bits;
    let mut number = (fours & targets).size();
    if (eights | sixteens).is_any() {
        let sixteens = (sixteens & targets).size();
        let eights = (eights & targets).size().plus(sixteens).plus(sixteens);
        number = number.plus(eights).plus(eights);
    }
    for bit in [twos, ones] {
        number = number.plus(number).plus((bit & targets).size());
    }
    number
}

/// The lanes whose number is below a limit.
#[inline(always)]
pub(super) fn lanes_below<L: Lanes>(numbers: L, limit: u64) -> u32 {
    // The numbers are small, so adding 64 - limit sets bit 6 or higher exactly if the limit is reached.
    let reached = numbers.plus(L::splat(64 - limit)) & L::splat(!63);
    !reached.occupied_lanes() & ((1 << L::NUMBER) - 1)
}

/// The sums of columns, lane by lane.
pub(crate) struct ColumnSums<L> {
    /// All moves except castlings and en passant captures.
    pub(crate) nodes: L,
    pub(crate) captures: L,
    pub(crate) promotions: L,
    pub(crate) double_pushes: L,
    pub(crate) en_passant: L,
    pub(crate) direct_checks: L,
    /// The castlings in all lanes.
    pub(crate) castles: u64,
}

impl<L: Lanes> ColumnSums<L> {
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        let none = L::splat(0);
        Self {
            nodes: none,
            captures: none,
            promotions: none,
            double_pushes: none,
            en_passant: none,
            direct_checks: none,
            castles: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn add_to(&self, tally: &mut Tally) {
        let en_passant = self.en_passant.total();
        let nodes = self.nodes.total() + self.castles + en_passant;
        tally.add(Column::Nodes, nodes);
        tally.add(Column::Captures, self.captures.total() + en_passant);
        tally.add(Column::EnPassant, en_passant);
        tally.add(Column::Castles, self.castles);
        tally.add(Column::Promotions, self.promotions.total());
        tally.add(Column::DoublePushes, self.double_pushes.total());
        tally.add(Column::DirectChecks, self.direct_checks.total());
    }
}
