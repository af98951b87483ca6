//! The rules of chess for C and C++: the library behind `include/passant.h`, which documents each function for its callers.
//!
//! No allocation, no global state, no panic: an archive that could panic would need a symbol that nobody defines, so that no
//! program could be linked with it.
//!
//! # Pointers
//!
//! A caller has to promise this of each pointer, because it cannot be checked: it is null, or it points to as many bytes of the
//! caller as its type or its length says, which nobody else uses during the call. Everything else is checked
//! ([`Status`]): null, alignment, lengths, numbers, texts, and whether the bytes of a position are those that this library has
//! left there.
//!
//! # Bytes that are no position
//!
//! A program in C owns the memory of its positions, and may overwrite it. Two things make that an error of one call and not
//! undefined behavior. `Position` consists of numbers without a forbidden value, and `passant-rules` asserts that; and each
//! position has a seal, a sum over all of its bytes, which every function checks first. One changed word is always noticed,
//! other changes but for one in 2³². Somebody who forges a seal gets meaningless answers, but still no wrong memory access,
//! because no function of `passant-rules` relies on a position being valid to stay within its arrays.

//! # Arguments
//!
//! No function has arguments of more than 18 bytes on an AVR, where pointers and lengths have two. What does not fit into
//! registers there is passed on the stack, about which LLVM and avr-gcc disagree.

#![no_std]

mod board;
mod boundary;
mod constants;
mod fault;
mod game;
mod moves;
mod notation;
mod setup;
mod stored;

pub use board::*;
pub use constants::{
    FEN_SIZE, MAX_DEPTH, MAX_MOVES, NO_SQUARE, POSITION_SIZE, SAN_SIZE, Status, UCI_SIZE,
    passant_status_text,
};
pub use fault::{Fault, Reason, passant_fault_text};
pub use game::*;
pub use moves::*;
pub use notation::*;
pub use setup::*;
pub use stored::{Stored, StoredUndo};

/// The sizes and limits, by their names in C. A test compares them with the header.
pub const LIMITS: &[(&str, u64)] = &[
    ("PASSANT_POSITION_SIZE", POSITION_SIZE as u64),
    ("PASSANT_FEN_SIZE", FEN_SIZE as u64),
    ("PASSANT_SAN_SIZE", SAN_SIZE as u64),
    ("PASSANT_UCI_SIZE", UCI_SIZE as u64),
    ("PASSANT_MAX_MOVES", MAX_MOVES as u64),
    ("PASSANT_MAX_DEPTH", MAX_DEPTH as u64),
    ("PASSANT_NO_SQUARE", NO_SQUARE as u64),
];

/// The constants of all enums, by their names in C. A test compares them with the header.
pub const NUMBERS: &[&[(&str, u64)]] = &[
    Status::NUMBERS,
    Reason::NUMBERS,
    Verdict::NUMBERS,
    GameResult::NUMBERS,
    board::NUMBERS,
    setup::NUMBERS,
    notation::NUMBERS,
    moves::NUMBERS,
];

#[cfg(passant_archive)]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        /// This function is not defined anywhere.
        fn passant_cannot_panic() -> !;
    }
    // SAFETY: a program with this call does not link, so it never runs.
    unsafe { passant_cannot_panic() }
}
