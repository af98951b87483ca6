//! Direct checks that certainly have an answer, counted in many positions at once.
//!
//! A check is answered if an enemy piece captures the checker, if one blocks its line, or if the king escapes. Which
//! squares allow this is the same for all pieces of a kind, as long as no piece that leaves its square opens a line. In
//! each lane, either all direct checks of a kind are counted here, or none of them.

use super::arrivals::Arrivals;
use super::group::Group;
use crate::axes::{Axes, Propagators};
use crate::lanes::{
    EAST, Lanes, Lines, NORTH, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST, apart, count_per_square,
};
use crate::setwise::union;

/// The answers of the other side to checks, and the pieces that change these answers when they leave their squares.
pub(super) struct Answers<L> {
    /// The squares that the enemy king may enter before the move.
    pub(super) escapes: L,
    /// The squares on which enemy pieces other than the king, and that are not pinned, may capture.
    pub(super) guarded: L,
    /// The empty squares that such pieces may enter by a step, a jump or a slide.
    pub(super) entered: L,
    /// The pieces of the side to move that one of its sliders protects: leaving may open a line to another square.
    protected: L,
    /// The pieces of the side to move that share a line to the enemy king with one of its sliders: leaving may pin.
    pinning: L,
    /// The whole lines through the enemy king.
    through: Lines<L>,
    /// The lines of all sliders of the side to move.
    all: Lines<L>,
}

impl<L: Lanes> Answers<L> {
    /// `all` are the lines of all sliders of the side to move, and `between` the pieces and squares between one of them and
    /// the enemy king.
    #[inline(always)]
    pub(super) fn of<A: Axes>(group: &Group<L, A>, all: &Lines<L>, between: L) -> Self {
        let (board, check_info) = (&group.board, &group.check_info);
        let king = board.kings & board.them;
        let pinned = between & board.them;
        // A pinned piece may guard nothing. Such pieces are rare, so all non-pawns of its lane are left out with it.
        let non_pawns = (union(&check_info.theirs) | check_info.their_jumps)
            .only(!(pinned & !board.pawns).occupied_lanes());
        let pawns = board.pawns & board.them & !pinned;
        let through = L::king_lines(king);
        let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
        let seen = &group.their_king_lines;
        let pinning = pinning_on_line(through[0], orthogonal, all[0], seen[0])
            | pinning_on_line(through[1], orthogonal, all[1], seen[1])
            | pinning_on_line(through[2], diagonal, all[2], seen[2])
            | pinning_on_line(through[3], diagonal, all[3], seen[3]);
        Self {
            escapes: L::king_ring(king) & !board.them & !group.attacks(all),
            guarded: non_pawns | pawns.step(SOUTH_EAST) | pawns.step(SOUTH_WEST),
            entered: (non_pawns | pawns.step(SOUTH)) & !board.occupied,
            protected: union(all) & board.own,
            pinning: pinning & board.own,
            through,
            all: *all,
        }
    }

    /// Counts the direct checks that are certainly answered, and removes them from the arrivals. `unsure` are lanes
    /// in which none is counted.
    #[inline(always)]
    pub(super) fn count<A: Axes>(
        &self,
        group: &Group<L, A>,
        arrivals: &mut Arrivals<L>,
        movers: L,
        unsure: u32,
    ) -> L {
        let mut checks = L::splat(0);
        if arrivals.knights.is_any() {
            checks = checks.plus(apart!(
                L,
                self.count_knights(group, arrivals, movers, unsure)
            ));
        }
        if arrivals.sliders.is_any() {
            checks = checks.plus(apart!(
                L,
                self.count_sliders(group, arrivals, movers, unsure)
            ));
        }
        if arrivals.pawns().is_any() {
            arrivals.without_movers(movers);
            checks = checks.plus(self.count_pawns(arrivals, unsure));
        }
        if arrivals.promoted.is_any() {
            checks = checks.plus(apart!(L, self.count_promotions(group, arrivals, unsure)));
        }
        checks
    }

    /// Counts the checks of knights. A knight that gives check attacks one square that the king could enter.
    #[inline(always)]
    fn count_knights<A: Axes>(
        &self,
        group: &Group<L, A>,
        arrivals: &mut Arrivals<L>,
        movers: L,
        unsure: u32,
    ) -> L {
        let board = &group.board;
        let knights = board.knights & board.own & group.check_info.unpinned & !movers;
        let two_escapes = (self.escapes & self.escapes.plus(L::splat(u64::MAX))).occupied_lanes();
        let escaping = two_escapes & !(knights & self.protected).occupied_lanes();
        let captured = self
            .guarded
            .only(!(knights & self.pinning).occupied_lanes());
        let answered = (captured | L::splat(u64::MAX).only(escaping)).only(!unsure);
        let checks = L::knight_moves(knights, arrivals.knights & answered);
        arrivals.knights = arrivals.knights & !answered;
        checks
    }

    #[inline(always)]
    fn count_sliders<A: Axes>(
        &self,
        group: &Group<L, A>,
        arrivals: &mut Arrivals<L>,
        movers: L,
        unsure: u32,
    ) -> L {
        let board = &group.board;
        let sliders = (board.orthogonal | board.diagonal) & board.own;
        let queens = board.orthogonal & board.diagonal & board.own;
        let unsure = unsure | (sliders & movers).occupied_lanes();
        let mut answered = self.guarded;
        if (arrivals.sliders & !answered).is_any() {
            answered = answered | self.beyond_blocks(group);
        }
        answered = answered.only(!(sliders & self.pinning).occupied_lanes());
        if (arrivals.sliders & !answered).is_any() {
            let mut escapes = self.escapes;
            if (sliders & self.protected).is_any() {
                let [ranks, files, rising, falling] = self.all;
                let opened = [
                    ranks & sliders,
                    files & sliders,
                    rising & sliders,
                    falling & sliders,
                ];
                escapes = escapes & !union(&group.propagators.lines(opened));
            }
            answered = answered | self.origins_with_escape(group, escapes, queens.occupied_lanes());
        }
        answered = answered.only(!unsure);
        let king_lines = &group.their_king_lines;
        let squares = group.targets & answered;
        let orthogonal = (king_lines[0] | king_lines[1]) & squares;
        let diagonal = (king_lines[2] | king_lines[3]) & squares;
        let mut checks = sum_of_rays(&group.rays, orthogonal, diagonal);
        if arrivals.across.is_any() {
            let (across, number) = queens_across(group, answered);
            checks = checks.plus(number);
            arrivals.sliders = arrivals.along | across;
        }
        arrivals.sliders = arrivals.sliders & !answered;
        checks
    }

    /// A pawn that promotes leaves no line to the king, so its square does not matter.
    #[inline(always)]
    fn count_promotions<A: Axes>(
        &self,
        group: &Group<L, A>,
        arrivals: &mut Arrivals<L>,
        unsure: u32,
    ) -> L {
        let king_lines = &group.their_king_lines;
        let orthogonal = king_lines[0] | king_lines[1];
        let diagonal = king_lines[2] | king_lines[3];
        let jumps = L::knight_jumps(group.board.kings & group.board.them);
        let origins = arrivals.promoting();
        let closed = !(origins & self.protected).occupied_lanes();
        let two_escapes = (self.escapes & self.escapes.plus(L::splat(u64::MAX))).occupied_lanes();
        let mut answered = self.guarded;
        if (arrivals.promoted & !answered).is_any() {
            answered = answered | self.beyond_blocks(group);
        }
        answered = answered.only(!(origins & self.pinning).occupied_lanes());
        let knights = (arrivals.promoted & jumps & !answered).occupied_lanes();
        let knights = knights & !(two_escapes & closed);
        if (arrivals.promoted & !answered).is_any() {
            let escaped = self.origins_with_escape(group, self.escapes, u32::MAX);
            answered = answered | escaped.only(closed);
        }
        let sliders = (arrivals.promoted & (orthogonal | diagonal) & !answered).occupied_lanes();
        let left = sliders | knights | unsure;
        let [one, east, west] = arrivals.last;
        let lines = (one & orthogonal).size().plus((one & diagonal).size());
        let lines = lines
            .plus((east & orthogonal).size())
            .plus((east & diagonal).size());
        let lines = lines
            .plus((west & orthogonal).size())
            .plus((west & diagonal).size());
        let knights = (one & jumps)
            .size()
            .plus((east & jumps).size())
            .plus((west & jumps).size());
        let checks = lines.plus(lines).plus(knights);
        arrivals.promoted = arrivals.promoted.only(left);
        checks.only(!left)
    }

    /// The empty squares from which a slider gives a check that can be blocked.
    #[inline(always)]
    fn beyond_blocks<A: Axes>(&self, group: &Group<L, A>) -> L {
        let (board, seen) = (&group.board, union(&group.their_king_lines));
        let blocked = Propagators::<L, A>::of(board.occupied | (self.entered & seen));
        let near = union(&blocked.lines([board.kings & board.them; 4]));
        seen & !near & !board.occupied
    }

    /// The squares from which a slider gives a check and leaves one of these escapes; `queens` are the lanes with queens.
    ///
    /// Around the king, a bishop attacks only squares on the line of its check. So do a rook from two squares away and
    /// a queen from three, or from two on a diagonal. From one square less, rook and queen also attack the squares
    /// beside the square next to the king, and a queen next to the king those beside the king.
    ///
    /// ```text
    ///   . x .        e x .        e x x
    ///   x K R        K x Q        K Q .      x: attacked; e: a queen next to the king leaves only
    ///   . x .        e x .        e x x      the squares behind the king, which are not drawn
    /// ```
    #[inline(always)]
    fn origins_with_escape<A: Axes>(&self, group: &Group<L, A>, escapes: L, queens: u32) -> L {
        let king = group.board.kings & group.board.them;
        let ring = L::king_ring(king);
        let beside = [
            king.step(NORTH) | king.step(SOUTH),
            king.step(EAST) | king.step(WEST),
        ];
        let steps = [
            king.step(EAST),
            king.step(WEST),
            king.step(NORTH),
            king.step(SOUTH),
        ];
        let after = [
            steps[0].step(EAST),
            steps[1].step(WEST),
            steps[2].step(NORTH),
            steps[3].step(SOUTH),
        ];
        let [column, row] = beside;
        let answered = near_answers(
            steps[0],
            after[0],
            column,
            column.step(WEST),
            escapes,
            queens,
        ) | near_answers(
            steps[1],
            after[1],
            column,
            column.step(EAST),
            escapes,
            queens,
        ) | near_answers(steps[2], after[2], row, row.step(SOUTH), escapes, queens)
            | near_answers(steps[3], after[3], row, row.step(NORTH), escapes, queens);
        let [ranks, files, rising, falling] = self.through;
        let near = (ring | after[0] | after[1] | after[2] | after[3]).only(queens)
            | (ring & !(rising | falling)).only(!queens);
        let lines = &group.their_king_lines;
        let far = lines[0].only((escapes & !ranks).occupied_lanes())
            | lines[1].only((escapes & !files).occupied_lanes())
            | lines[2].only((escapes & !rising).occupied_lanes())
            | lines[3].only((escapes & !falling).occupied_lanes());
        answered | (far & !near)
    }

    /// A pawn that gives check attacks no other square that the king could enter.
    #[inline(always)]
    fn count_pawns(&self, arrivals: &mut Arrivals<L>, unsure: u32) -> L {
        let origins = arrivals.pawn_origins();
        let escaping = self.escapes.occupied_lanes() & !(origins & self.protected).occupied_lanes();
        let captured = self
            .guarded
            .only(!(origins & self.pinning).occupied_lanes());
        let answered = (captured | L::splat(u64::MAX).only(escaping)).only(!unsure);
        let pushes = (arrivals.one | arrivals.two) & answered;
        let checks = pushes
            .size()
            .plus((arrivals.east & answered).size())
            .plus((arrivals.west & answered).size());
        arrivals.one = arrivals.one & !answered;
        arrivals.two = arrivals.two & !answered;
        arrivals.east = arrivals.east & !answered;
        arrivals.west = arrivals.west & !answered;
        checks
    }
}

/// The squares from which queens give check that come along a line of the other kind, and how many of these checks are on the
/// squares `answered`. A queen reaches a square along one line, so rays are counted only where there are several queens.
#[inline(always)]
fn queens_across<L: Lanes, A: Axes>(group: &Group<L, A>, answered: L) -> (L, L) {
    let king_lines = &group.their_king_lines;
    let orthogonal = king_lines[0] | king_lines[1];
    let diagonal = king_lines[2] | king_lines[3];
    let lines = group.queen_lines();
    let across = ((lines[0] | lines[1]) & diagonal) | ((lines[2] | lines[3]) & orthogonal);
    let across = across & group.targets;
    let board = &group.board;
    let queens = board.orthogonal & board.diagonal & board.own;
    if !(queens & queens.plus(L::splat(u64::MAX))).is_any() {
        return (across, (across & answered).size());
    }
    let squares = group.targets & answered;
    let rays = group.queen_rays();
    let number = sum_of_rays(&rays, diagonal & squares, orthogonal & squares);
    (across, number)
}

/// The number of squares of rays along ranks and files that are in one set, and of rays along diagonals that are in
/// another.
#[inline(always)]
fn sum_of_rays<L: Lanes>(rays: &[L; 8], straight: L, slant: L) -> L {
    let reached = [
        rays[0] & straight,
        rays[1] & straight,
        rays[2] & straight,
        rays[3] & straight,
        rays[4] & slant,
        rays[5] & slant,
        rays[6] & slant,
        rays[7] & slant,
    ];
    let [ones, twos, fours, eights] = count_per_square(reached);
    let in_fours = fours.size().plus(eights.size()).plus(eights.size());
    let in_twos = twos.size().plus(in_fours).plus(in_fours);
    ones.size().plus(in_twos).plus(in_twos)
}

/// The squares of a whole line through the enemy king whose pieces pin when they leave, if a slider that moves along the
/// line stands on it: those that a slider reaches, and those that the king sees.
#[inline(always)]
fn pinning_on_line<L: Lanes>(through: L, sliders: L, reached: L, seen: L) -> L {
    (through & reached) | seen.only((through & sliders).occupied_lanes())
}

/// The square next to the king in one direction and the square after it, each if a check by a rook or queen from there
/// leaves an escape on the squares beside the king or on those behind it.
#[inline(always)]
fn near_answers<L: Lanes>(next: L, after: L, beside: L, behind: L, escapes: L, queens: u32) -> L {
    let behind = (behind & escapes).occupied_lanes();
    let aside = behind | (beside & escapes).occupied_lanes();
    next.only(behind | (aside & !queens)) | after.only(aside)
}
