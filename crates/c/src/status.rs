//! The status that every function returns.

use core::ffi::c_char;

use crate::constants::numbers;

numbers! {
    /// The result of a function: success, or the reason of the failure. After an error nothing has changed.
    #[repr(C)]
    pub enum Status {
        Ok = 0, "PASSANT_OK", c"done";
        Null = 1, "PASSANT_ERROR_NULL", c"a pointer is null";
        Alignment = 2, "PASSANT_ERROR_ALIGNMENT", c"a pointer is not aligned for what it should point to";
        Room = 3, "PASSANT_ERROR_ROOM", c"the buffer is too small";
        Range = 4, "PASSANT_ERROR_RANGE", c"a number is outside of its range";
        Overlap = 5, "PASSANT_ERROR_OVERLAP", c"the buffer overlaps the position";
        Position = 6, "PASSANT_ERROR_POSITION", c"this memory holds no position: it was never set up, or was overwritten";
        Setup = 7, "PASSANT_ERROR_SETUP", c"this is not a position; passant_explain_fen says why";
        Text = 8, "PASSANT_ERROR_TEXT", c"no move can be read from the text; expected one like exd6, Nf3 or e2e4";
        IllegalMove = 9, "PASSANT_ERROR_ILLEGAL_MOVE", c"not a legal move in this position";
        Ambiguous = 10, "PASSANT_ERROR_AMBIGUOUS", c"more than one legal move could be meant; name the square it comes from";
        NotEnPassant = 11, "PASSANT_ERROR_NOT_EN_PASSANT", c"this move does not capture en passant";
        Undo = 12, "PASSANT_ERROR_UNDO", c"this does not take back the last move of this position";
    }
}

/// Runs the body of a function that C calls.
#[inline]
pub(crate) fn status_of(body: impl FnOnce() -> Result<(), Status>) -> Status {
    match body() {
        Ok(()) => Status::Ok,
        Err(status) => status,
    }
}

/// A sentence about a status.
#[unsafe(no_mangle)]
pub extern "C" fn passant_status_text(status: u8) -> *const c_char {
    Status::text_of(status)
}
