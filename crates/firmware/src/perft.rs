//! The standard positions, counted and tallied.

use passant_perft::{bulk_within, naive_within, tally_within};
use passant_rules::{MAX_FEN, Move, MoveKind, Position, Setup, Square};

use crate::flash::{Packed, flash};
use crate::line::{Line, Text};

flash!(STANDARD, "/standard.bin");

/// Room for the moves of one line of a walk.
const ROOM: usize = if cfg!(target_arch = "avr") { 180 } else { 320 };

/// Whether the leaves are tallied as well: 31 counters of eight bytes are too much for two kilobytes.
const TALLIES: bool = !cfg!(target_arch = "avr");

/// The most leaves that are also made one by one and tallied; counting in bulk is several times faster.
const MOST_LEAVES: u64 = 500_000;

/// Counts the standard positions to every depth, and compares with what the suites say; prints a line for each count
/// and the tally of the deepest count that is not too large. Says whether all counts were right.
pub fn perft(line: &mut impl Line) -> bool {
    let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); ROOM];
    let mut packed = STANDARD.packed();
    let mut is_right = true;
    while let Some(name) = packed.text::<24>() {
        is_right &= standard(line, &name, &mut packed, &mut room).unwrap_or(false);
    }
    is_right
}

/// Counts one position to every depth; `None` if it cannot be unpacked, or is refused.
///
/// Packed are its FEN as a text with its length before it, a byte with the number of depths, and the leaves at depth 1,
/// 2, … in LEB128.
#[inline(never)]
fn standard(
    line: &mut impl Line,
    name: &str,
    packed: &mut Packed,
    room: &mut [Move],
) -> Option<bool> {
    let mut position = Position::initial();
    read(packed, &mut position)?;
    let mut is_right = true;
    let mut small = 0;
    for depth in 1..=u32::from(packed.byte()?) {
        let expected = packed.number()?;
        if expected <= MOST_LEAVES {
            small = depth;
        }
        is_right &= count(line, name, &mut position, depth, expected, room);
    }
    if TALLIES {
        tally(line, &mut position, small, room);
    }
    Some(is_right)
}

/// Reads a FEN into a position that is there already; on its own, so that text and setup give their stack back.
#[inline(never)]
fn read(packed: &mut Packed, position: &mut Position) -> Option<()> {
    let fen = packed.text::<MAX_FEN>()?;
    let setup = Setup::from_fen(&fen).ok()?;
    let repairs = setup.repair_into(position).ok()?;
    repairs.is_empty().then_some(())
}

#[inline(never)]
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
