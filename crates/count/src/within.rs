//! The plain walks for machines with little memory: the caller provides one array for the moves of all plies.
//!
//! [`naive`](crate::naive) and [`bulk`](crate::bulk) use 440 bytes of stack per ply for a list of 218 moves, and a chip
//! with 2 KB of memory has no room for more than a few of them. Few positions have more than fifty moves.

use passant_rules::{Move, Position};

use crate::classify;
use crate::column::Column;
use crate::tally::Tally;

/// Counts the same leaves as [`naive`](crate::naive), by playing every line. Returns `None` if the moves of one line do
/// not fit into `room`. The position is unchanged afterwards.
///
/// ```
/// use passant_count::naive_within;
/// use passant_rules::{Move, MoveKind, Position, Square};
///
/// let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); 100];
/// let mut position = Position::initial();
/// assert_eq!(naive_within(&mut position, 3, &mut room), Some(8_902));
/// assert_eq!(naive_within(&mut position, 3, &mut room[..40]), None);
/// ```
pub fn naive_within(position: &mut Position, depth: u32, room: &mut [Move]) -> Option<u64> {
    let mut nodes = 0;
    if depth == 0 {
        nodes = 1;
    } else {
        walk_naive(position, depth, room, &mut nodes)?;
    }
    Some(nodes)
}

/// Adds the leaves to `nodes`. Returning the count would pass it through memory on a chip, and calling this function
/// for a tree of one leaf would cost a call for each leaf; avoiding both saves a tenth of all instructions.
fn walk_naive(
    position: &mut Position,
    depth: u32,
    room: &mut [Move],
    nodes: &mut u64,
) -> Option<()> {
    let (moves, rest) = position.legal_moves_in(room)?;
    let mut leaves = 0_u32;
    for &mut mv in moves {
        let undo = position.make(mv);
        let done = if depth == 1 {
            leaves += 1;
            Some(())
        } else {
            walk_naive(position, depth - 1, rest, nodes)
        };
        position.unmake(mv, undo);
        done?;
    }
    *nodes += u64::from(leaves);
    Some(())
}

/// Counts the same leaves as [`bulk`](crate::bulk), without playing the last ply. Returns `None` if the moves of one
/// line do not fit into `room`. The position is unchanged afterwards.
///
/// ```
/// use passant_count::bulk_within;
/// use passant_rules::{Move, MoveKind, Position, Square};
///
/// let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); 50];
/// assert_eq!(bulk_within(&mut Position::initial(), 3, &mut room), Some(8_902));
/// ```
pub fn bulk_within(position: &mut Position, depth: u32, room: &mut [Move]) -> Option<u64> {
    let mut nodes = 0;
    if depth == 0 {
        nodes = 1;
    } else {
        walk_bulk(position, depth, room, &mut nodes)?;
    }
    Some(nodes)
}

fn walk_bulk(
    position: &mut Position,
    depth: u32,
    room: &mut [Move],
    nodes: &mut u64,
) -> Option<()> {
    if depth == 1 {
        *nodes += u64::from(position.count_legal_moves());
        return Some(());
    }
    let (moves, rest) = position.legal_moves_in(room)?;
    for &mut mv in moves {
        let undo = position.make(mv);
        let done = walk_bulk(position, depth - 1, rest, nodes);
        position.unmake(mv, undo);
        done?;
    }
    Some(())
}

/// Tallies the same leaf moves as [`tally`](crate::tally()). Returns `None` if the moves of one line do not fit into
/// `room`. The position is unchanged afterwards.
///
/// ```
/// use passant_count::{Column, tally_within};
/// use passant_rules::{Move, MoveKind, Position, Square};
///
/// let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); 100];
/// let tally = tally_within(&mut Position::initial(), 3, &mut room).unwrap();
/// assert_eq!(tally[Column::Captures], 34);
/// ```
pub fn tally_within(position: &mut Position, depth: u32, room: &mut [Move]) -> Option<Tally> {
    let mut total = Tally::default();
    if depth == 0 {
        total.add(Column::Nodes, 1);
    } else {
        walk(position, depth, room, &mut total)?;
    }
    Some(total)
}

fn walk(position: &mut Position, depth: u32, room: &mut [Move], total: &mut Tally) -> Option<()> {
    let (moves, rest) = position.legal_moves_in(room)?;
    if depth == 1 {
        classify::leaf_moves(position, moves.iter().copied(), total);
        return Some(());
    }
    for &mut mv in moves {
        let undo = position.make(mv);
        let done = walk(position, depth - 1, rest, total);
        position.unmake(mv, undo);
        done?;
    }
    Some(())
}
