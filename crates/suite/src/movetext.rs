//! Finds the moves in a line of text.

use std::ops::Range;

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
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
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
