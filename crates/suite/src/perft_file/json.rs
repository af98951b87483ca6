//! JSON and JSON Lines, read line by line.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::entry::{Cell, Entry, Field, FileLine, Item};
use crate::Diagnostic;

/// The longest line of JSON that is read, in bytes.
pub const MAX_JSON_LINE: usize = 1 << 22;

/// Greatest depth of objects and lists of JSON within each other.
pub const MAX_NESTING: usize = 64;

/// Everything that lies around the current place.
#[derive(Default, Debug)]
pub(super) struct Json {
    open: Vec<Container>,
    /// The token that may come next.
    expected: Expected,
}

/// A token that may come next.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Expected {
    #[default]
    Value,
    /// A value, or the end of a list that is empty.
    ValueOrEnd,
    Key,
    /// A key, or the end of an object that is empty.
    KeyOrEnd,
    Colon,
    CommaOrEnd,
}

/// An object or a list that has not ended.
#[derive(Debug)]
struct Container {
    is_object: bool,
    /// The meaning of its numbers: for an object, of the value that comes next.
    field: Field,
    /// The meaning of the object or list itself.
    role: Field,
    entry: Entry,
}

impl Json {
    /// Reads a line. After an error nothing can be read, unless an object began with the line.
    pub(super) fn read(
        &mut self,
        line: &Arc<FileLine>,
        ready: &mut VecDeque<Item>,
    ) -> Result<(), Diagnostic> {
        let is_separate = self.open.is_empty();
        let result = self.tokens(line, ready);
        match result {
            Err(error)
                if is_separate
                    && line.text.trim_ascii().starts_with('{')
                    && line.text.trim_ascii().ends_with('}') =>
            {
                *self = Self::default();
                ready.push_back(Err(error.into()));
                Ok(())
            }
            result => result,
        }
    }

    /// The error of a file that ends too early.
    pub(super) fn end_error(&self, file: &str) -> Option<Diagnostic> {
        let innermost = self.open.last()?;
        let kind = if innermost.is_object {
            "an object"
        } else {
            "a list"
        };
        Some(Diagnostic::error(format!("the file ends within {kind}")).in_file(file))
    }

    fn tokens(
        &mut self,
        line: &Arc<FileLine>,
        ready: &mut VecDeque<Item>,
    ) -> Result<(), Diagnostic> {
        let bytes = line.text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let end = match byte {
                b' ' | b'\t' => at + 1,
                b'{' | b'[' => {
                    self.open(line, at, byte == b'{')?;
                    at + 1
                }
                b'}' | b']' => {
                    self.close(line, at, byte == b'}', ready)?;
                    at + 1
                }
                b':' if self.expected == Expected::Colon => {
                    self.expected = Expected::Value;
                    at + 1
                }
                b',' if self.expected == Expected::CommaOrEnd => {
                    let in_object = self.open.last().is_some_and(|it| it.is_object);
                    self.expected = if in_object {
                        Expected::Key
                    } else {
                        Expected::Value
                    };
                    at + 1
                }
                b'"' => {
                    let end = string_end(line, at)?;
                    self.string(line, at..end)?;
                    end
                }
                _ => {
                    let end = word_end(bytes, at);
                    self.word(line, at..end)?;
                    end
                }
            };
            at = end;
        }
        Ok(())
    }

    fn open(&mut self, line: &FileLine, at: usize, is_object: bool) -> Result<(), Diagnostic> {
        self.expect_value(line, at..at + 1)?;
        if MAX_NESTING <= self.open.len() {
            let message = format!("this is nested more than {MAX_NESTING} deep");
            return Err(line.error(at..at + 1, message));
        }
        let role = self.open.last().map_or(Field::Other, |it| it.field);
        self.open.push(Container {
            is_object,
            field: role,
            role,
            entry: Entry::default(),
        });
        self.expected = if is_object {
            Expected::KeyOrEnd
        } else {
            Expected::ValueOrEnd
        };
        Ok(())
    }

    fn close(
        &mut self,
        line: &FileLine,
        at: usize,
        is_object: bool,
        ready: &mut VecDeque<Item>,
    ) -> Result<(), Diagnostic> {
        let empty = if is_object {
            Expected::KeyOrEnd
        } else {
            Expected::ValueOrEnd
        };
        let may_end = self.expected == Expected::CommaOrEnd || self.expected == empty;
        let is_own = self.open.last().is_some_and(|it| it.is_object == is_object);
        let Some(closed) = self.open.pop_if(|_| may_end && is_own) else {
            return Err(self.syntax_error(line, at..at + 1));
        };
        self.expected = self.after_value();
        if closed.entry.has_fen() {
            ready.extend(closed.entry.finish());
            return Ok(());
        }
        let Some(around) = self.open.last_mut() else {
            ready.extend(closed.entry.finish());
            return Ok(());
        };
        if !is_object && !around.is_object && closed.role == Field::Nodes {
            around.entry.merge_pair(closed.entry)
        } else {
            around.entry.merge(closed.entry)
        }
    }

    /// A key, or a value.
    fn string(&mut self, line: &Arc<FileLine>, span: Range<usize>) -> Result<(), Diagnostic> {
        let value = decode_string(line, span.clone())?;
        if matches!(self.expected, Expected::Key | Expected::KeyOrEnd) {
            if let Some(around) = self.open.last_mut() {
                around.field = Field::of(&value);
                if around.field == Field::Search {
                    let line = Arc::clone(line);
                    around
                        .entry
                        .add(Field::Search, Cell { line, span, value })?;
                }
            }
            self.expected = Expected::Colon;
            return Ok(());
        }
        self.expect_value(line, span.clone())?;
        let line = Arc::clone(line);
        self.scalar(Cell {
            line,
            span,
            value: value.trim().to_owned(),
        })
    }

    /// A number, or `true`, `false` and `null`, which say nothing.
    fn word(&mut self, line: &Arc<FileLine>, span: Range<usize>) -> Result<(), Diagnostic> {
        let word = line.text.get(span.clone()).unwrap_or_default();
        let is_number = word.starts_with(|it: char| it.is_ascii_digit() || it == '-');
        if !is_number && !matches!(word, "true" | "false" | "null") {
            return Err(self.syntax_error(line, span));
        }
        self.expect_value(line, span.clone())?;
        if is_number {
            self.scalar(Cell::plain(line, span))?;
        }
        self.expected = self.after_value();
        Ok(())
    }

    /// A value that holds no others.
    fn scalar(&mut self, cell: Cell) -> Result<(), Diagnostic> {
        self.expected = self.after_value();
        match self.open.last_mut() {
            None => {
                let error = cell.error("this value belongs to no object");
                Err(error.with_hint(
                    "write objects, like {\"fen\": \"...\", \"depth\": 1, \"nodes\": 20}",
                ))
            }
            Some(around) if around.is_object => around.entry.add(around.field, cell),
            Some(around) => match around.field {
                field @ (Field::Depth | Field::Nodes) => around.entry.add_in_list(field, cell),
                _ => Ok(()),
            },
        }
    }

    fn after_value(&self) -> Expected {
        if self.open.is_empty() {
            Expected::Value
        } else {
            Expected::CommaOrEnd
        }
    }

    fn expect_value(&self, line: &FileLine, span: Range<usize>) -> Result<(), Diagnostic> {
        match self.expected {
            Expected::Value | Expected::ValueOrEnd => Ok(()),
            _ => Err(self.syntax_error(line, span)),
        }
    }

    fn syntax_error(&self, line: &FileLine, span: Range<usize>) -> Diagnostic {
        let expected = match (self.expected, self.open.last()) {
            (Expected::Value | Expected::ValueOrEnd, _) => "a value",
            (Expected::Key | Expected::KeyOrEnd, _) => "a key in quotation marks",
            (Expected::Colon, _) => "a colon",
            (Expected::CommaOrEnd, Some(it)) if it.is_object => "a comma or }",
            (Expected::CommaOrEnd, _) => "a comma or ]",
        };
        line.error(span, format!("this is not JSON: expected {expected}"))
    }
}

/// The end of a word: of a number, or of anything that is no JSON.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let is_part =
        |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_part(byte))
        .count();
    start + length.max(1)
}

/// Returns the end of the string that begins at a quotation mark.
fn string_end(line: &FileLine, start: usize) -> Result<usize, Diagnostic> {
    let mut is_escaped = false;
    for (at, byte) in line.text.bytes().enumerate().skip(start + 1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Ok(at + 1),
            _ => {}
        }
    }
    let error = line.error(start..line.text.len(), "this string has no end");
    Err(error.with_hint("write a quotation mark at its end"))
}

/// The text between the quotation marks, without escapes.
fn decode_string(line: &FileLine, span: Range<usize>) -> Result<String, Diagnostic> {
    let inner = line
        .text
        .get(span.start + 1..span.end - 1)
        .unwrap_or_default();
    if !inner.contains('\\') {
        return Ok(inner.to_owned());
    }
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        let plain = match letters.next() {
            Some(letter @ ('"' | '\\' | '/')) => Some(letter),
            Some('b' | 'f' | 'n' | 'r' | 't') => Some(' '),
            Some('u') => Some(unicode(&mut letters)),
            _ => None,
        };
        match plain {
            Some(letter) => text.push(letter),
            None => return Err(line.error(span, "this string has an escape that JSON has not")),
        }
    }
    Ok(text)
}

/// The character of four hexadecimal digits. One that needs two of them is of no use here, and is replaced.
fn unicode(letters: &mut std::str::Chars<'_>) -> char {
    let digits: String = letters.take(4).collect();
    let code = u32::from_str_radix(&digits, 16).ok();
    code.and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}
