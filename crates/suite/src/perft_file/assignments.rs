//! Lines of names with values: `name="start" fen="…" depth=3 nodes=8902`.

use std::sync::Arc;

use super::entry::Entry;
use super::entry::Field;
use super::entry::Item;
use super::entry::{Cell, FileLine};
use crate::Diagnostic;
use crate::source::Text;

/// Reads a line.
pub(super) fn read(line: &Arc<FileLine>) -> Option<Item> {
    match entry(line) {
        Ok(entry) if !entry.has_fen() => {
            let error = line.error(0..line.text.len(), "this line has no FEN");
            Some(Err(error
                .with_hint("write fen=\"...\" in each line")
                .into()))
        }
        Ok(entry) => entry.finish(),
        Err(error) => Some(Err(error.into())),
    }
}

/// Tells whether a line has this form.
pub(super) fn is_assignments(line: &Arc<FileLine>) -> bool {
    let rest = Text::at(&line.text, 0).trim();
    name_length(rest.value).is_some() && entry(line).is_ok_and(|entry| entry.has_fen())
}

fn entry(line: &Arc<FileLine>) -> Result<Entry, Diagnostic> {
    let mut entry = Entry::default();
    let mut rest = Text::at(&line.text, 0).trim();
    while !rest.value.is_empty() {
        let Some(length) = name_length(rest.value) else {
            let word = rest.words().next().unwrap_or_else(|| rest.clone());
            let error = line.error(word.span, "expected a name with a value");
            return Err(error.with_hint("write fen=\"...\" depth=3 nodes=8902"));
        };
        let name = rest.slice(0..length);
        // The name ends before the equals sign.
        let after = rest.value[length..]
            .find('=')
            .map_or(rest.value.len(), |at| length + at + 1);
        rest = rest.slice(after..rest.value.len()).trim();
        let (cell, end) = value(line, &rest)?;
        entry.put(Field::of(name.value), cell)?;
        rest = rest.slice(end..rest.value.len());
        let used = rest.value.len() - rest.value.trim_start_matches([' ', '\t', ',', ';']).len();
        rest = rest.slice(used..rest.value.len());
    }
    Ok(entry)
}

/// The length of the name with which a text begins, if an equals sign follows it.
fn name_length(text: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-.()".contains(letter);
    let length = text.find(|letter| !is_part(letter))?;
    let is_name = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (is_name && text[length..].trim_ascii_start().starts_with('=')).then_some(length)
}

/// The value with which a text begins, and where it ends. Without quotation marks it ends before the next name.
fn value(line: &Arc<FileLine>, text: &Text<'_>) -> Result<(Cell, usize), Diagnostic> {
    if text.value.starts_with('"') {
        let Some(length) = text.value[1..].find('"') else {
            let error = line.error(text.span.clone(), "this string has no end");
            return Err(error.with_hint("write a quotation mark at its end"));
        };
        let mut cell = Cell::plain(line, text.part(0..length + 2));
        cell.value = String::from(text.value[1..=length].trim());
        return Ok((cell, length + 2));
    }
    let next = text.words().skip(1).find(|word| {
        let at = word.span.start - text.span.start;
        name_length(&text.value[at..]).is_some()
    });
    let end = next.map_or(text.value.len(), |word| word.span.start - text.span.start);
    let shown = text.value[..end].trim_end_matches([' ', '\t', ',', ';']);
    Ok((Cell::plain(line, text.part(0..shown.len())), end))
}
