//! The moves that might give check or stalemate, in many positions at once.

use super::group::Group;
use crate::kernel::axes::Axes;
use crate::kernel::generate;
use crate::kernel::lanes::{
    Lanes, Lines, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, along_axes,
};
use crate::kernel::planes::{Castlings, RANK_6, RANK_8};
use crate::kernel::setwise::union;

/// The seventh rank: pawns on it may promote.
const RANK_7: u64 = RANK_8 >> 8;

/// The number of sets in a [`LaneCandidates`].
const SETS: usize = 18;

/// The candidates of all lanes.
pub(super) struct Candidates {
    /// The lanes in which some move might give check or leave no reply.
    pub(super) lanes: u32,
    stalemate_lanes: u32,
    sets: [[u64; 8]; SETS],
}

/// The candidates of one position.
#[derive(Clone, Copy)]
pub(super) struct LaneCandidates {
    /// The squares that the enemy king sees along ranks and files.
    pub(super) orthogonal: u64,
    /// The squares that the enemy king sees along diagonals.
    pub(super) diagonal: u64,
    /// The squares from which a knight attacks the enemy king.
    pub(super) knight: u64,
    /// The squares from which a pawn attacks the enemy king.
    pub(super) pawn: u64,
    /// The pieces of the side to move that stand between one of its sliders and the enemy king: moving them may give a
    /// discovered check.
    pub(super) blockers: u64,
    /// The pieces whose candidate moves are made: blockers, and pieces that promote, castle or capture en passant.
    pub(super) movers: u64,
    /// Whether every move is made, because so few pieces of the other side can move that stalemate is possible.
    pub(super) may_stalemate: bool,
    /// The direct checks by all other pieces.
    pub(super) direct: Direct,
    pub(super) check_info: generate::CheckInfo,
}

/// The squares on which pieces that block no line give check, and the possible answers to such checks.
#[derive(Clone, Copy)]
pub(super) struct Direct {
    pub(super) knights: u64,
    /// Rooks, bishops and queens. Some of these squares may be reached only by a piece that does not give check there.
    pub(super) sliders: u64,
    pub(super) pushes: u64,
    pub(super) east: u64,
    pub(super) west: u64,
    /// The squares that the enemy king may enter before the move.
    pub(super) escapes: u64,
    /// The squares on which enemy pieces other than the king may capture; empty if one of these pieces is pinned.
    pub(super) guarded: u64,
    /// The empty squares that enemy pieces other than the king may enter by a step, a jump or a slide; empty if one of
    /// these pieces is pinned.
    pub(super) entered: u64,
    /// The pieces of the side to move whose leaving may open a line to another square, or a pin.
    pub(super) opening: u64,
}

impl Candidates {
    /// Finds the candidates. `stalemate_lanes` are the lanes in which every move is a candidate, `castlings` are those
    /// of the side to move.
    #[inline(always)]
    pub(super) fn of<L: Lanes, A: Axes>(
        group: &Group<L, A>,
        castlings: &Castlings,
        stalemate_lanes: u32,
    ) -> Self {
        let board = &group.board;
        let king = board.kings & board.them;
        let king_lines = &group.their_king_lines;
        let orthogonal = king_lines[0] | king_lines[1];
        let diagonal = king_lines[2] | king_lines[3];
        let knight = L::knight_attacks(king);
        let pawn = king.step(SOUTH_WEST) | king.step(SOUTH_EAST);
        let all = all_lines(group);
        let mut between = L::splat(0);
        for (line, king_line) in all.iter().zip(king_lines) {
            between = between | (*line & *king_line);
        }
        let blockers = between & board.own;
        let movers =
            blockers | special_movers(group, castlings, orthogonal | diagonal, stalemate_lanes);

        let unpinned = group.check_info.unpinned;
        let arriving = arriving(group, [orthogonal, diagonal, knight, pawn]);
        let direct = arriving[0] | arriving[1] | arriving[2] | arriving[3] | arriving[4];
        let mut candidates = Self {
            lanes: (movers | direct).occupied_lanes(),
            stalemate_lanes,
            sets: [[0; 8]; SETS],
        };
        if candidates.lanes != 0 {
            let [escapes, guarded, entered] = answers(group, &all, between);
            let check_info = &group.check_info;
            let sets = [
                orthogonal,
                diagonal,
                knight,
                pawn,
                blockers,
                movers,
                arriving[0],
                arriving[1],
                arriving[2],
                arriving[3],
                arriving[4],
                escapes,
                guarded,
                entered,
                (union(&all) | orthogonal | diagonal) & board.own,
                check_info.answers,
                board.own & !unpinned,
                check_info.danger,
            ];
            for (words, set) in candidates.sets.iter_mut().zip(sets) {
                *words = set.to_array();
            }
        }
        candidates
    }

    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> LaneCandidates {
        let at = |set: usize| self.sets[set][lane];
        LaneCandidates {
            orthogonal: at(0),
            diagonal: at(1),
            knight: at(2),
            pawn: at(3),
            blockers: at(4),
            movers: at(5),
            may_stalemate: self.stalemate_lanes & 1 << lane != 0,
            direct: Direct {
                knights: at(6),
                sliders: at(7),
                pushes: at(8),
                east: at(9),
                west: at(10),
                escapes: at(11),
                guarded: at(12),
                entered: at(13),
                opening: at(14),
            },
            check_info: generate::CheckInfo {
                answers: at(15),
                pinned: at(16),
                danger: at(17),
            },
        }
    }
}

/// The squares on which pieces arrive and give check: knights, sliders, pawns that push, pawns that capture to the
/// east, and pawns that capture to the west. The argument has the squares from which the king is attacked along ranks
/// and files, along diagonals, by a knight and by a pawn.
#[inline(always)]
fn arriving<L: Lanes, A: Axes>(
    group: &Group<L, A>,
    [orthogonal, diagonal, knight, pawn]: [L; 4],
) -> [L; 5] {
    let (board, rays, pawns) = (&group.board, &group.rays, &group.pawns);
    let unpinned = group.check_info.unpinned;
    let knights = L::knight_attacks(board.knights & board.own & unpinned);
    let queens = (board.orthogonal & board.diagonal & board.own).occupied_lanes();
    let sliders = ((rays[0] | rays[1] | rays[2] | rays[3]) & (orthogonal | diagonal.only(queens)))
        | ((rays[4] | rays[5] | rays[6] | rays[7]) & (diagonal | orthogonal.only(queens)));
    [
        knights & knight & group.targets,
        sliders & group.targets,
        (pawns.one | pawns.two) & pawn,
        pawns.east & pawn,
        pawns.west & pawn,
    ]
}

/// The lines of all sliders of the side to move, pinned ones included: a pinned slider still gives check and guards
/// squares.
#[inline(always)]
fn all_lines<L: Lanes, A: Axes>(group: &Group<L, A>) -> Lines<L> {
    let board = &group.board;
    let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
    if ((orthogonal | diagonal) & !group.check_info.unpinned).is_any() {
        let sliders = [orthogonal, orthogonal, diagonal, diagonal];
        return group.propagators.lines(sliders);
    }
    along_axes(&group.rays)
}

/// The pieces that promote, capture en passant, or may castle onto a line to the enemy king; in `stalemate_lanes`, all
/// pieces.
#[inline(always)]
fn special_movers<L: Lanes, A: Axes>(
    group: &Group<L, A>,
    castlings: &Castlings,
    king_lines: L,
    stalemate_lanes: u32,
) -> L {
    let (board, pawns) = (&group.board, &group.pawns);
    let own = board.pawns & board.own;
    let last = (pawns.one | pawns.east | pawns.west) & L::splat(RANK_8);
    let promoting = (own & L::splat(RANK_7)).only(last.occupied_lanes());
    let capturing = own.only((board.rights & L::splat(RANK_6)).occupied_lanes());
    let mut movers = promoting | capturing | board.own.only(stalemate_lanes);
    for castling in castlings.both() {
        let touched = castling.king | castling.rook | castling.king_to | castling.rook_to;
        if castling.rook != 0 {
            let lanes = (board.rights & L::splat(castling.rook)).occupied_lanes();
            let seen = (king_lines & L::splat(touched)).only(lanes);
            movers = movers | (board.kings & board.own).only(seen.occupied_lanes());
        }
    }
    movers
}

/// The squares to which the enemy king can go now; and the squares on which its other pieces can capture, and those
/// which they can enter. The last two are empty in lanes where one of these pieces is pinned.
#[inline(always)]
fn answers<L: Lanes, A: Axes>(group: &Group<L, A>, all: &Lines<L>, between: L) -> [L; 3] {
    let (board, check_info) = (&group.board, &group.check_info);
    let pawns = board.pawns & board.own;
    let attacked = union(all)
        | L::knight_attacks(board.knights & board.own)
        | L::king_ring(board.kings & board.own)
        | pawns.step(NORTH_EAST)
        | pawns.step(NORTH_WEST);
    let escapes = L::king_ring(board.kings & board.them) & !board.them & !attacked;
    let pawns = board.pawns & board.them;
    let non_pawns = union(&check_info.theirs) | L::knight_attacks(board.knights & board.them);
    let guarded = non_pawns | pawns.step(SOUTH_EAST) | pawns.step(SOUTH_WEST);
    let entered = (non_pawns | pawns.step(SOUTH)) & !board.occupied;
    let pinned = (between & board.them).occupied_lanes();
    [escapes, guarded.only(!pinned), entered.only(!pinned)]
}
