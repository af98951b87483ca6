//! Legal moves: listing, playing, taking back, and telling them from sensors.

use passant_rules::{Bitboard, CastlingSide, Color, Move, MoveKind, Piece, Position, Square};

use crate::board::{number_of, square_number};
use crate::boundary::{Out, read, slice_beside};
use crate::constants::{Status, status_of};
use crate::stored::{Stored, StoredUndo, position, writable};

/// The kinds of moves.
pub(crate) const NUMBERS: &[(&str, u64)] = &[
    ("PASSANT_QUIET", MoveKind::Quiet as u64),
    ("PASSANT_DOUBLE_PUSH", MoveKind::DoublePush as u64),
    ("PASSANT_CASTLE_KINGSIDE", MoveKind::CastleKing as u64),
    ("PASSANT_CASTLE_QUEENSIDE", MoveKind::CastleQueen as u64),
    ("PASSANT_CAPTURE", MoveKind::Capture as u64),
    ("PASSANT_EN_PASSANT_CAPTURE", MoveKind::EnPassant as u64),
    ("PASSANT_PROMOTE_KNIGHT", MoveKind::PromoteKnight as u64),
    ("PASSANT_PROMOTE_BISHOP", MoveKind::PromoteBishop as u64),
    ("PASSANT_PROMOTE_ROOK", MoveKind::PromoteRook as u64),
    ("PASSANT_PROMOTE_QUEEN", MoveKind::PromoteQueen as u64),
    (
        "PASSANT_CAPTURE_PROMOTE_KNIGHT",
        MoveKind::CapturePromoteKnight as u64,
    ),
    (
        "PASSANT_CAPTURE_PROMOTE_BISHOP",
        MoveKind::CapturePromoteBishop as u64,
    ),
    (
        "PASSANT_CAPTURE_PROMOTE_ROOK",
        MoveKind::CapturePromoteRook as u64,
    ),
    (
        "PASSANT_CAPTURE_PROMOTE_QUEEN",
        MoveKind::CapturePromoteQueen as u64,
    ),
];

/// The action that the player has to do on a board: `passant_action`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Action {
    from: u8,
    to: u8,
    victim: u8,
    rook_from: u8,
    rook_to: u8,
    promotion: u8,
}

/// The report of sensors: `passant_sensors`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Sensors {
    occupied: u64,
    lifted: u64,
}

/// The legal moves.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_list_moves(
    at: *const Stored,
    moves: *mut u16,
    room: usize,
    count: *mut usize,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise; every number is a `Move`, which has the layout of the number.
        let (position, count, places) = unsafe {
            let position = position(at)?;
            (
                position,
                Out::new(count)?,
                slice_beside(moves.cast::<Move>(), room, at)?,
            )
        };
        if let Some((moves, _)) = position.legal_moves_in(places) {
            count.write(moves.len());
            Ok(())
        } else {
            count.write(position.count_legal_moves() as usize);
            Err(Status::Room)
        }
    })
}

/// Plays a move.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_make(at: *mut Stored, mv: u16, undo: *mut StoredUndo) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (stored, out) = unsafe { (writable(at)?, Out::optional(undo)?) };
        let undo = stored.make(Move::from_bits(mv))?;
        if let Some(out) = out {
            out.write(undo);
        }
        Ok(())
    })
}

/// Takes the last move back.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_unmake(at: *mut Stored, undo: *const StoredUndo) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise; every pattern of bits is an undo, and it is copied before the position changes.
        let (undo, stored) = unsafe { (read(undo)?, writable(at)?) };
        stored.unmake(undo)
    })
}

/// Stores the action that has to be done on the board.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_action(
    at: *const Stored,
    mv: u16,
    action: *mut Action,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(action)?) };
        let mv = legal(position, mv)?;
        let us = position.side_to_move();
        let rook = mv
            .kind()
            .castling_side()
            .map(|side| rook_of(position, us, side));
        out.write(Action {
            from: mv.from().index(),
            to: mv.to().index(),
            victim: square_number(mv.victim_square()),
            rook_from: square_number(rook.and_then(|(from, _)| from)),
            rook_to: square_number(rook.map(|(_, to)| to)),
            promotion: number_of(mv.promotion().map(|kind| Piece::new(us, kind))),
        });
        Ok(())
    })
}

/// Returns the squares on which the rook of a castling right starts and ends.
fn rook_of(position: &Position, us: Color, side: CastlingSide) -> (Option<Square>, Square) {
    let from = position.castling_rights().rook_square(us, side);
    (from, Square::new(side.rook_file(), us.home_rank()))
}

/// A legal move.
pub(crate) fn legal(position: &Position, mv: u16) -> Result<Move, Status> {
    let mv = Move::from_bits(mv);
    position
        .is_legal(mv)
        .then_some(mv)
        .ok_or(Status::IllegalMove)
}

/// The moves that explain what sensors saw.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_infer_moves(
    at: *const Stored,
    seen: *const Sensors,
    moves: *mut u16,
    room: usize,
    count: *mut usize,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise; every number is a `Move`.
        let (position, seen, count, places) = unsafe {
            let (position, seen) = (position(at)?, read(seen)?);
            let places = slice_beside(moves.cast::<Move>(), room, at)?;
            (position, seen, Out::new(count)?, places)
        };
        let found = position.infer_moves(Bitboard(seen.occupied), Bitboard(seen.lifted));
        count.write(found.len());
        let used = places.get_mut(..found.len()).ok_or(Status::Room)?;
        for (place, mv) in used.iter_mut().zip(found) {
            *place = mv;
        }
        Ok(())
    })
}

/// Counts the leaves of the tree of legal moves.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[cfg(feature = "perft")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_perft(
    at: *mut Stored,
    depth: u8,
    moves: *mut u16,
    room: usize,
    nodes: *mut u64,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise; every number is a `Move`.
        let (stored, nodes, places) = unsafe {
            let places = slice_beside(moves.cast::<Move>(), room, at)?;
            (writable(at)?, Out::new(nodes)?, places)
        };
        if crate::constants::MAX_DEPTH < depth {
            return Err(Status::Range);
        }
        let count = passant_count::bulk_within(stored.position_mut(), u32::from(depth), places);
        nodes.write(count.ok_or(Status::Room)?);
        Ok(())
    })
}
