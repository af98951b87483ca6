//! The squares that a piece attacks: small tables for one piece, shifts for many pieces.

use super::planes::{NOT_A, NOT_H};

/// One set for each square. Square numbers grow along ranks: a1 is 0, b1 is 1, h8 is 63.
type Table = [u64; 64];

/// The squares around a king.
pub(super) static KING: Table = leaper([
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
]);
/// The squares to which a knight jumps.
pub(super) static KNIGHT: Table = leaper([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
/// For each square, the four lines through it without the square itself: rank, file, diagonal (parallel to a1–h8) and
/// antidiagonal (parallel to a8–h1).
///
/// ```text
///   file          diagonal      antidiagonal
///   . . | . .     . . . . /     \ . . . .
///   . . | . .     . . . / .     . \ . . .
///   . . o . .     . . o . .     . . o . .
///   . . | . .     . / . . .     . . . \ .
///   . . | . .     / . . . .     . . . . \
/// ```
pub(super) static LINES: [[u64; 4]; 64] = lines();
/// The squares strictly between two squares of a line; empty if the squares are not on a line.
pub(super) static BETWEEN: [Table; 64] = between();
/// The whole line through two squares, both included; empty if there is none.
pub(super) static THROUGH: [Table; 64] = through();

/// The number of the lowest square of a set.
#[inline(always)]
pub(super) fn square(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}

/// The squares of the four lines through a square, without the square itself.
#[inline(always)]
pub(super) fn on_lines(through: usize) -> u64 {
    let [rank, file, rising, falling] = LINES[through];
    rank | file | rising | falling
}

/// The squares of a set, one at a time, lowest first.
#[inline(always)]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set &= set.wrapping_sub(1);
        (lowest != 0).then_some(lowest)
    })
}

/// The squares to which any of these knights jumps.
///
/// See [knight pattern](https://www.chessprogramming.org/Knight_Pattern).
#[inline(always)]
pub(super) fn knight_attacks(knights: u64) -> u64 {
    let (west, east) = ((knights >> 1) & NOT_H, (knights << 1) & NOT_A);
    let (west2, east2) = ((west >> 1) & NOT_H, (east << 1) & NOT_A);
    let (near, far) = (west | east, west2 | east2);
    (near << 16) | (near >> 16) | (far << 8) | (far >> 8)
}

/// The squares attacked by pawns that move down the board.
#[inline(always)]
pub(super) fn pawn_attacks_down(pawns: u64) -> u64 {
    ((pawns >> 9) & NOT_H) | ((pawns >> 7) & NOT_A)
}

/// The squares from which a pawn that moves down the board attacks any of these squares.
#[inline(always)]
pub(super) fn pawn_attackers_down(squares: u64) -> u64 {
    ((squares << 9) & NOT_A) | ((squares << 7) & NOT_H)
}

/// The square one step away; empty at the edge.
const fn step(from: usize, (files, ranks): (isize, isize)) -> u64 {
    let (file, rank) = (
        (from % 8).cast_signed() + files,
        (from / 8).cast_signed() + ranks,
    );
    if file < 0 || 7 < file || rank < 0 || 7 < rank {
        return 0;
    }
    1 << (rank * 8 + file)
}

const fn leaper(steps: [(isize, isize); 8]) -> Table {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut index = 0;
        while index < 8 {
            table[from] |= step(from, steps[index]);
            index += 1;
        }
        from += 1;
    }
    table
}

/// Returns all squares in one direction, up to the edge or to the first square of `stops`, which is included.
pub(super) const fn ray(from: usize, direction: (isize, isize), stops: u64) -> u64 {
    let mut squares = 0;
    let mut at = step(from, direction);
    while at != 0 {
        squares |= at;
        if at & stops != 0 {
            break;
        }
        at = step(at.trailing_zeros() as usize, direction);
    }
    squares
}

/// One direction of each line; the other direction is its opposite.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const fn lines() -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 4 {
            let (files, ranks) = DIRECTIONS[line];
            table[from][line] = ray(from, (files, ranks), 0) | ray(from, (-files, -ranks), 0);
            line += 1;
        }
        from += 1;
    }
    table
}

#[expect(
    clippy::large_stack_arrays,
    reason = "worked out by the compiler, never on a stack"
)]
const fn through() -> [Table; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 4 {
            let squares = lines_of(from, line) | 1 << from;
            let mut to = 0;
            while to < 64 {
                if to != from && squares & 1 << to != 0 {
                    table[from][to] = squares;
                }
                to += 1;
            }
            line += 1;
        }
        from += 1;
    }
    table
}

const fn lines_of(from: usize, line: usize) -> u64 {
    let (files, ranks) = DIRECTIONS[line];
    ray(from, (files, ranks), 0) | ray(from, (-files, -ranks), 0)
}

#[expect(
    clippy::large_stack_arrays,
    reason = "worked out by the compiler, never on a stack"
)]
const fn between() -> [Table; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut line = 0;
        while line < 8 {
            let (files, ranks) = DIRECTIONS[line % 4];
            let direction = if line < 4 {
                (files, ranks)
            } else {
                (-files, -ranks)
            };
            let mut passed = 0;
            let mut at = step(from, direction);
            while at != 0 {
                table[from][at.trailing_zeros() as usize] = passed;
                passed |= at;
                at = step(at.trailing_zeros() as usize, direction);
            }
            line += 1;
        }
        from += 1;
    }
    table
}
