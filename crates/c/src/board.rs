//! The view of a position: the side to move, its pieces, where they may go, and the right to capture en passant.

use core::ffi::c_char;

use passant_rules::{Bitboard, Color, EnPassantVerdict, IllegalReason, Piece, PieceType, Square};

use crate::boundary::Out;
use crate::constants::{NO_SQUARE, Status, numbers, status_of};
use crate::stored::{Stored, position};

/// The bit of a piece that is black.
const BLACK: u8 = 8;

/// The sides and pieces.
pub(crate) const NUMBERS: &[(&str, u64)] = &[
    ("PASSANT_WHITE", Color::White as u64),
    ("PASSANT_BLACK", Color::Black as u64),
    ("PASSANT_NO_PIECE", 0),
    ("PASSANT_PAWN", 1),
    ("PASSANT_KNIGHT", 2),
    ("PASSANT_BISHOP", 3),
    ("PASSANT_ROOK", 4),
    ("PASSANT_QUEEN", 5),
    ("PASSANT_KING", 6),
    ("PASSANT_BLACK_PIECE", BLACK as u64),
];

numbers! {
    /// The verdict on an en passant capture: legal, or illegal for a reason.
    #[repr(u8)]
    pub enum Verdict {
        None = 0, "PASSANT_NO_CAPTURE", c"no pawn on this square could capture en passant";
        Legal = 1, "PASSANT_LEGAL_CAPTURE", c"the en passant capture is legal";
        Check = 2, "PASSANT_ILLEGAL_CHECK", c"illegal: the king is in check, and the capture does not answer it";
        File = 3, "PASSANT_ILLEGAL_FILE", c"illegal: the pawn is pinned on its file";
        Diagonal = 4, "PASSANT_ILLEGAL_DIAGONAL", c"illegal: the pawn is pinned on a diagonal";
        Rank = 5, "PASSANT_ILLEGAL_RANK", c"illegal: both pawns leave the rank and uncover the king";
        Victim = 6, "PASSANT_ILLEGAL_VICTIM", c"illegal: the captured pawn shields the king on a diagonal";
    }
}

/// The right to capture en passant: `passant_right`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Right {
    capturers: u64,
    legal: u64,
    target: u8,
    victim: u8,
}

/// The number of a piece in C; 0 for none.
pub(crate) fn number_of(piece: Option<Piece>) -> u8 {
    piece.map_or(0, |piece| {
        let color = if piece.color() == Color::Black {
            BLACK
        } else {
            0
        };
        piece.piece_type() as u8 + 1 + color
    })
}

/// The piece with this number, or none.
pub(crate) fn piece_of(number: u8) -> Result<Option<Piece>, Status> {
    if number == 0 {
        return Ok(None);
    }
    let color = if number & BLACK == 0 {
        Color::White
    } else {
        Color::Black
    };
    let kind = usize::from((number & !BLACK).wrapping_sub(1));
    let kind = PieceType::ALL.get(kind).ok_or(Status::Range)?;
    Ok(Some(Piece::new(color, *kind)))
}

/// The number of a square in C.
pub(crate) fn square_number(square: Option<Square>) -> u8 {
    square.map_or(NO_SQUARE, Square::index)
}

/// The square with this number.
pub(crate) fn square_of(number: u8) -> Result<Square, Status> {
    Square::from_index(number).ok_or(Status::Range)
}

/// Stores the side to move.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_side(at: *const Stored, side: *mut u8) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(side)?) };
        out.write(position.side_to_move() as u8);
        Ok(())
    })
}

/// The piece on a square.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_piece(
    at: *const Stored,
    square: u8,
    piece: *mut u8,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(piece)?) };
        out.write(number_of(position.piece_at(square_of(square)?)));
        Ok(())
    })
}

/// The squares with a piece.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_occupied(at: *const Stored, squares: *mut u64) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(squares)?) };
        out.write(position.occupied().0);
        Ok(())
    })
}

/// The pieces that give check.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_checkers(at: *const Stored, squares: *mut u64) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(squares)?) };
        out.write(position.checkers().0);
        Ok(())
    })
}

/// Stores the squares to which the piece on a square may go.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_targets(
    at: *const Stored,
    square: u8,
    squares: *mut u64,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(squares)?) };
        out.write(position.targets(square_of(square)?).0);
        Ok(())
    })
}

/// The right to capture en passant.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_en_passant(at: *const Stored, right: *mut Right) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(right)?) };
        let right = position.en_passant();
        let squares = |of: fn(passant_rules::EnPassant) -> Bitboard| right.map_or(0, |it| of(it).0);
        out.write(Right {
            capturers: squares(passant_rules::EnPassant::capturers),
            legal: squares(passant_rules::EnPassant::legal),
            target: square_number(right.map(passant_rules::EnPassant::target)),
            victim: square_number(right.map(passant_rules::EnPassant::victim)),
        });
        Ok(())
    })
}

/// Tells whether the pawn on a square may capture en passant, and if not, why.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_judge(
    at: *const Stored,
    capturer: u8,
    verdict: *mut u8,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(verdict)?) };
        let verdict = match position.judge_en_passant(square_of(capturer)?) {
            None => Verdict::None,
            Some(EnPassantVerdict::Legal) => Verdict::Legal,
            Some(EnPassantVerdict::Illegal(reason)) => match reason {
                IllegalReason::Check => Verdict::Check,
                IllegalReason::File => Verdict::File,
                IllegalReason::Diagonal => Verdict::Diagonal,
                IllegalReason::Rank => Verdict::Rank,
                IllegalReason::Victim => Verdict::Victim,
            },
        };
        out.write(verdict as u8);
        Ok(())
    })
}

/// A sentence about a verdict.
#[unsafe(no_mangle)]
pub extern "C" fn passant_verdict_text(verdict: u8) -> *const c_char {
    Verdict::text_of(verdict)
}
