//! The numbers that the header names.

use core::ffi::CStr;

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
