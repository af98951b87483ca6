//! The lines of an EPD file.

use std::collections::VecDeque;
use std::io::BufRead;
use std::iter::once;
use std::mem::take;

use passant_rules::{Position, Repair, Setup, SetupFaults};

use super::notes::{EpdCase, MAX_LINE, Notes, is_note};
use crate::lines::{Lines, RawLine};
use crate::source::{Source, Text, decode_line, read_setup, setup_fault, unreadable, without_mark};
use crate::{Diagnostic, Diagnostics};

/// Reads an EPD file position by position. It holds one position and one line, however long the file is.
///
/// An error does not end it, except one in reading the file, or text that is not UTF-8. What is wrong with a line of
/// operations comes before the position that the line belongs to.
#[derive(Debug)]
pub struct Reader<R> {
    file: String,
    /// `None` after the end.
    lines: Option<Lines<R>>,
    /// The last position, whose operations may go on below it; `None` if it has an error.
    above: Option<EpdCase>,
    /// True if there was a position, with or without errors.
    has_position: bool,
    /// An `id` that waits for its position.
    name: Option<String>,
    /// The cases that are ready to be returned.
    ready: VecDeque<Result<EpdCase, Diagnostics>>,
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<EpdCase, Diagnostics>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            let lines = self.lines.as_mut()?;
            match lines.next() {
                Ok(Some(line)) => self.line(&line),
                Ok(None) => self.end(),
                Err(error) => {
                    self.end();
                    self.refuse(unreadable(&self.file, &error));
                }
            }
        }
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads from a stream; `file` is its name in messages.
    pub fn new(file: &str, content: R) -> Self {
        Self {
            file: file.to_owned(),
            // A byte order mark does not count as a part of the line.
            lines: Some(Lines::new(content, MAX_LINE + 3)),
            above: None,
            has_position: false,
            name: None,
            ready: VecDeque::new(),
        }
    }

    /// Returns the last position, and nothing after what is ready now.
    fn end(&mut self) {
        self.lines = None;
        self.ready.extend(self.above.take().map(Ok));
    }

    fn refuse(&mut self, error: impl Into<Diagnostics>) {
        self.ready.push_back(Err(error.into()));
    }

    fn line(&mut self, raw: &RawLine) {
        let bytes = match raw.number {
            1 => without_mark(&raw.bytes),
            _ => &raw.bytes,
        };
        let length = raw.length - (raw.bytes.len() - bytes.len());
        // The last character that is kept of a long line may be incomplete.
        let kept = &bytes[..bytes.len().min(MAX_LINE)];
        let file = self.file.clone();
        let text = match decode_line(&file, raw.number, kept) {
            _ if MAX_LINE < length => {
                let text = String::from_utf8_lossy(kept);
                return self.too_long(&Source::line(&file, raw.number, &text), length);
            }
            Ok(text) => text,
            Err(error) => {
                self.end();
                return self.refuse(error);
            }
        };
        let source = Source::line(&file, raw.number, text);
        let line = Text::at(text, 0);
        match segments(&source, &line).as_deref() {
            Ok([]) => {}
            Ok([first, rest @ ..]) if is_note(first) => self.notes(&source, first, rest),
            Ok([first, rest @ ..]) => {
                let name = self.name.take();
                self.position(position(&source, raw.number, first, rest, name));
            }
            Err(error) => self.position(Err(error.clone().into())),
        }
    }

    fn too_long(&mut self, source: &Source<'_>, length: usize) {
        let error = source
            .error(0..0, format!("this line has {length} bytes"))
            .with_hint(format!("a line has at most {MAX_LINE} bytes"));
        self.position(Err(error.into()));
    }

    /// A line that holds a position, or should. The position above it is complete.
    fn position(&mut self, read: Result<EpdCase, Diagnostics>) {
        self.ready.extend(self.above.take().map(Ok));
        self.has_position = true;
        match read {
            Ok(case) => self.above = Some(case),
            Err(diagnostics) => self.refuse(diagnostics),
        }
    }

    /// A line of operations: counts for the position above, or a name for the position below.
    fn notes(&mut self, source: &Source<'_>, first: &Text<'_>, rest: &[Text<'_>]) {
        let mut notes = Notes::default();
        // If the position above has an error, its counts are still checked.
        if let Some(case) = &mut self.above {
            notes.depths = take(&mut case.depths);
        }
        for segment in once(first).chain(rest) {
            if let Err(error) = notes.read(source, segment) {
                self.refuse(error);
            }
        }
        if !self.has_position && !notes.depths.is_empty() {
            let message = "there is no position above that these counts belong to";
            self.refuse(source.error(first.span.clone(), message));
        }
        if let Some(case) = &mut self.above {
            case.depths = notes.depths;
        }
        self.name = notes.name.or(self.name.take());
    }
}

/// A line that begins with a position.
fn position(
    source: &Source<'_>,
    line: usize,
    first: &Text<'_>,
    rest: &[Text<'_>],
    name: Option<String>,
) -> Result<EpdCase, Diagnostics> {
    let (fen, first) = split_fen(first);
    let mut diagnostics = Diagnostics::default();
    let mut notes = Notes {
        name,
        ..Notes::default()
    };
    for segment in once(&first).chain(rest) {
        diagnostics.keep(notes.read(source, segment));
    }
    match diagnostics.keep(complete(source, line, &fen, notes)) {
        Some(case) if diagnostics.is_empty() => Ok(case),
        _ => Err(diagnostics),
    }
}

/// Makes the case of a FEN and what is noted about it. Faults of the FEN are repaired where that is possible.
pub(crate) fn complete(
    source: &Source<'_>,
    line: usize,
    fen: &Text<'_>,
    notes: Notes,
) -> Result<EpdCase, Diagnostics> {
    let (setup, position, repairs) = repair_fen(source, fen, &notes)?;
    Ok(EpdCase {
        line,
        name: notes.name,
        fen: fen.value.to_owned(),
        setup,
        position,
        repairs,
        depths: notes.depths,
    })
}

/// Returns the contents of a FEN, with the clocks of the operations if it has none; its position; and the faults that
/// were repaired.
fn repair_fen(
    source: &Source<'_>,
    fen: &Text<'_>,
    notes: &Notes,
) -> Result<(Setup, Position, SetupFaults), Diagnostics> {
    let mut setup = read_setup(source, fen)?;
    let fields = fen.words().count();
    if let Some(clock) = notes.halfmove_clock.filter(|_| fields < 5) {
        setup.halfmove_clock = clock;
    }
    if let Some(number) = notes.fullmove_number.filter(|_| fields < 6) {
        setup.fullmove_number = number;
    }
    match setup.repair() {
        Ok((position, repairs)) => Ok((setup, position, repairs)),
        Err(faults) => Err(faults
            .into_iter()
            .filter(|fault| fault.repair() == Repair::Impossible)
            .map(|fault| setup_fault(source, fen, fault))
            .collect()),
    }
}

/// Takes the FEN from the start of a segment: four fields, and two more unless they begin like an operation.
fn split_fen<'a>(segment: &Text<'a>) -> (Text<'a>, Text<'a>) {
    let segment = match segment.value.strip_prefix("epd") {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_whitespace()) => {
            segment.slice(3..segment.value.len()).trim()
        }
        _ => segment.clone(),
    };
    let mut end = 0;
    for (index, word) in segment.words().enumerate().take(6) {
        if 4 <= index && word.value.starts_with(|c: char| c.is_ascii_alphabetic()) {
            break;
        }
        end = word.span.end - segment.span.start;
    }
    let rest = segment.slice(end..segment.value.len());
    (segment.slice(0..end), rest.trim())
}

/// Splits a line at `;` and before a comment, but not within quotes. Empty segments are omitted.
fn segments<'a>(source: &Source<'_>, line: &Text<'a>) -> Result<Vec<Text<'a>>, Diagnostic> {
    let mut segments = Vec::new();
    let mut start = 0;
    let mut end = line.value.len();
    let mut quote = None;
    let mut before = b' ';
    for (at, byte) in line.value.bytes().enumerate() {
        match byte {
            b'"' if quote.is_none() => quote = Some(at),
            b'"' => quote = None,
            b';' if quote.is_none() => {
                segments.push(line.slice(start..at));
                start = at + 1;
            }
            b'#' if quote.is_none() && before.is_ascii_whitespace() => {
                end = at;
                break;
            }
            _ => {}
        }
        before = byte;
    }
    if let Some(at) = quote {
        let error = source.error(line.part(at..line.value.len()), "this string has no end");
        return Err(error.with_hint("write a quotation mark at its end"));
    }
    segments.push(line.slice(start..end));
    let trimmed = segments.iter().map(Text::trim);
    Ok(trimmed
        .filter(|segment| !segment.value.is_empty())
        .collect())
}
