//! The lines that most engines print, read without regular expressions: nearly all lines are of these shapes, and
//! reading them is most of what the test bench does itself.

use super::Reading;

/// `e2e4: 600`, `a7a8q 44`, `Nodes searched: 8902`, and nothing; `None` for everything else, which may be as good.
///
/// What it reads, [`patterns::read`](super::patterns::read) reads alike.
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

/// Digits and nothing else. A sign, which `parse` would take, is no digit.
fn count(text: &str) -> Option<u64> {
    let is_count = text.as_bytes().first().is_some_and(u8::is_ascii_digit);
    text.parse().ok().filter(|_| is_count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::patterns;
    use super::read;

    #[test]
    fn usual_lines_are_read_here() {
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
        fn what_is_read_here_is_read_alike_by_the_patterns(
            line in "([a-i][1-9][a-i][1-9][qrbnk]?(: | |:|  |\t)|Nodes searched: )[+-]?[0-9,.]{0,22}[ x]?"
        ) {
            if let Some(reading) = read(&line) {
                prop_assert_eq!(reading, patterns::read(&line));
            }
        }
    }
}
