//! All syntax errors of a FEN, where [`Setup::from_fen`] stops at the first.
//!
//! Each rank of the placement is read alone, in a FEN that is sound everywhere else, and each other field likewise.

use std::ops::Range;

use passant_rules::{Setup, SyntaxErrorKind};

/// A FEN without fault; the field under test takes the place of one of these.
const SOUND: [&str; 6] = ["8/8/8/8/8/8/8/8", "w", "-", "-", "0", "1"];

/// How many fields a FEN must have; the clocks may be missing.
const REQUIRED: usize = 4;

/// What is wrong at which bytes of the FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextError {
    pub(crate) message: String,
    pub(crate) span: Range<usize>,
    pub(crate) kind: SyntaxErrorKind,
}

/// A stretch of the FEN.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    start: usize,
}

/// Every syntax error of a FEN, from left to right; none if it can be read.
pub(crate) fn errors(fen: &str) -> Vec<TextError> {
    let whole = Part {
        text: fen,
        start: 0,
    };
    let mut fields = split(whole, |c| c.is_ascii_whitespace());
    fields.retain(|field| !field.text.is_empty());
    let Some((placement, others)) = fields.split_first() else {
        return missing(fen, 0).into_iter().collect();
    };
    let mut errors = placement_errors(*placement);
    let readable = Some(placement.text).filter(|_| errors.is_empty());
    errors.extend(field_errors(readable, others));
    if fields.len() < REQUIRED {
        errors.extend(missing(fen, fields.len()));
    }
    errors
}

/// The errors of each rank, and of their number.
fn placement_errors(placement: Part<'_>) -> Vec<TextError> {
    let ranks = split(placement, |c| c == '/');
    let mut errors = Vec::new();
    for (index, rank) in ranks.iter().enumerate().take(8) {
        let after = format!("{} w - -", "/8".repeat(7 - index));
        errors.extend(read_alone(&"8/".repeat(index), *rank, &after));
    }
    let empty = format!("{} w - -", vec!["8"; ranks.len()].join("/"));
    if let Err(error) = Setup::from_fen(&empty) {
        let end = placement.start + placement.text.len();
        let start = ranks.get(8).map_or(end, |ninth| ninth.start);
        errors.push(TextError {
            message: error.to_string(),
            span: start..end,
            kind: error.kind,
        });
    }
    errors
}

/// The errors of all fields but the first, and of what follows the last; `placement` is the first, if it can be read.
fn field_errors(placement: Option<&str>, others: &[Part<'_>]) -> Vec<TextError> {
    let mut sound = SOUND;
    sound[0] = placement.unwrap_or(SOUND[0]);
    let mut errors = Vec::new();
    for (index, field) in others.iter().enumerate().take(SOUND.len()) {
        let before = sound[..=index].join(" ") + " ";
        let after = sound.get(index + 2..).unwrap_or_default();
        errors.extend(read_alone(
            &before,
            *field,
            &format!(" {}", after.join(" ")),
        ));
    }
    // Which rooks the letters of castling mean cannot be said without the placement.
    errors.retain(|error| {
        placement.is_some() || !matches!(error.kind, SyntaxErrorKind::RepeatedRight(_))
    });
    errors
}

/// The error of the first field that is missing, where a FEN ends after some fields.
fn missing(fen: &str, fields: usize) -> Option<TextError> {
    let end = Part {
        text: "",
        start: fen.len(),
    };
    read_alone(&SOUND[..fields].join(" "), end, "")
}

/// Reads one part between others that are sound, and places its error where the part stands in the FEN.
fn read_alone(before: &str, part: Part<'_>, after: &str) -> Option<TextError> {
    let error = Setup::from_fen(&format!("{before}{}{after}", part.text)).err()?;
    let place = |at: usize| part.start + at.saturating_sub(before.len()).min(part.text.len());
    Some(TextError {
        message: error.to_string(),
        span: place(error.span().start)..place(error.span().end),
        kind: error.kind,
    })
}

/// The stretches between separators, each with where it starts in the FEN.
fn split(whole: Part<'_>, separator: impl Fn(char) -> bool) -> Vec<Part<'_>> {
    let mut start = whole.start;
    let mut parts = Vec::new();
    for text in whole.text.split(separator) {
        parts.push(Part { text, start });
        // Every separator is one byte long.
        start += text.len() + 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use passant_rules::Setup;

    use super::{TextError, errors};

    /// The messages of a FEN, each with the text it points at.
    fn pointed(fen: &str) -> Vec<(String, &str)> {
        let point = |error: TextError| (error.message, &fen[error.span]);
        errors(fen).into_iter().map(point).collect()
    }

    #[test]
    fn every_field_is_reported() {
        let found = pointed("rnbqkbnx/ppp/44/8/8/8/PPPPPPPP/RNBQKBNR white KQkz e9 -1 0x1 more");
        let places: Vec<_> = found.iter().map(|(_, place)| *place).collect();
        assert_eq!(
            places,
            ["x", "ppp", "4", "white", "z", "e9", "-1", "0x1", "more"]
        );
    }

    #[test]
    fn what_is_missing_is_reported_at_the_end() {
        for (fen, message) in [
            ("", "the placement field is missing"),
            ("  ", "the placement field is missing"),
            ("8/8/8/8/8/8/8/8", "the side to move field is missing"),
            ("8/8/8/8/8/8/8/8 w -", "the en passant field is missing"),
            (
                "8/8 w - -",
                "the placement does not have exactly eight ranks",
            ),
        ] {
            assert_eq!(pointed(fen), [(message.to_owned(), "")], "{fen}");
        }
    }

    /// Whatever one edit does to a FEN, the first error is the one that reading it gives.
    #[test]
    fn edits_of_a_fen_are_judged_as_reading_it_does() {
        let fen = "r3k2r/1bp2pP1/5n2/1P1Q4/1pPq4/5N2/1B1P2p1/R3K2R b KQkq c3 0 1";
        for (at, _) in fen.char_indices() {
            for letter in [
                "", " ", "/", "1", "8", "9", "k", "K", "w", "-", "x", "é", "\n", "KK",
            ] {
                let edited = format!("{}{letter}{}", &fen[..at], &fen[at + 1..]);
                let first = errors(&edited).first().map(|error| error.message.clone());
                let read = Setup::from_fen(&edited)
                    .err()
                    .map(|error| error.to_string());
                assert_eq!(first, read, "{edited}");
            }
        }
    }
}
