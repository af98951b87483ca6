//! The moves of many parents with a known number of replies, counted on sets: how many there are, and by how much these
//! numbers differ from the replies to a null move.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info): the moves counted here are those of `them`, which
//! plays down the board.

use super::bit_sliced::{BitSliced, WIDTHS};
use crate::axes::{Axes, Propagators};
use crate::lanes::{
    EAST, Lanes, Lines, NORTH_EAST, NORTH_WEST, Rays, SOUTH_EAST, SOUTH_WEST, WEST,
    add_all_per_square, count_per_square,
};
use crate::planes::{Castlings, Code, RANK_1, RANK_6};
use crate::setwise::{Board, union};

/// The restrictions on the moves of several parents.
pub(super) struct KnownMoves<'a, L, const N: usize> {
    pub(super) board: &'a Board<L>,
    /// For each axis, the pieces that may move along it as far as pins are concerned.
    pub(super) free: Lines<L>,
    /// The pinned pieces.
    pub(super) pinned: L,
    /// The squares that the king may not enter.
    pub(super) danger: L,
    /// The pieces whose moves all have unknown replies.
    pub(super) frozen: L,
    /// Other non-pawns of which no move is counted here.
    pub(super) opening: L,
    /// For each type of piece, the squares that it may not enter if the replies are to be known.
    pub(super) closed: [L; KINDS],
    /// For each axis, the pieces whose moves along the axis have unknown replies.
    pub(super) lines: Lines<L>,
    /// The pawns whose captures have unknown replies.
    pub(super) on_file: L,
    /// The pawns in the way of a double push, which their captures give back.
    pub(super) opposed: L,
    /// For each column, by how much leaving or entering each square changes it, also with a capture. The first column is the
    /// number of replies; the others, if there are any, are the captures and the double pushes among them.
    pub(super) changes: &'a [BitSliced<L>; N],
    /// The pawns of the side that replies that may capture toward the h-file, and toward the a-file.
    pub(super) attacking: [L; 2],
    /// The castlings of the side that moves.
    pub(super) castlings: &'a Castlings,
    /// The parents in which an en passant capture may be possible.
    pub(super) en_passant: u32,
}

/// The known moves of several parents, and the pieces that have other moves.
pub(super) struct Counted<L, const N: usize> {
    /// The number of moves that are counted.
    pub(super) number: L,
    /// For each column, the sum of the differences between the replies to these moves and the replies to a null move,
    /// modulo 2^64.
    pub(super) change: [L; N],
    /// The pieces of which no move is counted, although some may be known.
    pub(super) single: L,
    /// The other pieces that may have a move with unknown replies.
    pub(super) left: L,
    /// The targets of counted captures by pawns, toward the h-file and toward the a-file.
    pub(super) captures: [L; 2],
}

impl<L: Lanes, const N: usize> KnownMoves<'_, L, N> {
    /// Counts the moves. A piece other than a pawn whose leaving changes the replies is left out, because the change is
    /// to be multiplied with the number of its moves.
    #[inline(always)]
    pub(super) fn count<A: Axes>(&self, propagators: &Propagators<L, A>) -> Counted<L, N> {
        let board = self.board;
        let mut changed = L::splat(0);
        for changes in self.changes {
            for bit in changes.bits {
                changed = changed | bit;
            }
        }
        let on_lines = union(&self.lines);
        let pieces = board.them & !board.pawns & !self.frozen;
        let changed = changed | self.pawn_victims() | self.opening;
        let single = pieces & (changed | (board.kings & on_lines));
        let pieces = pieces & !single;
        let mut left = board.them & self.frozen;
        let rooks_and_bishops = self.rays(
            [
                board.orthogonal & !board.diagonal & pieces,
                board.diagonal & !board.orthogonal & pieces,
            ],
            [ROOK, BISHOP],
            propagators,
            &mut left,
        );
        let queens = [board.orthogonal & board.diagonal & pieces; 2];
        let queens = self.rays(queens, [QUEEN; 2], propagators, &mut left);
        let knights = self.jumps(board.knights & pieces, &mut left);
        let king = self.king(board.kings & pieces, &mut left);
        let [one, two] = self.pushes(&mut left);
        // The captures of a captured pawn are lost twice: with the pawn, and with the square that is left.
        let [toward_h, toward_a] = self.attacking;
        let [east, twice_1, given_1] = self.captures(SOUTH_EAST, toward_a, &mut left);
        let [west, twice_2, given_2] = self.captures(SOUTH_WEST, toward_h, &mut left);

        let mut knights = knights;
        // No knight enters a square of its own side.
        knights[0] = knights[0] | west.step(NORTH_EAST);
        let numbers = [
            count_per_square(rooks_and_bishops),
            count_per_square(queens),
            count_per_square(knights),
        ];
        // A pawn leaves its square as often as it has moves.
        let first = king | one.up::<8>();
        let second = one | two | two.up::<16>() | east;
        let third = west | east.step(NORTH_WEST);
        let times = add_all_per_square(numbers, [first, second, third]);
        let (number, mut change) = self.sums(times);
        // Those captures are replies, and captures among the replies.
        for column in change.iter_mut().take(2) {
            *column = column.plus(twice_1).plus(twice_2);
        }
        // A double push that is given back is a reply, and has a column of its own.
        for column in change.iter_mut().step_by(2) {
            *column = column.plus(given_1).plus(given_2);
        }
        Counted {
            number,
            change,
            single,
            left,
            captures: [east, west],
        }
    }

    /// The known moves of two kinds of sliders: of the first along ranks and files, of the second along diagonals. Adds
    /// the sliders that have other moves to `left`.
    #[inline(always)]
    fn rays<A: Axes>(
        &self,
        sliders: [L; 2],
        kinds: [usize; 2],
        propagators: &Propagators<L, A>,
        left: &mut L,
    ) -> Rays<L> {
        let board = self.board;
        let [orthogonal, diagonal] = sliders;
        let mut rays = propagators.rays([
            orthogonal & self.free[0] & !self.lines[0],
            orthogonal & self.free[1] & !self.lines[1],
            diagonal & self.free[2] & !self.lines[2],
            diagonal & self.free[3] & !self.lines[3],
        ]);
        for half in 0..2 {
            let rays = &mut rays[4 * half..4 * half + 4];
            let closed = self.closed[kinds[half]];
            let reached = rays[0] | rays[1] | rays[2] | rays[3];
            let unknown = reached & !board.them & closed;
            let on_lines = sliders[half] & (self.lines[2 * half] | self.lines[2 * half + 1]);
            *left = *left | on_lines | sliders[half].only(unknown.occupied_lanes());
            let known = !(board.them | closed);
            for ray in rays {
                *ray = *ray & known;
            }
        }
        rays
    }

    /// The known moves of knights.
    #[inline(always)]
    fn jumps(&self, knights: L, left: &mut L) -> [L; 8] {
        let board = self.board;
        let knights = knights & !self.pinned;
        let closed = self.closed[KNIGHT];
        *left = *left | (L::knight_attacks(closed & !board.them) & knights);
        let known = !(board.them | closed);
        let mut jumps = L::knight_targets(knights);
        for jump in &mut jumps {
            *jump = *jump & known;
        }
        jumps
    }

    /// The known moves of the king.
    #[inline(always)]
    fn king(&self, king: L, left: &mut L) -> L {
        let board = self.board;
        let targets = L::king_ring(king) & !board.them & !self.danger;
        let unknown = targets & self.closed[KING];
        *left = *left | king.only(unknown.occupied_lanes());
        for castling in self.castlings.both() {
            if castling.rook != 0 {
                let [rook, empty] = [castling.rook, castling.empty].map(u64::swap_bytes);
                let hindered =
                    (board.occupied & L::splat(empty)) | (L::splat(rook) & !board.rights);
                *left = *left | (board.kings & board.them).only(!hindered.occupied_lanes());
            }
        }
        targets & !unknown
    }

    /// The known pawn moves of one square and of two.
    #[inline(always)]
    fn pushes(&self, left: &mut L) -> [L; 2] {
        let board = self.board;
        let pawns = board.pawns & board.them;
        let empty = !board.occupied;
        let one = (pawns & self.free[1]).down::<8>() & empty;
        let two = (one & L::splat(RANK_6)).down::<8>() & empty;
        let leaving = self.frozen | self.lines[1];
        let closed = self.closed[PAWN];
        let enemies = board.pawns & board.own;
        let beside = enemies.step(EAST) | enemies.step(WEST);
        let known_one = one & !(closed | leaving.down::<8>() | L::splat(RANK_1));
        let known_two = two & !(closed | leaving.down::<16>() | beside);
        *left = *left
            | (one & !known_one).up::<8>()
            | (two & !known_two).up::<16>()
            | pawns.only(self.en_passant);
        [known_one, known_two]
    }

    /// The pieces that a pawn of the side that replies might capture. If they capture that pawn themselves, this is lost twice:
    /// with the pawn, and with the square that is left.
    #[inline(always)]
    fn pawn_victims(&self) -> L {
        if L::KNOWS_CAPTURES {
            self.attacking[0].step(NORTH_EAST) | self.attacking[1].step(NORTH_WEST)
        } else {
            L::splat(0)
        }
    }

    /// The known captures by pawns in a direction: their targets, how many of the captured pawns might have captured the
    /// other way, and how many captures give a double push back.
    #[inline(always)]
    fn captures(&self, direction: usize, attacking: L, left: &mut L) -> [L; 3] {
        let board = self.board;
        let axis = direction / 2;
        let pawns = board.pawns & board.them & self.free[axis];
        let all = pawns.step(direction) & board.own;
        let mut known = L::splat(0);
        if L::KNOWS_CAPTURES {
            let pawns = pawns & !(self.frozen | self.lines[axis] | self.on_file);
            known = pawns.step(direction) & board.own & !(self.closed[PAWN] | L::splat(RANK_1));
        }
        *left = *left | (all & !known).step(direction ^ 1);
        let given = known.step(direction ^ 1) & self.opposed;
        [known, (known & attacking).size(), given.size()]
    }

    /// The number of moves and the sums of the changes, given how many moves enter or leave each square.
    #[inline(always)]
    fn sums(&self, times: [L; 5]) -> (L, [L; N]) {
        let is_often = (times[3] | times[4]).is_any();
        let bits = if is_often { 5 } else { 3 };
        let mut number = L::splat(0);
        let mut change = [L::splat(0); N];
        let entered = !self.board.them;
        for times in times[..bits].iter().rev() {
            number = number.plus(number).plus((*times & entered).size());
        }
        for (index, (change, column)) in change.iter_mut().zip(self.changes).enumerate() {
            let width = WIDTHS[index];
            for (bit, squares) in column.bits[..width].iter().enumerate().rev() {
                let mut sum = L::splat(0);
                for times in times[..bits].iter().rev() {
                    sum = sum.plus(sum).plus((*times & *squares).size());
                }
                *change = if bit + 1 == width {
                    // The highest bit is the sign.
                    (!sum).plus(L::splat(1))
                } else {
                    change.plus(*change).plus(sum)
                };
            }
        }
        (number, change)
    }
}

/// The number of types of pieces, and the index of each.
pub(super) const KINDS: usize = 6;
pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

/// The index of a type of piece.
pub(super) const fn kind(code: Code) -> usize {
    match code {
        Code::PAWN => PAWN,
        Code::KNIGHT => KNIGHT,
        Code::BISHOP => BISHOP,
        Code::ROOK => ROOK,
        Code::QUEEN => QUEEN,
        _ => KING,
    }
}
