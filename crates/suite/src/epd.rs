//! EPD files of other projects: a position and its counts on one line, in all the usual formats.
//!
//! [EPD](https://www.chessprogramming.org/Extended_Position_Description) and its perft dialects. A line is
//!
//! - a FEN of four, five or six fields, optionally after the word `epd`,
//! - then operations, separated by `;` or, where that is unambiguous, by nothing.
//!
//! | operation | means |
//! | --- | --- |
//! | `D1 20`, `D1=20`, `D1: 20`, `perft 1 20`, `perft(1) = 20`, `depth 1 20` | 20 leaf nodes at depth 1 |
//! | `id "name"` | the name of the position |
//! | `hmvc 0`, `fmvn 1` | the clocks, where the FEN does not have them |
//! | anything else that begins with a letter | ignored |
//!
//! Counts may have `,` or `_` between groups of three digits. Lines of operations alone belong to the position above,
//! but an `id` to the one below. A `#` at the start of a word begins a comment. A byte order mark, Windows line ends and
//! tabs are accepted; lines have at most [`MAX_LINE`] bytes.
//!
//! ```
//! use passant_suite::epd;
//!
//! let text = "\
//! ## Four formats of one position.
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -; D1=20; D2=400;
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; perft 1 20; perft 2 400;
//! epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//! perft 1 20
//! perft 2 400
//! ";
//! for case in epd::read("start.epd", text.as_bytes())? {
//!     assert_eq!(
//!         epd::line(&case.setup, case.depths),
//!         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400",
//!     );
//! }
//! # Ok::<(), passant_suite::Diagnostics>(())
//! ```

mod case;
mod notes;
mod reader;

pub use case::{EpdCase, MAX_LINE};

use std::fmt::Write;
use std::path::Path;

use passant_rules::Setup;

use crate::Diagnostics;
use crate::source::{self, Source, decoded};

/// Reads an EPD file.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<EpdCase>, Diagnostics> {
    let (cases, diagnostics) = load_partly(path);
    diagnostics.into_result(cases)
}

/// Reads the content of an EPD file; `file` is its name in messages.
///
/// FENs are read leniently ([`Setup::repair`]). The error holds everything that is wrong with any line, not just the
/// first.
pub fn read(file: &str, content: &[u8]) -> Result<Vec<EpdCase>, Diagnostics> {
    let (cases, diagnostics) = read_partly(file, content);
    diagnostics.into_result(cases)
}

/// Reads an EPD file as far as possible: the positions without an error, and the diagnostics of the others.
///
/// Public files have thousands of lines, and a few that no reader of FENs accepts; the others are still useful.
#[must_use]
pub fn load_partly(path: impl AsRef<Path>) -> (Vec<EpdCase>, Diagnostics) {
    let path = path.as_ref();
    let shown = path.display().to_string();
    match source::load(path) {
        Ok(bytes) => read_partly(&shown, &bytes),
        Err(error) => (Vec::new(), error.into()),
    }
}

/// Reads the content of an EPD file as far as possible, like [`load_partly`].
#[must_use]
pub fn read_partly(file: &str, content: &[u8]) -> (Vec<EpdCase>, Diagnostics) {
    match decoded(file, content) {
        Ok(text) => reader::read(&Source::new(file, text)),
        Err(diagnostics) => (Vec::new(), diagnostics.into()),
    }
}

/// Writes a line that every perft program reads, without a line end: six fields, then `;D1 20 ;D2 400`.
#[must_use]
pub fn line(setup: &Setup, depths: impl IntoIterator<Item = (u32, u64)>) -> String {
    let mut line = setup.fen().to_string();
    for (depth, count) in depths {
        // Writing to a string cannot fail.
        let _ = write!(line, " ;D{depth} {count}");
    }
    line
}
