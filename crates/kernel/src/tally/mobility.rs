//! Enemy pieces that can still move after two moves, so that stalemate is impossible.
//!
//! A piece that is not on a line of its king is never pinned. If it can take one of two steps or jumps, or if it is a pawn with an
//! empty square before it, it takes two moves to stop it: one of its own side that stands in its way, and one of the other side.
//! So of these pieces
//!
//! - the first move stops the moved piece itself at most, and a pawn that it blocks. A piece other than a pawn can move back, unless
//!   it arrives on a line of its king; and
//! - the second move captures one or blocks a pawn; only castling may block two.
//!
//! ```text
//!   . . k . . .     The pawns a and b are on no line of the king. A rook that steps to x blocks one of them,
//!   . . . . . .     and the other side captures or blocks the other one: then Black may have no move.
//!   a . . . . b     With a third pawn, or if the rook does not step to x, Black has a move.
//!   x . . . . .
//! ```

use super::group::{Group, lanes_below};
use crate::axes::Axes;
use crate::lanes::{Lanes, count_per_square};
use crate::setwise::union;

/// After the move of the enemy, the pieces that must be left for stalemate to be impossible: one more than the number that any
/// move stops, or castling.
const ENOUGH: u64 = 2;
const ENOUGH_IF_CASTLING: u64 = 3;

impl<L: Lanes, A: Axes> Group<L, A> {
    /// Adds the squares that an enemy piece may not leave or enter, if stalemate is to stay impossible after the next move.
    /// Returns the lanes in which that does not suffice.
    #[inline(always)]
    pub(crate) fn keep_mobile(&self, from: &mut L, to: &mut L) -> u32 {
        let board = &self.board;
        let king = board.kings & board.them;
        let lines = union(&L::king_lines(king));
        let off_lines = board.them & !lines & !king;
        let castling = self.castling_lanes[0] | self.castling_lanes[1];
        let pawns = board.pawns & (!board.occupied).up::<8>() & off_lines;
        if too_few(pawns, 2, castling) == 0 {
            return 0;
        }
        let open = !board.them;
        let beside = two_of([open.step(0), open.step(1), open.step(2), open.step(3)]);
        let aslant = two_of([open.step(4), open.step(5), open.step(6), open.step(7)]);
        let [_, twos, fours, eights] = count_per_square(L::knight_targets(open));
        let rooks = board.orthogonal & beside;
        let bishops = board.diagonal & aslant;
        let knights = board.knights & (twos | fours | eights);
        let mobile = pawns | ((rooks | bishops | knights) & off_lines);
        let few = too_few(mobile, 2, castling);
        if few == 0 {
            return 0;
        }
        *to = *to | pawns.down::<8>().only(few);
        let fewer = too_few(mobile, 1, castling);
        *from = *from | (mobile & board.pawns).only(fewer);
        *to = *to | lines.only(fewer);
        too_few(mobile, 0, castling)
    }
}

/// The squares that are in two of the sets or more.
#[inline(always)]
fn two_of<L: Lanes>([a, b, c, d]: [L; 4]) -> L {
    (a & b) | (c & d) | ((a | b) & (c | d))
}

/// The lanes with too few pieces, if this many are stopped by the first move.
#[inline(always)]
fn too_few<L: Lanes>(mobile: L, lost: u64, castling: u32) -> u32 {
    let number = mobile.size();
    lanes_below(number, ENOUGH + lost) | (lanes_below(number, ENOUGH_IF_CASTLING + lost) & castling)
}
