//! The words of moves: numbers, and marks for en passant captures.

use std::ops::Range;

/// The places of the words in a text, which whitespace separates.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let words = text.split_whitespace();
    words.map(|word| {
        let start = word.as_ptr().addr() - text.as_ptr().addr();
        start..start + word.len()
    })
}

/// Returns a word without the move number at its start. A move number has at least one dot.
pub(crate) fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = &word[digits..];
    let mut rest = after;
    while let Some(shorter) = rest
        .strip_prefix(b".")
        .or_else(|| rest.strip_prefix("…".as_bytes()))
    {
        rest = shorter;
    }
    if rest.len() < after.len() { rest } else { word }
}

/// Tells whether a word marks the move before it as an en passant capture.
pub(crate) fn is_mark(word: &[u8]) -> bool {
    if !matches!(word.first(), Some(b'e' | b'/')) {
        return false;
    }
    let rest = word.strip_prefix(b"/").unwrap_or(word);
    let mark = [&b"e.p."[..], b"e.p", b"ep.", b"ep"];
    let after = mark.iter().find_map(|mark| rest.strip_prefix(*mark));
    after.is_some_and(|signs| signs.iter().all(|sign| b"+#!?".contains(sign)))
}
