//! Measures what the rules cost: the budgets for size, stack and instructions apply to this image.

use passant_count::{bulk_within, naive_within};
use passant_rules::{Move, MoveKind, Position, Square};

use crate::chip::{end_measurement, stack, start_measurement};
use crate::line::{SerialLine, Text};

/// Room for the moves of all plies: 512 bytes, or on an AVR just enough for the counts of this program.
const ROOM: usize = if cfg!(target_arch = "avr") { 160 } else { 256 };

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ROOK_ENDGAME: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

/// Reads kiwipete from its FEN and counts to depth 3, first by making every leaf, then in bulk; the emulator counts the
/// instructions of each of the three parts. Then measures the depth of the stack in a perft to depth 6.
///
/// Returns whether the counts were correct.
pub fn measure(line: &mut impl SerialLine) -> bool {
    let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); ROOM];
    let passed = instructions(line, &mut room);
    stack::paint();
    let nodes = perft_6(&mut room);
    let peak = stack::peak();
    let deep_passed = report(line, "perft 6", nodes, 764_643);
    line.text("stack ");
    line.number(peak);
    line.text("\n");
    passed && deep_passed
}

#[inline(never)]
fn instructions(line: &mut impl SerialLine, room: &mut [Move]) -> bool {
    start_measurement();
    let mut read = Position::from_fen(KIWIPETE);
    end_measurement();
    // Borrowed, because moving a position would take its size once more.
    let Ok(position) = &mut read else {
        return false;
    };
    start_measurement();
    let naive = naive_within(position, 3, room);
    end_measurement();
    start_measurement();
    let bulk = bulk_within(position, 3, room);
    end_measurement();
    report(line, "naive", naive, 97_862) & report(line, "bulk", bulk, 97_862)
}

#[inline(never)]
fn perft_6(room: &mut [Move]) -> Option<u64> {
    let mut read = Position::from_fen(ROOK_ENDGAME);
    let position = read.as_mut().ok()?;
    naive_within(position, 6, room)
}

#[inline(never)]
fn report(line: &mut impl SerialLine, name: &str, nodes: Option<u64>, expected: u64) -> bool {
    line.text(name);
    line.text(" ");
    line.number(nodes.unwrap_or(0) as u32);
    line.text("\n");
    nodes == Some(expected)
}
