//! Words and forms that several reports use.

use std::io;

use passant_query::{Syntax, escape};
use passant_rules::Color;
use serde::Serialize;

/// The color as an adjective: `a white pawn`.
#[must_use]
pub fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A number with its noun, which gets an `s` unless the number is 1.
#[must_use]
pub fn number_of(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A command as a user types it into the shell of this system.
#[must_use]
pub fn command_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    command_line_in(Syntax::LOCAL_SHELL, words)
}

/// A command in the syntax of a shell.
#[must_use]
pub fn command_line_in<'a>(shell: Syntax, words: impl IntoIterator<Item = &'a str>) -> String {
    let words = words.into_iter().map(|word| escape(word, shell));
    words.collect::<Vec<_>>().join(" ")
}

/// Pretty JSON with a newline at its end.
///
/// # Errors
///
/// If the value cannot be written as JSON.
pub fn pretty_json(value: &impl Serialize) -> io::Result<String> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    Ok(escape(&text, Syntax::Json))
}
