//! Tests of the public interface.

mod castling;
mod en_passant;
mod faults;
mod games;
mod keys;
mod notation;
mod outcome;
mod play;
mod repetition;
#[cfg(feature = "serde")]
mod serde;
mod symmetry;
mod syntax;
mod text;
