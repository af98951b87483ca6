//! Strings of JSON.

use std::ops::Range;

use super::super::cell::FileLine;
use crate::Diagnostic;

/// Returns the end of the string that begins at a quotation mark.
pub(super) fn end(line: &FileLine, start: usize) -> Result<usize, Diagnostic> {
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
pub(super) fn decode(line: &FileLine, span: Range<usize>) -> Result<String, Diagnostic> {
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
