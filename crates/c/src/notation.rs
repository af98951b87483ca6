//! Moves as texts.

use core::ffi::c_char;

use passant_rules::{EnPassantSuffix, MoveTextError};

use crate::boundary::{Out, TextOut, ascii, bytes};
use crate::constants::{Status, status_of};
use crate::moves::legal;
use crate::stored::{Stored, position};

/// The ways in which SAN writes en passant captures.
pub(crate) const NUMBERS: &[(&str, u64)] = &[
    ("PASSANT_PLAIN", PLAIN as u64),
    ("PASSANT_WITH_EP", WITH_EP as u64),
];

const PLAIN: u8 = 0;
const WITH_EP: u8 = 1;

/// Writes a legal move in SAN.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_write_san(
    at: *const Stored,
    mv: u16,
    suffix: u8,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, TextOut::new(buffer, size, length)?) };
        let suffix = match suffix {
            PLAIN => EnPassantSuffix::Without,
            WITH_EP => EnPassantSuffix::With,
            _ => return Err(Status::Range),
        };
        let text = position.san(legal(position, mv)?, suffix);
        out.write(&text)
    })
}

/// Writes a legal move in UCI notation.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_write_uci(
    at: *const Stored,
    mv: u16,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, TextOut::new(buffer, size, length)?) };
        let text = position.uci(legal(position, mv)?);
        out.write(&text)
    })
}

/// Reads a move in UCI notation or SAN.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_read_move(
    at: *const Stored,
    text: *const c_char,
    length: usize,
    mv: *mut u16,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, text, out) = unsafe { (position(at)?, bytes(text, length)?, Out::new(mv)?) };
        let text = ascii(text).map_err(|_| Status::Text)?;
        let found = position.parse_move(text).map_err(|error| match error {
            MoveTextError::Syntax { .. } => Status::Text,
            MoveTextError::Illegal => Status::IllegalMove,
            MoveTextError::Ambiguous => Status::Ambiguous,
            MoveTextError::NotEnPassant => Status::NotEnPassant,
        })?;
        out.write(found.bits());
        Ok(())
    })
}
