//! Words that several reports use.

use passant_query::{Syntax, escape};
use passant_rules::Color;

/// The color as an adjective: `a white pawn`.
pub(super) fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A number with its noun, which gets an `s` unless the number is 1.
pub(super) fn number_of(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A command as a user types it into a shell.
pub(super) fn command_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words = words.into_iter().map(|word| escape(word, Syntax::Shell));
    words.collect::<Vec<_>>().join(" ")
}
