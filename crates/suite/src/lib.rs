//! Chess positions for testing engines: reads `suites/` and EPD files of other projects, and writes EPD.
//!
//! The suites are built in; [`Suites::load`] reads another folder. Each case says what engines must answer, why it
//! exists, where it is from, and which programs confirmed it.
//!
//! ```
//! use passant_suite::Suites;
//!
//! let suites = Suites::builtin()?;
//! let selection = suites.select(["en-passant/rejected-rank"]).expect("such a suite exists");
//! for case in &selection.cases {
//!     let legal = case.position().legal_moves();
//!     assert_eq!(legal.len() as u64, case.perft[0], "{}: {}", case.address, case.why);
//!     for capture in &case.illegal {
//!         assert!(!legal.contains(capture), "{}: {}", case.address, case.why);
//!     }
//! }
//! # Ok::<(), passant_suite::Diagnostics>(())
//! ```
//!
//! Files with positions and counts come in many formats; [`epd`] reads them:
//!
//! ```
//! use passant_suite::epd;
//!
//! let text = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - ;D1 14 ;D2 191 ;D7 178,633,661";
//! let cases = epd::read("positions.epd", text.as_bytes())?;
//! assert_eq!(cases[0].depths[&7], 178_633_661);
//! # Ok::<(), passant_suite::Diagnostics>(())
//! ```
//!
//! This crate also reads files about engines: [`descriptor`]s and lists of [`expected`] failures.
//!
//! Whatever is wrong with a file becomes a [`Diagnostic`], with the line, the characters and a hint. Readers do not stop
//! at the first one.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

/// Games in PGN for testing readers, the file `suites/pgn/marks.pgn`: each mark for an en passant capture, in each place. Its README
/// explains the tags. `reader_games` of `passant-pgn` reads them.
pub const READER_GAMES: &str = include_str!("../suites/pgn/marks.pgn");

pub mod book;
mod case;
pub mod descriptor;
mod diagnostic;
pub mod epd;
pub mod expected;
pub mod expected_findings;
mod folder;
mod lines;
pub mod perft_file;
mod questions;
mod read;
mod referee;
mod search;
mod select;
mod source;
mod state;
mod state_twin;
mod suites;
mod table;
mod twin;

pub use case::{Case, FenCase, PlayCase, Reach, Suite, Variant};
pub use diagnostic::{Diagnostic, Diagnostics, Located, Place, Severity, propose, similar};
pub use lines::{Lines, RawLine};
pub use questions::Expect;
pub use referee::{RefereeCase, RefereeEnding};
pub use search::{SearchCase, SearchClaim};
pub use select::{Selection, UnknownSelectors, is_quick};
pub use state::{
    AfterMoves, AfterPly, AskedMove, Because, Effect, Game, Notation, Queries, Repetition, Rule,
    SamePosition, StateCase, StateQuestion, Written,
};
pub use suites::Suites;
pub use twin::{flip_line, flip_setup, mirror_setup};
