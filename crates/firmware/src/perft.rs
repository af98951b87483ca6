//! Counts and tallies the standard positions.

use passant_count::{bulk_within, naive_within, tally_within};
use passant_rules::{MAX_FEN, Move, MoveKind, Position, Setup, Square};

use crate::flash::{Packed, flash};
use crate::line::{SerialLine, Text};

flash!(STANDARD, "/standard.bin");

/// Room for the moves of one line of a walk.
const ROOM: usize = if cfg!(target_arch = "avr") { 180 } else { 320 };

/// True if the leaves are also tallied. The 31 counters of eight bytes are too large for two kilobytes of RAM.
const TALLIES: bool = !cfg!(target_arch = "avr");

/// The largest count that is repeated by making every leaf, and tallied. Counting in bulk is several times faster.
const MOST_LEAVES: u64 = 500_000;

/// Counts the standard positions to every depth, and compares the counts with those of the suites. Prints a line for
/// each count, and the tally of the deepest count that is not too large. Returns whether all counts were correct.
pub fn perft(line: &mut impl SerialLine) -> bool {
    let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); ROOM];
    let mut packed = STANDARD.reader();
    let mut passed = true;
    while let Some(name) = packed.text::<24>() {
        passed &= standard(line, &name, &mut packed, &mut room).unwrap_or(false);
    }
    passed
}

/// Counts one position to every depth. Returns `None` if the position cannot be unpacked or is invalid.
///
/// A packed position is its FEN as a text preceded by its length, a byte with the number of depths, and the leaves at
/// depth 1, 2, … in LEB128.
#[inline(never)]
fn standard(
    line: &mut impl SerialLine,
    name: &str,
    packed: &mut Packed,
    room: &mut [Move],
) -> Option<bool> {
    let mut position = Position::initial();
    read(packed, &mut position)?;
    let mut passed = true;
    let mut small = 0;
    for depth in 1..=u32::from(packed.byte()?) {
        let expected = packed.number()?;
        if expected <= MOST_LEAVES {
            small = depth;
        }
        passed &= count(line, name, &mut position, depth, expected, room);
    }
    if TALLIES {
        tally(line, &mut position, small, room);
    }
    Some(passed)
}

/// Reads a FEN into an existing position. This is a function of its own, so that the text and the setup leave the
/// stack.
#[inline(never)]
fn read(packed: &mut Packed, position: &mut Position) -> Option<()> {
    let fen = packed.text::<MAX_FEN>()?;
    let setup = Setup::from_fen(&fen).ok()?;
    let repairs = setup.repair_into(position).ok()?;
    repairs.is_empty().then_some(())
}

#[inline(never)]
fn count(
    line: &mut impl SerialLine,
    name: &str,
    position: &mut Position,
    depth: u32,
    expected: u64,
    room: &mut [Move],
) -> bool {
    let bulk = bulk_within(position, depth, room);
    let is_bulk_correct = bulk == Some(expected);
    let is_naive_correct =
        MOST_LEAVES < expected || naive_within(position, depth, room) == Some(expected);
    line.text(name);
    line.text(" ");
    line.number(depth);
    line.text(" ");
    line.number(bulk.unwrap_or(0) as u32);
    line.text(match (is_bulk_correct, is_naive_correct) {
        (true, true) => " ok\n",
        (false, _) => " differs\n",
        (true, false) => " differs when every leaf is made\n",
    });
    is_bulk_correct && is_naive_correct
}

fn tally(line: &mut impl SerialLine, position: &mut Position, depth: u32, room: &mut [Move]) {
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
