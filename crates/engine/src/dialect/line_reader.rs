//! Reads one line of output.

use std::borrow::Cow;

use super::reading::Reading;
use super::{common_lines, patterns};

/// Reads a line of any bytes.
///
/// ```
/// use passant_engine::dialect::{Reading, read};
///
/// assert_eq!(read("Nodes searched: 8902"), Reading::Total(8902));
/// assert_eq!(read("perft 8,902 leaves in 3 ms"), Reading::Total(8902));
/// let text = "e2e4".to_owned();
/// assert_eq!(read("  1     e2e4          600        0.001s"), Reading::Move { text, nodes: 600 });
/// ```
#[must_use]
pub fn read(line: &str) -> Reading {
    let line = clean(line);
    let line = line.trim();
    if let Some(reading) = common_lines::read(line) {
        return reading;
    }
    let reading = patterns::read(line);
    if reading != Reading::Other {
        return reading;
    }
    patterns::without_prompt(line).map_or(Reading::Other, patterns::read)
}

/// The line without terminal control sequences, NUL bytes and other invisible characters.
pub(crate) fn clean(line: &str) -> Cow<'_, str> {
    if !line.contains(char::is_control) {
        return Cow::Borrowed(line);
    }
    let mut cleaned = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A terminal control sequence is ESC, `[`, parameters and a letter.
            '\u{1b}' => {
                if letters.clone().next() == Some('[') {
                    letters.next();
                    let _ = letters.find(|letter| ('@'..='~').contains(letter));
                }
            }
            '\t' => cleaned.push(' '),
            _ if letter.is_control() => {}
            _ => cleaned.push(letter),
        }
    }
    Cow::Owned(cleaned)
}
