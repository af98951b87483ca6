//! The most common lines, read without regular expressions.
//!
//! Nearly all lines that engines print are among these, and reading lines takes most of the test bench's own time.

use super::reading::Reading;

/// Reads `e2e4: 600`, `a7a8q 44`, `Nodes searched: 8902` and an empty line. `None` for all other lines.
///
/// The result is the same as that of [`patterns::read`](super::patterns::read).
pub(super) fn read(line: &str) -> Option<Reading> {
    if line.is_empty() {
        return Some(Reading::Other);
    }
    if let Some(total) = line.strip_prefix("Nodes searched: ") {
        return count(total).map(Reading::Total);
    }
    let bytes = line.as_bytes();
    let is_square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    if !is_square(0) || !is_square(2) {
        return None;
    }
    let length = match bytes.get(4) {
        Some(b'q' | b'r' | b'b' | b'n') => 5,
        _ => 4,
    };
    let rest = &line[length..];
    let nodes = count(rest.strip_prefix(": ").or_else(|| rest.strip_prefix(' '))?)?;
    let text = line[..length].to_owned();
    Some(Reading::Move { text, nodes })
}

/// A number without a sign, which `parse` would accept.
fn count(text: &str) -> Option<u64> {
    let is_count = text.as_bytes().first().is_some_and(u8::is_ascii_digit);
    text.parse().ok().filter(|_| is_count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::read;
    use crate::dialect::patterns;

    #[test]
    fn common_lines_are_read_like_the_patterns_read_them() {
        for line in [
            "e2e4: 600",
            "a7a8q 44",
            "e1g1: 0",
            "Nodes searched: 8902",
            "",
        ] {
            assert_eq!(read(line), Some(patterns::read(line)), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_that_is_read_here_is_read_alike_by_the_patterns(
            line in "([a-i][1-9][a-i][1-9][qrbnk]?(: | |:|  |\t)|Nodes searched: )[+-]?[0-9,.]{0,22}[ x]?"
        ) {
            if let Some(reading) = read(&line) {
                prop_assert_eq!(reading, patterns::read(&line));
            }
        }
    }
}
