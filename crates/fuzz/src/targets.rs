//! One function for each reader.
//!
//! # Panics
//!
//! Each panics if the bytes show a bug.

#![expect(
    clippy::missing_panics_doc,
    reason = "a panic is what each function is for"
)]

mod conversation;
mod dialect;
mod files;
mod games;
mod notation;

pub use conversation::{adapter, script, uci, xboard};
pub use dialect::{dialect, printed};
pub use files::{
    calibration, checkpoint, demands, descriptors, epd, expected, expected_findings, journal,
    perft_file, report, settings, suite,
};
pub use games::pgn_file;
pub use notation::{fen, pgn, question, san};
