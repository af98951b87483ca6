//! The lines of an EPD file.

use std::collections::BTreeMap;
use std::iter::once;
use std::mem::take;

use passant_rules::{Position, Repair, Setup, SetupFaults};

use super::case::{EpdCase, MAX_LINE};
use super::notes::{Notes, is_note};
use crate::source::{Source, Text};
use crate::{Diagnostic, Diagnostics, fen};

/// Reads all lines: the positions without an error, and the diagnostics of the others.
pub(super) fn read(source: &Source<'_>) -> (Vec<EpdCase>, Diagnostics) {
    let mut reader = Reader {
        source,
        cases: Vec::new(),
        name: None,
        diagnostics: Diagnostics::default(),
    };
    for (number, line) in source.lines() {
        reader.line(number, &line);
    }
    let cases = reader.cases.into_iter().flatten().collect();
    (cases, reader.diagnostics.sorted())
}

/// What has been read so far.
struct Reader<'a> {
    source: &'a Source<'a>,
    /// The positions; `None` for one with an error.
    cases: Vec<Option<EpdCase>>,
    /// An `id` that waits for its position.
    name: Option<String>,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn line(&mut self, number: usize, line: &Text<'_>) {
        let Some(segments) = self.diagnostics.keep(segments(self.source, line)) else {
            self.cases.push(None);
            return;
        };
        let Some((first, rest)) = segments.split_first() else {
            return;
        };
        if is_note(first) {
            self.notes(first, rest);
        } else {
            let name = self.name.take();
            let case = position(self.source, number, first, rest, name);
            let case = self.diagnostics.keep(case);
            self.cases.push(case);
        }
    }

    /// A line of operations: counts for the position above, or a name for the position below.
    fn notes(&mut self, first: &Text<'_>, rest: &[Text<'_>]) {
        let mut notes = Notes::default();
        let above = self.cases.last_mut();
        let is_orphan = above.is_none();
        // Where the position above has an error, its counts are still checked.
        let mut unused = BTreeMap::new();
        let depths = above
            .and_then(Option::as_mut)
            .map_or(&mut unused, |case| &mut case.depths);
        notes.depths = take(depths);
        for segment in once(first).chain(rest) {
            self.diagnostics.keep(notes.read(self.source, segment));
        }
        if is_orphan && !notes.depths.is_empty() {
            let message = "there is no position above that these counts belong to";
            self.diagnostics
                .push(self.source.error(first.span.clone(), message));
        }
        *depths = notes.depths;
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
    let (setup, position, repairs) = match diagnostics.keep(repaired(source, &fen, &notes)) {
        Some(repaired) if diagnostics.is_empty() => repaired,
        _ => return Err(diagnostics),
    };
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

/// What a FEN says, with the clocks of the operations where it has none; its position; and the faults that were repaired.
fn repaired(
    source: &Source<'_>,
    fen: &Text<'_>,
    notes: &Notes,
) -> Result<(Setup, Position, SetupFaults), Diagnostics> {
    let mut setup = fen::setup(source, fen)?;
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
            .map(|fault| fen::fault(source, fen, fault))
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
    if MAX_LINE < line.value.len() {
        let message = format!("this line has {} bytes", line.value.len());
        let error = source.error(line.part(0..0), message);
        return Err(error.with_hint(format!("a line has at most {MAX_LINE} bytes")));
    }
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
