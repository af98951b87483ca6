//! Moves as programs name them.

use std::fmt;

use passant_rules::UciMove;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::shorten;

/// A move as a program names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineMove {
    /// A move, whatever notation the program writes.
    Uci(UciMove),
    /// Any other text in place of a move, as [`unreadable`](EngineMove::unreadable) keeps it.
    Unreadable(String),
}

/// The most characters that are kept of a text that is no move.
const LONGEST: usize = 60;

impl EngineMove {
    /// Reads a text in UCI notation. Any other text is unreadable.
    #[must_use]
    pub fn from_uci(text: &str) -> Self {
        text.parse()
            .map_or_else(|_| Self::unreadable(text), Self::Uci)
    }

    /// A text that is no move. Of a long one, the first 60 characters are kept, and `…`.
    #[must_use]
    pub fn unreadable(text: &str) -> Self {
        Self::Unreadable(shorten(text, LONGEST).into_owned())
    }

    /// Tells whether this is a move. Engines without a legal move print `(none)`, `0000` or `a1a1`.
    #[must_use]
    pub fn is_move(&self) -> bool {
        match self {
            Self::Uci(mv) => mv.from() != mv.to(),
            Self::Unreadable(text) => !["(none)", "none", "NULL"].contains(&text.as_str()),
        }
    }

    /// The move, if it can be read.
    #[must_use]
    pub fn uci(&self) -> Option<UciMove> {
        match self {
            Self::Uci(mv) => Some(*mv),
            Self::Unreadable(_) => None,
        }
    }
}

impl From<UciMove> for EngineMove {
    fn from(mv: UciMove) -> Self {
        Self::Uci(mv)
    }
}

impl Serialize for EngineMove {
    /// The text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EngineMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from_uci(&text))
    }
}

impl fmt::Display for EngineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci(mv) => write!(f, "{mv}"),
            Self::Unreadable(text) => f.write_str(text),
        }
    }
}

/// Returns a move in SAN without spaces and without the suffix `e.p.`, wherever it stands.
///
/// FIDE allows the suffix and does not say where: books and programs put it before or after the sign of check, with and
/// without a space or brackets.
///
/// ```
/// use passant_query::plain_san;
///
/// for text in ["fxe6+", "fxe6 e.p.+", "fxe6+ e.p.", "fxe6e.p.+", "fxe6 (e.p.) +"] {
///     assert_eq!(plain_san(text), "fxe6+");
/// }
/// assert_eq!(plain_san("fxe6ep"), "fxe6ep");
/// ```
#[must_use]
pub fn plain_san(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    let suffix = ["(e.p.)", "e.p."].into_iter().find(|it| text.contains(it));
    match suffix {
        Some(suffix) => text.replacen(suffix, "", 1),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::EngineMove;

    #[test]
    fn a_text_that_is_no_move_is_kept_to_a_length() {
        let kept = |text: &str| EngineMove::from_uci(text).to_string();
        assert_eq!(kept(&"x".repeat(60)), "x".repeat(60));
        let cut = "é".repeat(60) + "…";
        assert_eq!(kept(&"é".repeat(60_000)), cut);
        assert_eq!(kept(&cut), cut);
    }
}
