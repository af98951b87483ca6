//! The first lines to and from a program, kept in memory.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use passant_query::Escaped;

use crate::calibration::{Conversation, Protocol};

/// The most lines of each direction that are kept.
const LINES: usize = 6;

/// The most characters of a line that are kept.
const CHARACTERS: usize = 100;

/// The first lines of each direction. Clones share them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Excerpt {
    kept: Arc<Mutex<Kept>>,
}

#[derive(Default, Debug)]
struct Kept {
    /// The lines, each with the sign of its direction.
    lines: Vec<String>,
    left_out: usize,
}

impl Excerpt {
    /// Adds a line if there are few of its direction.
    pub(crate) fn add(&self, direction: impl fmt::Display, line: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let sign = format!("{direction} ");
        let same = kept.lines.iter().filter(|it| it.starts_with(&sign)).count();
        if same < LINES {
            kept.lines.push(sign + &shorten(line));
        } else {
            kept.left_out += 1;
        }
    }

    /// What was kept; `None` if no line was sent or came.
    pub(crate) fn conversation(&self, protocol: Protocol, completed: bool) -> Option<Conversation> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        (!kept.lines.is_empty()).then(|| Conversation {
            protocol,
            completed,
            lines: kept.lines.clone(),
            left_out: kept.left_out,
        })
    }
}

/// The beginning of a line, escaped.
fn shorten(line: &str) -> String {
    let mut letters = line.chars();
    let start: String = letters.by_ref().take(CHARACTERS).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    format!("{}{more}", Escaped(&start))
}

#[cfg(test)]
mod tests {
    use super::{CHARACTERS, Excerpt, LINES};
    use crate::calibration::Protocol;

    #[test]
    fn is_bounded_and_escaped() {
        let excerpt = Excerpt::default();
        assert_eq!(excerpt.conversation(Protocol::Uci, false), None);
        excerpt.add('>', "uci");
        for _ in 0..1000 {
            excerpt.add('<', &"\u{1b}".repeat(1 << 10));
        }
        let found = excerpt.conversation(Protocol::Uci, false).unwrap();
        assert_eq!(
            (found.lines.len(), found.left_out),
            (1 + LINES, 1000 - LINES)
        );
        assert_eq!(found.lines[0], "> uci");
        let escaped = format!("< {}…", "\\u{1b}".repeat(CHARACTERS));
        assert_eq!(found.lines[1], escaped);
    }
}
