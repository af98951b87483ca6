//! Words and forms that several reports use.

use std::io;

use passant_judge::check::questions::{Conventions, Tolerance};
use passant_query::{Retries, Syntax, escape};
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

/// Returns the sentence about the crashes of an engine that answered when it was asked again.
#[must_use]
pub fn describe_retries(retries: &Retries) -> String {
    let Retries {
        count,
        question,
        error,
    } = retries;
    let questions = match count {
        1 => "1 question".to_owned(),
        count => format!("{count} questions"),
    };
    let error = escape(error, Syntax::Log);
    format!("{questions} answered only after a crash and a restart, first {question}: {error}")
}

/// Returns `FEN always, key legal, e.p. refused`, as far as known, and what is demanded.
#[must_use]
pub fn describe_conventions(conventions: Conventions) -> String {
    let parts = [
        conventions.fen.map(|fen| format!("FEN {}", fen.word())),
        conventions.key.map(|key| format!("key {}", key.word())),
        conventions
            .suffix
            .map(|suffix| format!("e.p. {}", suffix.word())),
        // No engine has to read these, so that only the exception is worth mentioning.
        conventions
            .without_file
            .filter(|it| *it != Tolerance::Refused)
            .map(|it| format!("captures without file {}", it.word())),
        conventions
            .marks
            .map(|marks| format!("marks in PGN {}", marks.word())),
        (conventions.halfmove_clock == Some(false)).then(|| "no halfmove clock".to_owned()),
        (conventions.fullmove_number == Some(false)).then(|| "no move numbers".to_owned()),
    ];
    let known: Vec<_> = parts.into_iter().flatten().collect();
    let Conventions { demanded, .. } = conventions;
    if demanded.is_empty() {
        return known.join(", ");
    }
    let untested = conventions.untested_demands();
    let untested = match &untested[..] {
        [] => String::new(),
        names => format!(" (not tested: {})", names.join(", ")),
    };
    let known = if known.is_empty() {
        "nothing".to_owned()
    } else {
        known.join(", ")
    };
    format!("{known}; demanded: {demanded}{untested}")
}
