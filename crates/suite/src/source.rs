//! A text file, and parts of it that know their places.

use std::fs::File;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;
use std::str::Utf8Error;
use std::{fs, io};

use passant_rules::{Setup, SetupFault};

use crate::{Diagnostic, Located, Place};

/// A text file.
pub(crate) struct Source<'a> {
    file: &'a str,
    text: &'a str,
    /// The number of the first line.
    first: usize,
    /// The offset at which each line starts.
    starts: Vec<usize>,
}

/// A string value, and where it is written in a file.
#[derive(Clone, Debug)]
pub(crate) struct Text<'a> {
    pub(crate) value: &'a str,
    /// Its bytes in the file, quotes included.
    pub(crate) span: Range<usize>,
    /// The offset at which the value itself starts, if the file has it letter by letter.
    start: Option<usize>,
}

impl<'a> Source<'a> {
    /// Takes a text; `file` is the name to show in messages.
    pub(crate) fn new(file: &'a str, text: &'a str) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        Self {
            file,
            text,
            first: 1,
            starts: std::iter::once(0).chain(starts).collect(),
        }
    }

    /// Takes one line of a file that is not read as a whole.
    pub(crate) fn line(file: &'a str, number: usize, line: &'a str) -> Self {
        Self {
            file,
            text: line,
            first: number,
            starts: vec![0],
        }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// A value that is written at a range of the text, with or without quotes and escapes.
    pub(crate) fn quote<'v>(&self, value: &'v str, span: Range<usize>) -> Text<'v> {
        let raw = self.text.get(span.clone()).unwrap_or_default();
        // Usually the value is the text between the quotes.
        let is_plain = raw.get(1..).is_some_and(|rest| rest.starts_with(value));
        let offset = if is_plain { Some(1) } else { raw.find(value) };
        let start = offset.map(|offset| span.start + offset);
        Text { value, span, start }
    }

    /// An error that points at a range of the text, or at the part of it in its first line.
    pub(crate) fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message)
            .in_file(self.file)
            .at(self.place(span))
    }

    /// A value with the place where it is written.
    pub(crate) fn locate(&self, text: &Text<'_>) -> Located<String> {
        Located {
            value: text.value.to_owned(),
            file: self.file.to_owned(),
            place: self.place(text.span.clone()),
        }
    }

    fn place(&self, span: Range<usize>) -> Place {
        let number = self
            .starts
            .partition_point(|&start| start <= span.start)
            .max(1);
        let start = self.starts[number - 1];
        let line = line_at(self.text, start);
        let within = |at: usize| floor(line, at.saturating_sub(start));
        let span = within(span.start)..within(span.end.max(span.start));
        Place {
            line: self.first + number - 1,
            text: line.to_owned(),
            span,
        }
    }
}

impl<'a> Text<'a> {
    /// A part of a file, letter by letter.
    pub(crate) fn at(value: &'a str, start: usize) -> Self {
        Self {
            value,
            span: start..start + value.len(),
            start: Some(start),
        }
    }

    /// The place of a part of the value in the file; if that is unknown, the place of the whole value.
    pub(crate) fn part(&self, part: Range<usize>) -> Range<usize> {
        match self.start {
            Some(start) => start + part.start..start + part.end,
            None => self.span.clone(),
        }
    }

    /// The place of the value in the file, without quotes.
    pub(crate) fn content(&self) -> Range<usize> {
        self.part(0..self.value.len())
    }

    /// A part of the value. Empty if the range is not within it.
    pub(crate) fn slice(&self, part: Range<usize>) -> Self {
        Self {
            value: self.value.get(part.clone()).unwrap_or_default(),
            span: self.part(part.clone()),
            start: self.start.map(|start| start + part.start),
        }
    }

    /// The value without surrounding spaces.
    pub(crate) fn trim(&self) -> Self {
        let start = self.value.len() - self.value.trim_ascii_start().len();
        self.slice(start..start.max(self.value.trim_ascii_end().len()))
    }

    /// The words between spaces.
    pub(crate) fn words(&self) -> impl Iterator<Item = Text<'a>> {
        let mut at = 0;
        self.value
            .split(|letter: char| letter.is_ascii_whitespace())
            .map(move |word| {
                let start = at;
                at += word.len() + 1;
                self.slice(start..start + word.len())
            })
            .filter(|word| !word.value.is_empty())
    }
}

/// Returns the name of a file in messages, and its text.
pub(crate) fn load(path: &Path) -> Result<(String, String), Diagnostic> {
    let shown = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| unreadable(&shown, &error))?;
    let text = decode(&shown, &bytes)?.to_owned();
    Ok((shown, text))
}

/// Opens a file of any length. Returns its name in messages, and its contents.
pub(crate) fn open(path: &Path) -> Result<(String, BufReader<File>), Diagnostic> {
    let shown = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&shown, &error))?;
    Ok((shown, BufReader::new(file)))
}

/// The bytes without a byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The text of a file: UTF-8, with or without a byte order mark.
fn decode<'a>(file: &str, bytes: &'a [u8]) -> Result<&'a str, Diagnostic> {
    let bytes = without_mark(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(bytes);
        not_utf8(&Source::new(file, &text), error)
    })
}

/// The text of one line of a file.
pub(crate) fn decode_line<'a>(
    file: &str,
    number: usize,
    bytes: &'a [u8],
) -> Result<&'a str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(bytes);
        not_utf8(&Source::line(file, number, &text), error)
    })
}

/// Points at the first bytes that are not UTF-8, in the text with replacements for them.
fn not_utf8(source: &Source<'_>, error: Utf8Error) -> Diagnostic {
    let at = error.valid_up_to();
    let span = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
    source
        .error(span, "this is not text in UTF-8")
        .with_hint("save the file as UTF-8")
}

/// The error for a file that cannot be read.
pub(crate) fn unreadable(file: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot read this file: {error}")).in_file(file)
}

/// The line that starts at a byte, without its end.
fn line_at(text: &str, start: usize) -> &str {
    let line = text[start..].split('\n').next().unwrap_or_default();
    line.strip_suffix('\r').unwrap_or(line)
}

/// The last byte at or before this one where a character starts or the line ends.
fn floor(line: &str, at: usize) -> usize {
    (0..=at.min(line.len()))
        .rev()
        .find(|&at| line.is_char_boundary(at))
        .unwrap_or(0)
}

/// Reads a FEN without validating it.
pub(crate) fn read_setup(source: &Source<'_>, fen: &Text<'_>) -> Result<Setup, Diagnostic> {
    Setup::from_fen(fen.value)
        .map_err(|error| source.error(fen.part(error.span()), error.to_string()))
}

/// A fault of a FEN.
pub(crate) fn setup_fault(source: &Source<'_>, fen: &Text<'_>, fault: SetupFault) -> Diagnostic {
    source.error(fen.part(fault.span(fen.value)), fault.to_string())
}
