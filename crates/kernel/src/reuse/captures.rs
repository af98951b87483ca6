//! By how much a capture changes the number of replies.
//!
//! The board is turned over, as in [`reply_info`](super::reply_info): a piece of `own` is captured. Its own moves are lost,
//! and each piece that protects it gains a move, because it may capture back. No line changes where the piece stood, since
//! that square stays occupied.

use super::bit_sliced::{BitSliced, run_lengths};
use crate::axes::Axes;
use crate::lanes::{Lanes, NORTH_EAST, NORTH_WEST, Rays, SOUTH_EAST, SOUTH_WEST, count_per_square};
use crate::planes::{RANK_3, RANK_7};
use crate::setwise::{Board, LaneCheckInfo};

/// The pieces of the side that replies whose capture changes more: those beside its king, rooks that may castle, pawns that
/// may promote, and those on the squares `promoting`, where a pawn that captures back promotes. All of them without
/// [`Lanes::KNOWS_CAPTURES`].
#[inline(always)]
pub(super) fn pieces_left_out<L: Lanes>(board: &Board<L>, promoting: L) -> L {
    if !L::KNOWS_CAPTURES {
        return board.own;
    }
    let near = L::king_ring(board.kings & board.own);
    board.own & (near | board.rights | promoting | (board.pawns & L::splat(RANK_7)))
}

/// Returns the change of the number of replies when one of the pieces `captured` is captured: on its square, the number
/// of captures back, less the number of its moves.
#[inline(always)]
pub(super) fn changes<L: Lanes, A: Axes>(
    board: &Board<L>,
    check_info: &LaneCheckInfo<L>,
    rays: &Rays<L>,
    captured: L,
) -> BitSliced<L> {
    let [_, files, rising, falling] = check_info.free;
    let pawns = board.pawns & board.own;
    let attacks = [
        (pawns & rising).step(NORTH_EAST),
        (pawns & falling).step(NORTH_WEST),
    ];
    let knights = board.knights & board.own & check_info.unpinned;
    let mut back = BitSliced::sum(attacks[0], attacks[1]);
    if knights.is_any() {
        back.add(count_per_square(L::knight_targets(knights)));
    }
    back.add(count_per_square(*rays));

    let mut mobility = pawn_mobility(board, files, attacks);
    if (knights & captured).is_any() {
        let jumps = count_per_square(L::knight_targets(!board.own));
        for (bit, jumps) in mobility.bits.iter_mut().zip(jumps) {
            *bit = *bit | (jumps & knights);
        }
    }
    let sliders = [board.orthogonal, board.diagonal];
    for (half, sliders) in sliders.into_iter().enumerate().take(A::DIRECTIONS / 4) {
        if (sliders & captured).is_any() {
            for direction in (0..4).map(|index| 4 * half + index) {
                let ray = rays[direction] & !board.own;
                mobility.add(run_lengths(ray, !board.occupied, direction));
            }
        }
    }
    back.minus(&mobility)
}

/// Returns, on the square of each pawn, the number of its moves.
#[inline(always)]
fn pawn_mobility<L: Lanes>(board: &Board<L>, files: L, attacks: [L; 2]) -> BitSliced<L> {
    let below = (!board.occupied).down::<8>();
    let one = board.pawns & board.own & files & below;
    let two = one & (L::splat(RANK_3) & below).down::<8>();
    let east = (attacks[0] & board.them).step(SOUTH_WEST);
    let west = (attacks[1] & board.them).step(SOUTH_EAST);
    let [first, twos_1] = L::full_adder(one, two, east);
    let [ones, twos_2] = L::half_adder(first, west);
    let [twos, fours] = L::half_adder(twos_1, twos_2);
    let none = L::splat(0);
    BitSliced {
        bits: [ones, twos, fours, none, none, none],
    }
}
