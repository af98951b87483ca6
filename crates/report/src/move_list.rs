//! Finds the moves in a line of text, and plays them.

use std::ops::Range;

use passant_rules::Position;
use passant_suite::Diagnostic;

use crate::game_record::GameRecord;
use crate::move_error;

/// Plays moves of a text, one after the other.
///
/// # Errors
///
/// The first that cannot be played, at its place in the text.
pub fn play(
    position: Position,
    text: &str,
    moves: impl IntoIterator<Item = Range<usize>>,
) -> Result<GameRecord, Diagnostic> {
    let mut game = GameRecord::new(position);
    for span in moves {
        match game.position().parse_move(&text[span.clone()]) {
            Ok(mv) => game.play(mv),
            Err(error) => return Err(move_error::diagnostic(&game, text, span, error)),
        }
    }
    Ok(game)
}

/// The places of the moves in a line. Move numbers (`1.`, `1...`, `1.e4`) are skipped, and so is the word `moves` of
/// UCI. `e.p.` belongs to the move before it.
#[must_use]
pub fn moves(line: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in words(line) {
        let rest = without_number(&line[word.clone()]);
        match found.last_mut() {
            Some(before) if is_suffix(rest) => before.end = word.end,
            _ if rest.is_empty() || rest == "moves" => {}
            _ => found.push(word.end - rest.len()..word.end),
        }
    }
    found
}

/// The places of the words in a text, which whitespace separates.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let words = text.split_whitespace();
    words.map(|word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        start..start + word.len()
    })
}

/// A word without the move number at its start. A move number has at least one dot.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after.trim_start_matches(['.', '…']);
    if rest.len() < after.len() { rest } else { word }
}

/// Tells whether a word marks the move before it as an en passant capture.
fn is_suffix(word: &str) -> bool {
    word.starts_with("e.p.") || word == "ep"
}

#[cfg(test)]
mod tests {
    use super::moves;

    #[test]
    fn finds_moves_between_numbers_and_suffixes() {
        let cases: [(&str, &[&str]); 9] = [
            ("", &[]),
            ("  e4\te5  ", &["e4", "e5"]),
            ("1. e4 e5 2. Nf3", &["e4", "e5", "Nf3"]),
            ("1.e4 1...e5 2… d4", &["e4", "e5", "d4"]),
            ("3. exd6 e.p. Qxd6", &["exd6 e.p.", "Qxd6"]),
            ("hxg6 e.p.# x", &["hxg6 e.p.#", "x"]),
            ("exd6 ep e2e4", &["exd6 ep", "e2e4"]),
            ("moves e2e4 e7e5", &["e2e4", "e7e5"]),
            ("0-0 1 …", &["0-0", "1"]),
        ];
        for (line, expected) in cases {
            let found: Vec<_> = moves(line).into_iter().map(|span| &line[span]).collect();
            assert_eq!(found, expected, "{line:?}");
        }
    }
}
