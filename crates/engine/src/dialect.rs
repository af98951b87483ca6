//! The output of perft, in the dialects of all known engines.
//!
//! Each line is read on its own: a move with its nodes, a total, or neither ([`Reading`]). [`PerftOutput`] combines the
//! lines of an answer. [`notation`] reads the moves.

mod custom_patterns;
mod line_reader;
pub mod notation;
mod output;

pub use custom_patterns::CustomPatterns;
pub use line_reader::{Reading, read};
pub(crate) use line_reader::{Regex, clean, compile_constant};
#[cfg(feature = "processes")]
pub(crate) use output::MAX_LINES;
pub(crate) use output::{MAX_MOVES, counts, too_many_moves};
pub use output::{PerftOutput, PrintedCounts};

#[cfg(test)]
mod tests;
