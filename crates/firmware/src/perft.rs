//! The standard positions, counted and tallied.

use passant_perft::{bulk_within, naive_within, tally_within};
use passant_rules::{Move, MoveKind, Position, Square};

use crate::{Line, Text};

/// Name, FEN, and the leaves at depth 1, 2, …, from `suites/perft/standard.toml`.
#[expect(clippy::unreadable_literal, reason = "written by the build script")]
static STANDARD: &[(&str, &str, &[u64])] = &include!(concat!(env!("OUT_DIR"), "/standard.rs"));

/// The most leaves that are also made one by one and tallied; counting in bulk is several times faster.
const MOST_LEAVES: u64 = 500_000;

/// Counts the standard positions to every depth, and compares with what the suites say; prints a line for each count
/// and the tally of the deepest count that is not too large. Says whether all counts were right.
pub fn perft(line: &mut impl Line) -> bool {
    let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); 320];
    let mut is_right = true;
    for &(name, fen, counts) in STANDARD {
        let Ok(mut position) = Position::from_fen(fen) else {
            line.text(name);
            line.text(" is refused\n");
            is_right = false;
            continue;
        };
        for (depth, &expected) in (1..).zip(counts) {
            is_right &= count(line, name, &mut position, depth, expected, &mut room);
        }
        let small = counts.iter().take_while(|&&count| count <= MOST_LEAVES);
        tally(line, &mut position, small.count() as u32, &mut room);
    }
    is_right
}

fn count(
    line: &mut impl Line,
    name: &str,
    position: &mut Position,
    depth: u32,
    expected: u64,
    room: &mut [Move],
) -> bool {
    let bulk = bulk_within(position, depth, room);
    let is_bulk_right = bulk == Some(expected);
    let is_naive_right =
        MOST_LEAVES < expected || naive_within(position, depth, room) == Some(expected);
    line.text(name);
    line.text(" ");
    line.number(depth);
    line.text(" ");
    line.number(bulk.unwrap_or(0) as u32);
    line.text(match (is_bulk_right, is_naive_right) {
        (true, true) => " ok\n",
        (false, _) => " differs\n",
        (true, false) => " differs when every leaf is made\n",
    });
    is_bulk_right && is_naive_right
}

fn tally(line: &mut impl Line, position: &mut Position, depth: u32, room: &mut [Move]) {
    let Some(tally) = tally_within(position, depth, room) else {
        line.text("  does not fit\n");
        return;
    };
    for (column, count) in tally.columns().filter(|&(_, count)| count != 0) {
        line.text("  ");
        line.text(column.name());
        line.text(" ");
        line.number(count as u32);
        line.text("\n");
    }
}
