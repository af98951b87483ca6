//! Finds the moves in a line of text.

use std::ops::Range;

/// The places of the moves in a line. Move numbers (`1.`, `1...`, `1.e4`) are skipped, and so is the word `moves` of
/// UCI. `e.p.` belongs to the move before it.
///
/// ```
/// use passant_pgn::movetext::moves;
///
/// let line = "3. exd6 e.p. Qxd6";
/// let found: Vec<_> = moves(line).into_iter().map(|span| &line[span]).collect();
/// assert_eq!(found, ["exd6 e.p.", "Qxd6"]);
/// ```
#[must_use]
pub fn moves(line: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in words(line) {
        let rest = without_number(&line.as_bytes()[word.clone()]);
        match found.last_mut() {
            Some(before) if is_mark(rest) => before.end = word.end,
            _ if rest.is_empty() || rest == b"moves" => {}
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
