//! The moves that might give check or stalemate, in many positions at once.

use super::answered::Answers;
use super::arrivals::{Arrivals, origins_of_promotions};
use super::group::{ColumnSums, Group};
use crate::axes::Axes;
use crate::generate;
use crate::lanes::{Lanes, Lines, MOST_LANES, SOUTH_EAST, SOUTH_WEST, along_axes, apart};
use crate::planes::Castlings;
use crate::setwise::union;

/// The number of sets in a [`LaneCandidates`].
const SETS: usize = 18;

/// Groups of lanes with candidates.
pub(crate) struct CandidateGroups {
    groups: Vec<Candidates>,
    number: usize,
}

/// The candidates of a group of lanes.
#[derive(Clone, Copy)]
pub(super) struct Candidates {
    /// The position of the first lane in the batch.
    pub(super) at: usize,
    /// The lanes in which some move might give check or leave no reply.
    pub(super) lanes: u32,
    stalemate_lanes: u32,
    /// The lanes with en passant captures that are not counted.
    pub(super) en_passant_lanes: u32,
    sets: [[u64; MOST_LANES]; SETS],
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
    /// The pieces whose candidate moves are made: blockers, and pieces that promote or castle.
    pub(super) movers: u64,
    /// True if every move is made, because so few pieces of the other side can move that stalemate is possible.
    pub(super) may_stalemate: bool,
    /// The direct checks by all other pieces, apart from those that are counted already.
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
    /// The squares on which enemy pieces other than the king may capture; pinned pieces are left out.
    pub(super) guarded: u64,
    /// The empty squares that enemy pieces other than the king may enter by a step, a jump or a slide; pinned pieces are
    /// left out.
    pub(super) entered: u64,
    /// The pieces of the side to move whose leaving may open a line to another square, or a pin.
    pub(super) opening: u64,
}

impl CandidateGroups {
    /// The number of groups that find room.
    pub(crate) const ROOM: usize = 16;

    pub(crate) fn new() -> Self {
        let none = Candidates {
            at: 0,
            lanes: 0,
            stalemate_lanes: 0,
            en_passant_lanes: 0,
            sets: [[0; MOST_LANES]; SETS],
        };
        Self {
            groups: vec![none; Self::ROOM],
            number: 0,
        }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.number = 0;
    }

    #[inline(always)]
    pub(super) fn groups(&self) -> &[Candidates] {
        &self.groups[..self.number]
    }

    /// Counts those candidates of a group of lanes that need not be made, and adds the group if others are left.
    ///
    /// `at` is the position of the first lane. `stalemate_lanes` are the lanes in which every move is a candidate,
    /// `castlings` are those of the side to move.
    #[inline(always)]
    pub(super) fn find<L: Lanes, A: Axes>(
        &mut self,
        group: &Group<L, A>,
        at: usize,
        castlings: &Castlings,
        stalemate_lanes: u32,
        sums: &mut ColumnSums<L>,
    ) {
        let board = &group.board;
        let king = board.kings & board.them;
        let king_lines = &group.their_king_lines;
        let orthogonal = king_lines[0] | king_lines[1];
        let diagonal = king_lines[2] | king_lines[3];
        let all = all_lines(group);
        let between = between(&all, king_lines);
        let blockers = blockers(group, between, all[1] & king_lines[1]);
        let movers =
            blockers | special_movers(group, castlings, orthogonal | diagonal, stalemate_lanes);

        let mut arrivals = Arrivals::of(group, [orthogonal, diagonal], movers);
        let capturing = group.en_passant_lanes;
        if !(movers | arrivals.all()).is_any() && capturing == 0 {
            return;
        }
        let (answers, checks) = apart!(L, {
            let answers = Answers::of(group, &all, between);
            let checks = answers.count(group, &mut arrivals, movers, stalemate_lanes);
            (answers, checks)
        });
        sums.direct_checks = sums.direct_checks.plus(checks);
        let movers = movers
            | arrivals
                .promoting()
                .only(arrivals.promoted.occupied_lanes());
        let lanes = (movers | arrivals.all()).occupied_lanes() | capturing;
        if lanes != 0 {
            let check_info = &group.check_info;
            let sets = [
                orthogonal,
                diagonal,
                L::knight_jumps(king),
                king.step(SOUTH_WEST) | king.step(SOUTH_EAST),
                blockers,
                movers,
                arrivals.knights,
                arrivals.sliders,
                arrivals.one | arrivals.two,
                arrivals.east,
                arrivals.west,
                answers.escapes,
                answers.guarded,
                answers.entered,
                (union(&all) | orthogonal | diagonal) & board.own,
                check_info.answers,
                board.own & !check_info.unpinned,
                check_info.danger,
            ];
            self.add(at, [lanes, stalemate_lanes, capturing], sets);
        }
    }

    #[inline(always)]
    fn add<L: Lanes>(
        &mut self,
        at: usize,
        [lanes, stalemate_lanes, en_passant_lanes]: [u32; 3],
        sets: [L; SETS],
    ) {
        let candidates = &mut self.groups[self.number];
        self.number += 1;
        candidates.at = at;
        candidates.lanes = lanes;
        candidates.stalemate_lanes = stalemate_lanes;
        candidates.en_passant_lanes = en_passant_lanes;
        for (words, set) in candidates.sets.iter_mut().zip(sets) {
            set.store(words, 0);
        }
    }
}

impl Candidates {
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

/// The pieces of the side to move among those `between` one of its sliders and the enemy king, without pawns that have no move
/// off that line. `file` are the pieces and squares between along a file.
#[inline(always)]
fn blockers<L: Lanes, A: Axes>(group: &Group<L, A>, between: L, file: L) -> L {
    let (board, pawns) = (&group.board, &group.pawns);
    let mut blockers = between & board.own;
    if (blockers & board.pawns).is_any() {
        let steps = (pawns.one.down::<8>() | pawns.two.down::<16>()) & !file;
        let captures = pawns.east.step(SOUTH_WEST) | pawns.west.step(SOUTH_EAST);
        blockers = blockers & (!board.pawns | steps | captures);
    }
    blockers
}

/// The pieces and squares between the enemy king and a slider of the side to move.
#[inline(always)]
pub(crate) fn between<L: Lanes>(all: &Lines<L>, king_lines: &Lines<L>) -> L {
    let straight = (all[0] & king_lines[0]) | (all[1] & king_lines[1]);
    straight | (all[2] & king_lines[2]) | (all[3] & king_lines[3])
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

/// The pawns that promote and that the enemy king sees, and a king that may castle onto a line to the enemy king; in
/// `stalemate_lanes`, all pieces. Without diagonals, all pawns that promote.
#[inline(always)]
pub(crate) fn special_movers<L: Lanes, A: Axes>(
    group: &Group<L, A>,
    castlings: &Castlings,
    king_lines: L,
    stalemate_lanes: u32,
) -> L {
    let board = &group.board;
    let mut movers = board.own.only(stalemate_lanes);
    if group.promoting_lanes != 0 {
        let promoting = origins_of_promotions(group.last);
        let seen = if A::DIRECTIONS == 8 {
            king_lines
        } else {
            promoting
        };
        movers = movers | (promoting & seen);
    }
    for (castling, lanes) in castlings.both().into_iter().zip(group.castling_lanes) {
        if lanes != 0 {
            let touched = castling.king | castling.rook | castling.king_to | castling.rook_to;
            let seen = (king_lines & L::splat(touched)).occupied_lanes();
            movers = movers | (board.kings & board.own).only(seen & lanes);
        }
    }
    movers
}
