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

mod detect;
mod entry;
mod json;
mod line_forms;
mod numbers;

pub use json::{MAX_JSON_LINE, MAX_NESTING};
pub use line_forms::Form;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Chain, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use crate::epd::{self, EpdCase, MAX_LINE};
use crate::lines::{Lines, RawLine};
use crate::source::{self, decode_line, unreadable, without_mark};
use crate::{Diagnostic, Diagnostics};
use detect::{PEEK, detect};
use entry::{FileLine, Item};
use json::Json;
use line_forms::{Rows, read_assignments, read_columns};

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
    let (shown, file) = source::open(path.as_ref())?;
    Ok(Reader::new(&shown, file))
}

/// The content of a file after its start was looked at.
type Input<R> = Chain<Cursor<Vec<u8>>, R>;

/// Reads a file position by position, however long it is.
///
/// An error does not end it, except one in reading the file, text that is not UTF-8, and JSON that breaks off within an
/// object.
#[derive(Debug)]
pub struct Reader<R> {
    /// `None` if it is unclear.
    form: Option<Form>,
    entries: Entries<R>,
}

#[derive(Debug)]
enum Entries<R> {
    Epd(Box<epd::Reader<Input<R>>>),
    Lines(Box<LineReader<R>>),
    /// The form is unclear.
    Refused(Option<Diagnostic>),
}

impl<R: BufRead> Reader<R> {
    /// Looks at the start of a stream, and goes on from there; `file` is its name in messages.
    pub fn new(file: &str, mut content: R) -> Self {
        let mut start = Vec::new();
        // An error comes again when the lines are read.
        let _ = content.by_ref().take(PEEK as u64).read_to_end(&mut start);
        let found = detect(file, &start);
        let input = Cursor::new(start).chain(content);
        let (form, entries) = match found {
            Err(error) => (None, Entries::Refused(Some(error))),
            Ok(form) => {
                let entries = match LineForm::of(&form) {
                    Some(lines) => Entries::Lines(Box::new(LineReader::new(file, input, lines))),
                    None => Entries::Epd(Box::new(epd::Reader::new(file, input))),
                };
                (Some(form), entries)
            }
        };
        Self { form, entries }
    }

    /// Returns the form of the file; `None` if it is unclear, which the first item says.
    #[must_use]
    pub fn form(&self) -> Option<&Form> {
        self.form.as_ref()
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<EpdCase, Diagnostics>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.entries {
            Entries::Epd(reader) => reader.next(),
            Entries::Lines(reader) => reader.next(),
            Entries::Refused(error) => error.take().map(|error| Err(error.into())),
        }
    }
}

/// The reader of one line of a form.
#[derive(Debug)]
enum LineForm {
    Rows(Rows),
    Columns,
    Assignments,
    Json(Json),
}

impl LineForm {
    /// The reader of a form; `None` for EPD, which has a reader of its own.
    fn of(form: &Form) -> Option<Self> {
        Some(match form {
            Form::Epd => return None,
            Form::Json | Form::JsonLines => Self::Json(Json::default()),
            Form::Assignments => Self::Assignments,
            Form::Columns => Self::Columns,
            table => Self::Rows(Rows::of(table)?),
        })
    }

    /// The longest line, in bytes.
    fn longest(&self) -> usize {
        match self {
            Self::Json(_) => MAX_JSON_LINE,
            _ => MAX_LINE,
        }
    }
}

/// Reads line by line.
#[derive(Debug)]
struct LineReader<R> {
    file: Arc<str>,
    /// `None` after the end.
    lines: Option<Lines<Input<R>>>,
    form: LineForm,
    /// Entries that are ready to be returned.
    ready: VecDeque<Item>,
}

impl<R: BufRead> LineReader<R> {
    fn new(file: &str, input: Input<R>, form: LineForm) -> Self {
        Self {
            file: file.into(),
            // A byte order mark does not count as a part of the line.
            lines: Some(Lines::new(input, form.longest() + 3)),
            form,
            ready: VecDeque::new(),
        }
    }

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            match self.lines.as_mut()?.next() {
                Ok(Some(line)) => self.read(&line),
                Ok(None) => {
                    self.lines = None;
                    if let LineForm::Json(json) = &self.form {
                        let error = json.end_error(&self.file);
                        self.ready.extend(error.map(|error| Err(error.into())));
                    }
                }
                Err(error) => self.stop(unreadable(&self.file, &error)),
            }
        }
    }

    /// Reports an error after which nothing can be read.
    fn stop(&mut self, error: Diagnostic) {
        self.lines = None;
        self.ready.push_back(Err(error.into()));
    }

    fn read(&mut self, raw: &RawLine) {
        let bytes = match raw.number {
            1 => without_mark(&raw.bytes),
            _ => &raw.bytes,
        };
        let length = raw.length - (raw.bytes.len() - bytes.len());
        if self.form.longest() < length {
            return self.too_long(raw.number, length);
        }
        let text = match decode_line(&self.file, raw.number, bytes) {
            Ok(text) => text.to_owned(),
            Err(error) => return self.stop(error),
        };
        let is_json = matches!(self.form, LineForm::Json(_));
        if text.trim_ascii().is_empty() || (!is_json && text.trim_ascii().starts_with('#')) {
            return;
        }
        let line = Arc::new(FileLine {
            file: Arc::clone(&self.file),
            number: raw.number,
            text,
        });
        match &mut self.form {
            LineForm::Rows(rows) => self.ready.extend(rows.read(&line)),
            LineForm::Columns => self.ready.push_back(read_columns(&line)),
            LineForm::Assignments => self.ready.extend(read_assignments(&line)),
            LineForm::Json(json) => {
                if let Err(error) = json.read(&line, &mut self.ready) {
                    self.stop(error);
                }
            }
        }
    }

    /// A line of JSON holds a part of the structure, so that nothing can be read after it.
    fn too_long(&mut self, number: usize, length: usize) {
        let line = FileLine {
            file: Arc::clone(&self.file),
            number,
            text: String::new(),
        };
        let error = line
            .error(0..0, format!("this line has {length} bytes"))
            .with_hint(format!("a line has at most {} bytes", self.form.longest()));
        if matches!(self.form, LineForm::Json(_)) {
            self.stop(error);
        } else {
            self.ready.push_back(Err(error.into()));
        }
    }
}
