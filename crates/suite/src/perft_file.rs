//! Files of positions and their perft counts, in every form that people have.
//!
//! [`Reader`] looks at the start of a file and detects its [`Form`]:
//!
//! | form | an entry |
//! | --- | --- |
//! | EPD | `FEN ;D1 20 ;D2 400`, and everything else that [`epd`](crate::epd) reads |
//! | columns | `FEN 3 8902`: depth and nodes after a FEN of four or six fields |
//! | depth and nodes | `FEN;3;8902`, also with `,`, `\|` or tabs |
//! | counts by depth | `FEN\|14\|191`: nodes at depth 1, 2 and so on |
//! | table | a header that names the columns: `fen,depth,nodes`, `fen;d1;d2` |
//! | assignments | `name="start" fen="…" depth=3 nodes=8902` |
//! | JSON, JSON Lines | objects with a FEN, wherever they stand |
//!
//! Names are read in their usual spellings: `nodes`, `count`, `leaf_nodes`, `perft`; `depth`, `ply`; `d3`, `perft(3)`,
//! `depth 3`. In JSON, counts may be numbers with a depth beside them, `{"1": 20, "2": 400}`, `[20, 400]`,
//! `[[1, 20], [2, 400]]` or objects. Nodes beside a score or a best move are those of a search, and no counts.
//!
//! Two numbers without a name after a FEN are a depth and its nodes, or the nodes at depths 1 and 2. The number of moves
//! tells which; where it cannot, the file is refused. Two numbers behind four fields of a FEN are clocks unless they are a
//! depth and its nodes.
//!
//! A line has at most [`MAX_LINE`](crate::epd::MAX_LINE) bytes, one of JSON [`MAX_JSON_LINE`]. JSON is nested at most
//! [`MAX_NESTING`] deep, and is read without holding more than a line of it.
//!
//! ```
//! use passant_suite::perft_file;
//!
//! let text = "fen,depth,nodes\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,3,8902\n";
//! let (form, cases) = perft_file::read("start.csv", text.as_bytes())?;
//! assert_eq!(form.to_string(), "a table with the columns fen, depth, nodes");
//! assert_eq!(cases[0].depths[&3], 8902);
//! # Ok::<(), passant_suite::Diagnostics>(())
//! ```

mod assignments;
mod cell;
mod columns;
mod detect;
mod entry;
mod field;
mod form;
mod json;
mod numbers;
mod reader;
mod rows;
mod small_perft;

pub use form::Form;
pub use json::{MAX_JSON_LINE, MAX_NESTING};
pub use reader::Reader;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crate::epd::EpdCase;
use crate::source::unreadable;
use crate::{Diagnostic, Diagnostics};

/// Reads the content of a file; `file` is its name in messages. The error holds everything that is wrong.
pub fn read(file: &str, content: &[u8]) -> Result<(Form, Vec<EpdCase>), Diagnostics> {
    let reader = Reader::new(file, content);
    let form = reader.form().cloned().unwrap_or(Form::Epd);
    let mut diagnostics = Diagnostics::default();
    let cases = reader.filter_map(|item| diagnostics.keep(item)).collect();
    diagnostics.into_result((form, cases))
}

/// Opens a file of any length, to read one position after another.
pub fn open(path: impl AsRef<Path>) -> Result<Reader<BufReader<File>>, Diagnostic> {
    let shown = path.as_ref().display().to_string();
    match File::open(path) {
        Ok(file) => Ok(Reader::new(&shown, BufReader::new(file))),
        Err(error) => Err(unreadable(&shown, &error)),
    }
}
