//! Counts the moves of many positions at once, without a loop over pieces.
//!
//! In one direction no square is reached by two sliders, because the nearer one hides the farther one. So the number of
//! squares that all rooks and queens together reach to the north *is* the number of their moves to the north, and a
//! move counter needs only shifts, logic and population counts on whole sets. One lane of a register holds one
//! position.
//!
//! ```text
//!   R . . p . . Q .     to the east: b, c, d from the rook (d with capture), h from the queen
//!   . x x x . . . x     four squares, four moves
//! ```
//!
//! Rare cases are handled behind one branch for all lanes: checks, promotions and en passant. In an en passant capture
//! two pieces leave their squares, so each such capture is tried on the occupied squares.

#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::generate::CheckInfos;

use core::ops::Range;

use super::axes::{Axes, EveryLine, KingView, NoDiagonal, Propagators};
use super::batch::Batch;
use super::lanes::{EAST, Lanes, Lines, NORTH_EAST, NORTH_WEST, Rays, WEST};
use super::planes::{Castling, Castlings, NOT_A, NOT_H, RANK_3, RANK_6, RANK_8};

/// The fields of [`Planes`](super::planes::Planes) in lanes, and the sets that are used most.
#[derive(Clone, Copy)]
pub(super) struct Board<L> {
    pub(super) occupied: L,
    pub(super) own: L,
    pub(super) them: L,
    pub(super) pawns: L,
    pub(super) knights: L,
    pub(super) kings: L,
    /// Rooks and queens.
    pub(super) orthogonal: L,
    /// Bishops and queens.
    pub(super) diagonal: L,
    pub(super) rights: L,
}

impl<L: Lanes> Board<L> {
    /// The positions of a batch from `at` on.
    #[inline(always)]
    pub(super) fn load(batch: &Batch, at: usize) -> Self {
        Self::new(
            L::load(&batch.short, at),
            L::load(&batch.orthogonal, at),
            L::load(&batch.diagonal, at),
            L::load(&batch.own, at),
            L::load(&batch.rights, at),
        )
    }

    /// The positions of a batch from `at` on, with an empty board in the lanes of positions that are not in a range.
    #[inline(always)]
    pub(super) fn load_within(batch: &Batch, at: usize, positions: &Range<usize>) -> Self {
        let lanes = lanes_within::<L>(at, positions);
        Self::new(
            L::load(&batch.short, at).only(lanes),
            L::load(&batch.orthogonal, at).only(lanes),
            L::load(&batch.diagonal, at).only(lanes),
            L::load(&batch.own, at).only(lanes),
            L::load(&batch.rights, at).only(lanes),
        )
    }

    /// The same positions after a null move: turned over, with the other side to move.
    #[inline(always)]
    pub(super) fn load_turned(batch: &Batch, at: usize) -> Self {
        let board = Self::new(
            L::load(&batch.short, at).turn_over(),
            L::load(&batch.orthogonal, at).turn_over(),
            L::load(&batch.diagonal, at).turn_over(),
            L::load(&batch.own, at).turn_over(),
            (L::load(&batch.rights, at) & !L::splat(RANK_6)).turn_over(),
        );
        Self {
            own: board.them,
            them: board.own,
            ..board
        }
    }

    /// The king of the side to move.
    #[inline(always)]
    pub(super) fn king(&self) -> L {
        self.kings & self.own
    }

    #[inline(always)]
    fn new(short: L, orthogonal: L, diagonal: L, own: L, rights: L) -> Self {
        let occupied = short | orthogonal | diagonal;
        Self {
            occupied,
            own,
            them: occupied & !own,
            pawns: short & !(orthogonal | diagonal),
            knights: short & diagonal,
            kings: short & orthogonal,
            orthogonal: orthogonal & !short,
            diagonal: diagonal & !short,
            rights,
        }
    }
}

/// Checks, pins and attacked squares in all lanes: how the other side restricts the side to move.
#[derive(Clone, Copy)]
pub(super) struct LaneCheckInfo<L> {
    /// For each axis, the pieces that may move along it: those that are not pinned, and those pinned along this axis.
    pub(super) free: [L; 4],
    /// The pieces that are not pinned.
    pub(super) unpinned: L,
    /// The squares that the king may not enter.
    pub(super) danger: L,
    /// The squares on which pieces other than the king may arrive: all, or those that answer a check.
    pub(super) answers: L,
    /// The squares that the king of the side to move sees.
    pub(super) king_lines: Lines<L>,
    /// The squares that the sliders of the other side reach.
    pub(super) theirs: Lines<L>,
    /// The squares to which the knights of the other side jump.
    pub(super) their_jumps: L,
}

impl<L: Lanes> LaneCheckInfo<L> {
    /// A piece is pinned if the king and an enemy slider both see it along the same axis: one from each side, because the
    /// king would see a slider on its own side first.
    ///
    /// ```text
    ///   K > > N < < < r     the lines of both end on the knight
    /// ```
    #[inline(always)]
    pub(super) fn of<A: Axes>(
        board: &Board<L>,
        king_view: &KingView<L>,
        propagators: &Propagators<L, A>,
    ) -> Self {
        let king = king_view.king;
        let (orthogonal, diagonal) = (board.orthogonal & board.them, board.diagonal & board.them);
        let king_lines = king_view.sees(board.occupied, propagators);
        let theirs = propagators.lines([orthogonal, orthogonal, diagonal, diagonal]);
        let pinned = pinned(board.own, &king_lines, &theirs);
        let any = union(&pinned);
        let pawns = board.pawns & board.them;
        let their_jumps = L::knight_attacks(board.knights & board.them);
        let danger = union(&theirs)
            | their_jumps
            | L::king_ring(board.kings & board.them)
            | ((pawns.down::<9>() & L::splat(NOT_H)) | (pawns.down::<7>() & L::splat(NOT_A)));
        let mut check_info = Self {
            free: free(&pinned),
            unpinned: !any,
            danger,
            answers: L::splat(u64::MAX),
            king_lines,
            theirs,
            their_jumps,
        };
        let in_check = (danger & king).occupied_lanes();
        if in_check != 0 {
            check_info.answer(board, king_view, in_check);
        }
        check_info
    }

    /// Returns, for each axis, those sliders that their pins let move along it.
    #[inline(always)]
    pub(super) fn free_sliders(&self, orthogonal: L, diagonal: L) -> Lines<L> {
        let [ranks, files, rising, falling] = self.free;
        [
            orthogonal & ranks,
            orthogonal & files,
            diagonal & rising,
            diagonal & falling,
        ]
    }

    /// Handles the lanes in check. There a king may not retreat along the line of a slider, and other pieces must
    /// capture the only checker or block its line.
    #[inline(always)]
    fn answer(&mut self, board: &Board<L>, king_view: &KingView<L>, in_check: u32) {
        let king = king_view.king;
        let [ranks, files, rising, falling] = self.king_lines;
        let orthogonal = (ranks | files) & board.orthogonal & board.them;
        let diagonal = (rising | falling) & board.diagonal & board.them;
        let knights = L::knight_jumps(king) & board.knights & board.them;
        let pawns = king.step(NORTH_EAST) | king.step(NORTH_WEST);
        let checkers = orthogonal | diagonal | knights | (pawns & board.pawns & board.them);
        let several = (checkers & checkers.plus(L::splat(u64::MAX))).occupied_lanes();
        // If both the king and an enemy slider see an empty square along an axis, it lies between them.
        let meeting = pinned(!board.occupied, &self.king_lines, &self.theirs);
        let answers = (checkers | union(&meeting)).only(!several);
        self.answers = answers.only(in_check) | L::splat(u64::MAX).only(!in_check);
        // Along the line of a check, only the checker may stand on a safe square.
        for (axis, line) in self.king_lines.into_iter().enumerate() {
            let sliders = line & if axis < 2 { orthogonal } else { diagonal };
            let beside = king_view.beside(axis) & !sliders;
            self.danger = self.danger | beside.only(sliders.occupied_lanes());
        }
        if several != 0 {
            self.protect_checkers(board);
        }
    }

    /// Handles the lanes with a check from both sides of a line, in positions that no game leads to: each checker
    /// protects the other.
    #[cold]
    #[inline(always)]
    fn protect_checkers(&mut self, board: &Board<L>) {
        for (axis, line) in self.king_lines.into_iter().enumerate() {
            let sliders = if axis < 2 {
                board.orthogonal
            } else {
                board.diagonal
            };
            let checkers = line & sliders & board.them;
            let two = (checkers & checkers.plus(L::splat(u64::MAX))).occupied_lanes();
            self.danger = self.danger | checkers.only(two);
        }
    }
}

/// The union of the squares along all axes.
#[inline(always)]
pub(super) fn union<L: Lanes>(lines: &Lines<L>) -> L {
    lines[0] | lines[1] | lines[2] | lines[3]
}

/// Returns, for each axis, the pieces that are seen along it by both their king and an enemy slider.
#[inline(always)]
pub(super) fn pinned<L: Lanes>(pieces: L, king: &Lines<L>, sliders: &Lines<L>) -> Lines<L> {
    [
        king[0] & sliders[0] & pieces,
        king[1] & sliders[1] & pieces,
        king[2] & sliders[2] & pieces,
        king[3] & sliders[3] & pieces,
    ]
}

/// Returns, for each axis, the squares from which a piece may move along it: those without a pinned piece, and those
/// with a piece pinned along this axis.
#[inline(always)]
pub(super) fn free<L: Lanes>(pinned: &Lines<L>) -> Lines<L> {
    let unpinned = !union(pinned);
    [
        unpinned | pinned[0],
        unpinned | pinned[1],
        unpinned | pinned[2],
        unpinned | pinned[3],
    ]
}

/// The total number of moves of some positions of a batch: of whole groups of lanes.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn count<L: Lanes>(
    batch: &Batch,
    positions: Range<usize>,
    castlings: &Castlings,
) -> u64 {
    let mut moves = L::splat(0);
    let mut king_view = KingView::of(L::splat(0));
    let mut at = positions.start;
    while at < positions.end {
        let board = Board::load(batch, at);
        king_view.turn_to(board.king());
        moves = moves.plus(count_moves(&board, &king_view, castlings));
        at += L::NUMBER;
    }
    moves.total()
}

/// Returns the checks and pins of some positions of a batch, from `at` on.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn check_infos<L: Lanes>(batch: &Batch, at: usize) -> CheckInfos {
    let board = Board::<L>::load(batch, at);
    let king_view = KingView::of(board.king());
    let check_info = if board.diagonal.is_any() {
        LaneCheckInfo::of(
            &board,
            &king_view,
            &Propagators::<L, EveryLine>::of(board.occupied),
        )
    } else {
        LaneCheckInfo::of(
            &board,
            &king_view,
            &Propagators::<L, NoDiagonal>::of(board.occupied),
        )
    };
    CheckInfos {
        answers: check_info.answers.to_array(),
        pinned: (board.own & !check_info.unpinned).to_array(),
        danger: check_info.danger.to_array(),
    }
}

/// The lanes of the positions from `at` on that are within a range.
#[inline(always)]
pub(super) fn lanes_within<L: Lanes>(at: usize, positions: &Range<usize>) -> u32 {
    let all = (1 << L::NUMBER) - 1;
    let before = positions.start.saturating_sub(at);
    let after = (at + L::NUMBER).saturating_sub(positions.end);
    (all << before) & (all >> after)
}

/// The number of moves in each lane.
#[inline(always)]
pub(super) fn count_moves<L: Lanes>(
    board: &Board<L>,
    king_view: &KingView<L>,
    castlings: &Castlings,
) -> L {
    if board.diagonal.is_any() {
        count_moves_along::<L, EveryLine>(board, king_view, castlings)
    } else {
        count_moves_along::<L, NoDiagonal>(board, king_view, castlings)
    }
}

#[inline(always)]
fn count_moves_along<L: Lanes, A: Axes>(
    board: &Board<L>,
    king_view: &KingView<L>,
    castlings: &Castlings,
) -> L {
    let propagators = Propagators::<L, A>::of(board.occupied);
    let (orthogonal, diagonal) = (board.orthogonal & board.own, board.diagonal & board.own);
    let all = propagators.rays([orthogonal, orthogonal, diagonal, diagonal]);
    let check_info = LaneCheckInfo::of(board, king_view, &propagators);
    let moves = count_moves_given::<L, A>(board, king_view, &all, &check_info, castlings).0;
    if (board.rights & L::splat(RANK_6)).is_any() {
        return moves.plus(count_en_passant::<L, A>(board, &check_info));
    }
    moves
}

/// Returns the number of moves in each lane, en passant captures left out, given the check info and the rays of `all` sliders of the
/// side to move; also these rays within the pins.
#[inline(always)]
pub(super) fn count_moves_given<L: Lanes, A: Axes>(
    board: &Board<L>,
    king_view: &KingView<L>,
    all: &Rays<L>,
    check_info: &LaneCheckInfo<L>,
    castlings: &Castlings,
) -> (L, Rays<L>) {
    let own = board.own;
    let targets = !own & check_info.answers;

    let king = king_view.ring & !own & !check_info.danger;
    let mut moves = king.size();
    let (orthogonal, diagonal) = (board.orthogonal & own, board.diagonal & own);
    let mut rays = *all;
    if ((orthogonal | diagonal) & !check_info.unpinned).is_any() {
        let sliders = check_info.free_sliders(orthogonal, diagonal);
        // Otherwise the compiler keeps the propagators of every group in memory, for this rare case.
        let occupied = core::hint::black_box(board.occupied);
        rays = Propagators::<L, A>::of(occupied).rays(sliders);
    }
    for &ray in &rays[..A::DIRECTIONS] {
        moves = moves.plus((ray & targets).size());
    }
    let knights = board.knights & own & check_info.unpinned;
    if knights.is_any() {
        moves = moves.plus(L::knight_moves(knights, targets));
    }

    moves = moves.plus(PawnMoves::of(board, check_info).number());
    (count_castlings(board, check_info, castlings, moves), rays)
}

/// The targets of pawn moves, including promotions but not en passant captures.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves<L> {
    pub(super) one: L,
    pub(super) two: L,
    /// Captures toward the h-file.
    pub(super) east: L,
    /// Captures toward the a-file.
    pub(super) west: L,
}

impl<L: Lanes> PawnMoves<L> {
    #[inline(always)]
    pub(super) fn of(board: &Board<L>, check_info: &LaneCheckInfo<L>) -> Self {
        let pawns = board.pawns & board.own;
        let [_, files, rising, falling] = check_info.free;
        let captures = board.them & check_info.answers;
        let one = (pawns & files).up::<8>() & !board.occupied;
        let two = (one & L::splat(RANK_3)).up::<8>() & !board.occupied;
        Self {
            one: one & check_info.answers,
            two: two & check_info.answers,
            east: (pawns & rising).step(NORTH_EAST) & captures,
            west: (pawns & falling).step(NORTH_WEST) & captures,
        }
    }

    /// The number of these moves.
    #[inline(always)]
    fn number(&self) -> L {
        let mut number = self.two.size();
        for set in [self.one, self.east, self.west] {
            number = number.plus(set.size());
        }
        let last = L::splat(RANK_8);
        if ((self.one | self.east | self.west) & last).is_any() {
            // A promotion is four moves, and one was counted already. For each set, the last rank is moved to a rank of its own.
            let [one, east, west] = [
                self.one & last,
                (self.east & last).down::<8>(),
                (self.west & last).down::<16>(),
            ];
            let promotions = (one | east | west).size();
            number = number.plus(promotions).plus(promotions).plus(promotions);
        }
        number
    }
}

/// Adds one to each lane for each castling that is legal there.
#[inline(always)]
pub(super) fn count_castlings<L: Lanes>(
    board: &Board<L>,
    check_info: &LaneCheckInfo<L>,
    castlings: &Castlings,
    moves: L,
) -> L {
    let kingside = castling_lanes(board, check_info, &castlings.kingside);
    let queenside = castling_lanes(board, check_info, &castlings.queenside);
    moves
        .plus(L::splat(1).only(kingside))
        .plus(L::splat(1).only(queenside))
}

/// The lanes in which a castling is legal.
#[inline(always)]
pub(super) fn castling_lanes<L: Lanes>(
    board: &Board<L>,
    check_info: &LaneCheckInfo<L>,
    castling: &Castling,
) -> u32 {
    if castling.rook == 0 {
        return 0;
    }
    let hindered = (board.occupied & L::splat(castling.empty))
        | (check_info.danger & L::splat(castling.safe | castling.king))
        | (L::splat(castling.rook) & !(board.rights & check_info.unpinned));
    !hindered.occupied_lanes() & ((1 << L::NUMBER) - 1)
}

/// The number of legal en passant captures in each lane.
///
/// If the king is not in check and sees neither of the two pieces that leave, the pieces that it does see stay where
/// they are, and the capture is legal. If some king does see one of them, each capture is tried.
#[inline(always)]
fn count_en_passant<L: Lanes, A: Axes>(board: &Board<L>, check_info: &LaneCheckInfo<L>) -> L {
    let king = board.kings & board.own;
    let target = board.rights & L::splat(RANK_6);
    let victim = target.down::<8>();
    let pawns = board.pawns & board.own;
    let beside = [victim.step(EAST) & pawns, victim.step(WEST) & pawns];
    let in_check = (check_info.danger & king).occupied_lanes();
    let seen = target.only(in_check);
    let seen = seen | (union(&check_info.king_lines) & (victim | beside[0] | beside[1]));
    // A lane without the right has none of these pieces.
    if seen.is_any() {
        return play_en_passant::<L, A>(board, beside);
    }
    beside[0].size().plus(beside[1].size())
}

/// The number of en passant captures by these pawns that leave no check. Each set has at most one pawn in a lane.
#[inline(always)]
fn play_en_passant<L: Lanes, A: Axes>(board: &Board<L>, capturers: [L; 2]) -> L {
    let king = board.kings & board.own;
    let target = board.rights & L::splat(RANK_6);
    let victim = target.down::<8>();
    let others = board.them & !victim;
    let knights = L::knight_attacks(king) & board.knights;
    let pawns = (king.step(NORTH_EAST) | king.step(NORTH_WEST)) & board.pawns;
    let mut legal = L::splat(0);
    for capturer in capturers {
        let occupied = (board.occupied ^ capturer ^ victim) | target;
        let seen = Propagators::<L, A>::of(occupied).lines([king; 4]);
        let orthogonal = (seen[0] | seen[1]) & board.orthogonal;
        let diagonal = (seen[2] | seen[3]) & board.diagonal;
        let attackers = (knights | pawns | orthogonal | diagonal) & others;
        let lanes = capturer.occupied_lanes() & !attackers.occupied_lanes();
        legal = legal.plus(L::splat(1).only(lanes));
    }
    legal
}
