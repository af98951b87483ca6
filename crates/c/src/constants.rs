//! The numbers that the header names.

use core::ffi::{CStr, c_char};

use passant_rules::{MAX_FEN, MAX_SAN};

/// Declares an enum, the name in C of each variant, and a sentence about it.
macro_rules! numbers {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($variant:ident = $value:literal, $c:literal, $text:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $c, "`.")] $variant = $value),+
        }

        impl $name {
            /// The names in C, and their numbers.
            pub const NUMBERS: &'static [(&'static str, u64)] = &[$(($c, $value)),+];

            /// A sentence about a number, which may mean nothing.
            fn text_of(number: u8) -> *const core::ffi::c_char {
                // Statics, because a linker drops each that is not used, but keeps all literals or none.
                match number {
                    $($value => {
                        static TEXT: [u8; $text.count_bytes() + 1] = $crate::constants::bytes_of($text);
                        TEXT.as_ptr().cast()
                    })+
                    _ => {
                        static TEXT: [u8; 8] = *b"unknown\0";
                        TEXT.as_ptr().cast()
                    }
                }
            }
        }
    };
}
pub(crate) use numbers;

/// The bytes of a text with its 0, for statics: they are copied when this is compiled.
pub(crate) const fn bytes_of<const N: usize>(text: &CStr) -> [u8; N] {
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        bytes[at] = text.to_bytes_with_nul()[at];
        at += 1;
    }
    bytes
}

/// The bytes of a position.
pub const POSITION_SIZE: usize = 216;
/// Room for every FEN and the 0 behind it.
pub const FEN_SIZE: usize = MAX_FEN + 1;
/// Room for every move in SAN and the 0 behind it.
pub const SAN_SIZE: usize = MAX_SAN + 1;
/// Room for every move in UCI notation and the 0 behind it.
pub const UCI_SIZE: usize = 6;
/// Room for the moves of every position.
pub const MAX_MOVES: usize = passant_rules::MAX_MOVES;
/// The deepest perft: each ply takes stack.
pub const MAX_DEPTH: u8 = 32;
/// No square.
pub const NO_SQUARE: u8 = 64;

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
