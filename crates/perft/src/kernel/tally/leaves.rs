//! The columns that are counted on sets, and where to look for the others.

use super::super::axes::{Axes, EveryLine, NoDiagonal, Roads};
use super::super::batch::Batch;
use super::super::lanes::{Lanes, Rays};
use super::super::planes::{RANK_6, RANK_8, Wings};
use super::super::setwise::{Board, PawnMoves, Restraints, castlings};
use super::super::sliders::Sliders;
use super::Children;
use super::en_passant::tally_en_passant;
use super::suspects::Suspects;
use super::suspicions::Suspicions;
use crate::{Column, Tally};

/// One move takes away the mobility of fewer men than this, if they cannot be pinned: castling may stand in the way of
/// two pawns, a capture en passant takes one man and stands in the way of another.
const ENOUGH_MOBILE_MEN: u64 = 3;

/// Any other move takes one man, or stands in the way of one.
const ENOUGH_IN_MOST_POSITIONS: u64 = 2;

/// If no line is checked, castling and captures en passant open two more lines. A pawn that captures and promotes takes
/// one man and opens its file; the new man pins one and stands in the way of another.
const ENOUGH_UNSEEN_PAWNS: u64 = 5;

/// Adds the moves of the first `number` positions of a batch to a tally, but for those that are left in `children`.
///
/// `wings` are the castlings of the side to move, and of the other.
#[inline(always)]
pub(in crate::kernel) fn tally<L: Lanes>(
    sliders: impl Sliders,
    batch: &Batch,
    number: usize,
    wings: [&Wings; 2],
    children: &mut Children,
    tally: &mut Tally,
) {
    let mut sums = Sums::<L>::zero();
    let mut checks = 0;
    let mut at = 0;
    while at < number {
        let board = Board::<L>::load(batch, at);
        let suspicions = if board.slant.is_any() {
            count_along::<L, EveryLine>(board, wings[0], &mut sums)
        } else {
            count_along::<L, NoDiagonal>(board, wings[0], &mut sums)
        };
        let mut lanes = suspicions.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let planes = batch.get(at + lane);
            if planes.rights & RANK_6 != 0 {
                tally_en_passant(sliders, &planes, tally);
            }
            let mut suspects = Suspects {
                sliders,
                parent: &planes,
                suspicion: suspicions.of_lane(lane),
                children,
            };
            checks += suspects.look(wings[0]);
            if children.batch.is_full() {
                children.settle::<L>(wings[1], tally);
            }
        }
        at += L::NUMBER;
    }
    sums.add_to(tally);
    tally.add(Column::DirectChecks, checks);
}

/// Counts what needs no look at single moves, and returns what does.
#[inline(always)]
fn count_along<L: Lanes, A: Axes>(
    board: Board<L>,
    wings: &Wings,
    sums: &mut Sums<L>,
) -> Suspicions {
    let group = Group::<L, A>::of(board);
    group.count(wings, sums);
    let careful = group.few_mobile_men(wings);
    Suspicions::of(&group, wings, careful)
}

/// The sums of columns, lane by lane.
struct Sums<L> {
    /// Of moves and captures by knights, rooks, bishops and queens: each word counts for twice as much as the one before.
    moves: [L; 5],
    taken: [L; 5],
    /// Of other men.
    nodes: L,
    captures: L,
    castles: L,
    promotions: L,
    double_pushes: L,
}

impl<L: Lanes> Sums<L> {
    #[inline(always)]
    fn zero() -> Self {
        let none = L::splat(0);
        Self {
            moves: [none; 5],
            taken: [none; 5],
            nodes: none,
            captures: none,
            castles: none,
            promotions: none,
            double_pushes: none,
        }
    }

    #[inline(always)]
    fn add_to(&self, tally: &mut Tally) {
        for bit in 0..5 {
            tally.add(Column::Nodes, self.moves[bit].total() << bit);
            tally.add(Column::Captures, self.taken[bit].total() << bit);
        }
        tally.add(Column::Nodes, self.nodes.total());
        tally.add(Column::Captures, self.captures.total());
        tally.add(Column::Castles, self.castles.total());
        tally.add(Column::Promotions, self.promotions.total());
        tally.add(Column::DoublePushes, self.double_pushes.total());
    }
}

/// For each square, in how many of eight sets it is: a number of four bits
/// ([carry-save adders](https://www.chessprogramming.org/Population_Count#CSA)).
///
/// Counting the squares of eight sets takes as many population counts; those of four bits take four.
#[inline(always)]
fn counted<L: Lanes>(sets: [L; 8]) -> [L; 4] {
    let [first, twos_1] = L::full_adder(sets[0], sets[1], sets[2]);
    let [second, twos_2] = L::full_adder(sets[3], sets[4], sets[5]);
    let [third, twos_3] = L::full_adder(first, second, sets[6]);
    let [ones, twos_4] = L::half_adder(third, sets[7]);
    let [fourth, fours_1] = L::full_adder(twos_1, twos_2, twos_3);
    let [twos, fours_2] = L::half_adder(fourth, twos_4);
    let [fours, eights] = L::half_adder(fours_1, fours_2);
    [ones, twos, fours, eights]
}

/// The sum of two numbers on each square.
#[inline(always)]
fn added<L: Lanes>(a: [L; 4], b: [L; 4]) -> [L; 5] {
    let [ones, carry] = L::half_adder(a[0], b[0]);
    let [twos, carry] = L::full_adder(a[1], b[1], carry);
    let [fours, carry] = L::full_adder(a[2], b[2], carry);
    let [eights, sixteens] = L::full_adder(a[3], b[3], carry);
    [ones, twos, fours, eights, sixteens]
}

/// Some positions, and what their sides do to each other.
pub(super) struct Group<L: Lanes, A> {
    pub(super) board: Board<L>,
    pub(super) roads: Roads<L, A>,
    pub(super) restraints: Restraints<L>,
    /// What the sliders of the side to move reach within their pins.
    pub(super) rays: Rays<L>,
    /// What the king of the other side sees.
    pub(super) sight: Rays<L>,
    pub(super) pawns: PawnMoves<L>,
    /// Where men other than the king may arrive.
    pub(super) targets: L,
}

impl<L: Lanes, A: Axes> Group<L, A> {
    #[inline(always)]
    fn of(board: Board<L>) -> Self {
        let roads = Roads::<L, A>::of(board.occupied);
        let restraints = Restraints::of(&board, &roads);
        let (straight, slant) = (board.straight & board.own, board.slant & board.own);
        let [ranks, files, rising, falling] = restraints.free;
        let sliders = [
            straight & ranks,
            straight & files,
            slant & rising,
            slant & falling,
        ];
        Self {
            rays: roads.rays(sliders),
            sight: roads.rays([board.kings & board.them; 4]),
            pawns: PawnMoves::of(&board, &restraints),
            targets: !board.own & restraints.answers,
            board,
            roads,
            restraints,
        }
    }

    /// Counts what needs no look at single moves.
    #[inline(always)]
    fn count(&self, wings: &Wings, sums: &mut Sums<L>) {
        let (board, restraints, pawns) = (&self.board, &self.restraints, &self.pawns);
        let captures = self.targets & board.them;
        let king = L::king_ring(board.kings & board.own) & !board.own & !restraints.danger;
        let knights = board.knights & board.own & restraints.unpinned;
        let mut nodes = king.size();
        let mut taken = (king & board.them).size();
        let jumps = counted(L::knight_targets(knights));
        let bits = added(jumps, counted(self.rays));
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
        let castles = castlings(board, restraints, wings, L::splat(0));
        sums.castles = sums.castles.plus(castles);
        sums.nodes = sums.nodes.plus(nodes).plus(castles);
        sums.captures = sums.captures.plus(taken);
    }

    /// The lanes in which so few men of the other side can move that it might be stalemate after some move.
    ///
    /// The first man on each line from their king is left out, for it could be pinned. Those behind it cannot: if it is
    /// captured, the capturer stands there instead, but for captures en passant.
    #[inline(always)]
    fn few_mobile_men(&self, wings: &Wings) -> u32 {
        let board = &self.board;
        // First a cheaper question: men that their king does not see are only pinned if a line opens.
        let mut seen = L::splat(0);
        for ray in self.sight {
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
        for ray in L::rays(&L::roads(stays), [king; 4]) {
            lines = lines | ray;
        }
        let men = board.them & !lines;
        // A slider moves if it can take a step, a knight if it can jump, a pawn if the square before it is empty.
        let pawns = board.pawns & men & (!board.occupied).up::<8>();
        let few = lanes_below(pawns.size(), ENOUGH_MOBILE_MEN);
        if few == 0 {
            return 0;
        }
        let open = !board.them;
        let beside = open.step(0) | open.step(1) | open.step(2) | open.step(3);
        let aslant = open.step(4) | open.step(5) | open.step(6) | open.step(7);
        let officers = (board.straight & beside)
            | (board.slant & aslant)
            | (board.knights & L::knight_attacks(open));
        let mobile = (pawns | (officers & men)).size();
        let special = if wings.king_side.rook | wings.queen_side.rook != 0 {
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
