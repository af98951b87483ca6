//! The squares on which the moves of the replying king and of its pinned pieces depend.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info).

use super::known_moves::{BISHOP, KINDS, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::axes::{Axes, Propagators};
use crate::lanes::{EAST, Lanes, Lines, NORTH_EAST, NORTH_WEST, Rays, WEST, along_axes};
use crate::planes::Castlings;
use crate::setwise::{Board, LaneCheckInfo, pinned, union};

/// Attacks and pins by the side that replies, against the side that makes the quiet move.
pub(super) struct ParentCheckInfo<L> {
    /// The attacked squares. If a slider attacks the king, the squares behind the king are missing, but such parents
    /// are in check and not examined further.
    pub(super) danger: L,
    /// The pieces pinned along each axis.
    pub(super) pinned: Lines<L>,
}

impl<L: Lanes> ParentCheckInfo<L> {
    #[inline(always)]
    pub(super) fn of<A: Axes>(
        board: &Board<L>,
        propagators: &Propagators<L, A>,
        rays: &Rays<L>,
    ) -> Self {
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
pub(super) struct KingSensitive<L> {
    from: [L; KINDS],
    pub(super) to: [L; KINDS],
    /// The pawns that the king sees along a file. They stay in the way when they step; only their captures may open the file.
    pub(super) on_file: L,
}

impl<L: Lanes> KingSensitive<L> {
    #[inline(always)]
    pub(super) fn of<A: Axes>(
        board: &Board<L>,
        check_info: &LaneCheckInfo<L>,
        castlings: &Castlings,
    ) -> Self {
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
    pub(super) fn frozen(&self, board: &Board<L>) -> L {
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
