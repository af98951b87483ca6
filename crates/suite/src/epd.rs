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
//! but an `id` to the one below. A `#` at the start of a word begins a comment. Lines end with LF, CR LF or CR and have at
//! most [`MAX_LINE`] bytes; a byte order mark and tabs are accepted. An operation that holds a FEN outside quotation marks
//! is refused, because a line end is missing there.
//!
//! Counts that no position can have are refused: more than [`MAX_MOVES`](passant_rules::MAX_MOVES) times as many leaf
//! nodes as one ply before, which also means any after none, two counts at one depth, and depths above [`MAX_DEPTH`].
//! Counts may fall with the depth, because mates and stalemates end lines.
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

pub(crate) mod notes;
mod reader;

pub use notes::{EpdCase, MAX_DEPTH, MAX_LINE};
pub use reader::Reader;
pub(crate) use reader::complete;

use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use passant_rules::Setup;

use crate::{Diagnostic, Diagnostics, source};

/// Reads an EPD file as a whole.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<EpdCase>, Diagnostics> {
    collect_cases(open(path)?)
}

/// Reads the content of an EPD file; `file` is its name in messages.
///
/// FENs are read leniently ([`Setup::repair`]). The error holds everything that is wrong with any line, not just the
/// first.
pub fn read(file: &str, content: &[u8]) -> Result<Vec<EpdCase>, Diagnostics> {
    collect_cases(Reader::new(file, content))
}

/// Opens an EPD file of any length, to read one position after another.
pub fn open(path: impl AsRef<Path>) -> Result<Reader<BufReader<File>>, Diagnostic> {
    let (shown, file) = source::open(path.as_ref())?;
    Ok(Reader::new(&shown, file))
}

/// Returns all positions, or everything that is wrong.
fn collect_cases(
    items: impl Iterator<Item = Result<EpdCase, Diagnostics>>,
) -> Result<Vec<EpdCase>, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let cases = items.filter_map(|item| diagnostics.keep(item)).collect();
    diagnostics.into_sorted().into_result(cases)
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
