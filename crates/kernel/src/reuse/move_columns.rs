//! By how much leaving or entering a square changes the captures and the double pushes among the replies.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info).
//!
//! **Captures.** A piece that leaves a square can no longer be captured there, and a piece that arrives can. A ray that ends
//! on the square grows or is cut off, and with it the capture at its far end is won or lost. So both squares share one number:
//! the pieces that could capture there, less the rays through the square that meet a piece of `them` beyond.
//!
//! ```text
//!   r x x t x x N . .     a piece that arrives on t can be captured, and the knight no longer: 1 - 1 = 0
//!   r x x x N . . P .     when the knight leaves, it is no longer captured, but the pawn is: 1 - 1 = 0
//! ```
//!
//! A captured piece of `own` takes its captures away, and each piece that protects it may capture back. That the moved piece
//! itself was one of those that it captured is the case of two pawns, which [`KnownMoves`](super::known_moves) adds again, and
//! that of two knights, which is left out; two sliders face each other along a line, and such moves are unknown.
//!
//! **Double pushes.** A square is in the way of one double push or of none, as for the number of replies.
//!
//! **Promotions.** They change only where a square before or beside a pawn on its seventh rank is left or entered. These
//! squares are [unknown](promotion_squares).

use super::bit_sliced::BitSliced;
use crate::axes::Axes;
use crate::lanes::{
    EAST, Lanes, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST,
    add_per_square, count_per_square,
};
use crate::planes::{RANK_2, RANK_8};
use crate::tally::Group;

/// Returns the squares on which a pawn may promote, or capture and promote if a piece stands there.
#[inline(always)]
pub(super) fn promotion_squares<L: Lanes, A: Axes>(group: &Group<L, A>) -> L {
    let pawns = group.board.pawns & group.board.own;
    let reached = pawns.up::<8>() | pawns.step(NORTH_EAST) | pawns.step(NORTH_WEST);
    reached & L::splat(RANK_8)
}

/// Returns the change of the double pushes.
#[inline(always)]
pub(super) fn double_pushes<L: Lanes, A: Axes>(group: &Group<L, A>) -> BitSliced<L> {
    let board = &group.board;
    let home = board.pawns & board.own & group.check_info.free[1] & L::splat(RANK_2);
    let (empty, taken) = (!board.occupied, board.them);
    let third = home.up::<8>() & empty.down::<8>();
    // A pawn that steps from the fourth to the third rank stays in the way. Its captures are unknown.
    let fourth = home.up::<16>() & empty.up::<8>() & !(board.pawns & taken);
    let in_way = (third | fourth) & !board.own;
    // A captured pawn does not push. A pawn that leaves the way opens it, a piece that enters it closes it.
    let lost = (home & empty.down::<8>() & empty.down::<16>()) | (in_way & empty);
    BitSliced::signed(in_way & taken, lost)
}

/// Returns the change of the captures.
#[inline(always)]
pub(super) fn captures<L: Lanes, A: Axes>(group: &Group<L, A>) -> BitSliced<L> {
    let (board, check_info) = (&group.board, &group.check_info);
    let [_, _, rising, falling] = check_info.free;
    let pawns = board.pawns & board.own;
    let attacks = [
        (pawns & rising).step(NORTH_EAST),
        (pawns & falling).step(NORTH_WEST),
    ];
    let king = group.king_ring & !check_info.danger;
    let pieces = add_per_square(count_per_square(group.jumps), count_per_square(group.rays));
    let mut numbers = BitSliced::sum(attacks[0], attacks[1]);
    numbers.add(pieces);
    // Pieces of `own` beside the king are never captured here.
    numbers.add([king]);

    let mut beyond = Beyond::<L> {
        squares: [L::splat(0); 8],
        captured: [L::splat(0); 8],
    };
    beyond.along::<A, EAST>(group);
    beyond.along::<A, WEST>(group);
    beyond.along::<A, NORTH>(group);
    beyond.along::<A, SOUTH>(group);
    if A::DIRECTIONS == 8 {
        beyond.along::<A, NORTH_EAST>(group);
        beyond.along::<A, SOUTH_WEST>(group);
        beyond.along::<A, NORTH_WEST>(group);
        beyond.along::<A, SOUTH_EAST>(group);
    }
    // The captures of each piece: sliders along each ray, knights by each jump, pawns to two sides.
    let knights = board.knights & board.own & check_info.unpinned;
    let mut own = [L::splat(0); 8];
    if knights.is_any() {
        own = L::knight_targets(board.them);
    }
    for (own, ray) in own.iter_mut().zip(beyond.captured) {
        *own = (*own & knights) | ray;
    }
    let east = (attacks[0] & board.them).step(SOUTH_WEST);
    let west = (attacks[1] & board.them).step(SOUTH_EAST);
    let mut lost = BitSliced::sum(east, west);
    lost.add(count_per_square(own));
    lost.add(count_per_square(beyond.squares));

    // The signs change where a piece of `them` leaves.
    let mut changes = numbers.minus(&lost);
    changes.negate(board.them);
    changes
}

/// In each direction, the squares on rays beyond which a piece of `them` stands, and the sliders of `own` that
/// capture one.
struct Beyond<L> {
    squares: [L; 8],
    captured: [L; 8],
}

impl<L: Lanes> Beyond<L> {
    /// A piece that a ray meets looks back along it: it sees the squares of the ray, and the slider.
    #[inline(always)]
    fn along<A: Axes, const DIRECTION: usize>(&mut self, group: &Group<L, A>) {
        let (board, propagators) = (&group.board, &group.propagators);
        let ray = group.rays[DIRECTION] & !board.own;
        let hits = ray & board.them;
        if hits.is_any() {
            let next = propagators.ray(hits, DIRECTION) & board.them;
            let back = propagators.ray(hits | next, DIRECTION ^ 1);
            self.squares[DIRECTION] = back & ray;
            let sliders = if DIRECTION < 4 {
                board.orthogonal & group.check_info.free[DIRECTION / 2]
            } else {
                board.diagonal & group.check_info.free[DIRECTION / 2]
            };
            let first = propagators.ray(hits, DIRECTION ^ 1);
            self.captured[DIRECTION] = first & sliders & board.own;
        }
    }
}
