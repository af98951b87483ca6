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
mod fen;
mod files;
mod pgn;
mod printed;
mod question;
mod records;

pub use conversation::{adapter, script, uci, xboard};
pub use dialect::dialect;
pub use fen::{fen, san};
pub use files::{descriptors, epd, expected, perft_file, suite};
pub use pgn::pgn;
pub use printed::printed;
pub use question::question;
pub use records::{calibration, checkpoint, journal, report};
