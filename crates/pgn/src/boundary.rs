//! The places where a game begins, whatever stands before them.

use std::sync::LazyLock;

use memchr::memmem::{Finder, FinderRev};

/// The beginning of a game, with the end of the line before it.
const START: &[u8] = b"\n[Event \"";

static FORWARD: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(START));
static BACKWARD: LazyLock<FinderRev<'static>> = LazyLock::new(|| FinderRev::new(START));

/// Returns the first place from `from` on where a line that begins with `[Event "` follows an empty line.
pub(crate) fn next_boundary(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from.saturating_sub(1);
    loop {
        let end_of_line = at + FORWARD.find(text.get(at..)?)?;
        if is_after_empty_line(text, end_of_line) && from <= end_of_line + 1 {
            return Some(end_of_line + 1);
        }
        at = end_of_line + 1;
    }
}

/// Returns the last such place after the start of the text.
pub(crate) fn last_boundary(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    loop {
        let end_of_line = BACKWARD.rfind(&text[..end])?;
        if is_after_empty_line(text, end_of_line) {
            return Some(end_of_line + 1);
        }
        // The next one that is found may overlap with this one in its last byte alone.
        end = end_of_line + 1;
    }
}

/// Tells whether the line that ends here is empty. CR LF ends lines too.
fn is_after_empty_line(text: &[u8], end_of_line: usize) -> bool {
    let before = &text[..end_of_line];
    let before = before.strip_suffix(b"\r").unwrap_or(before);
    before.ends_with(b"\n")
}
