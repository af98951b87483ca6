//! The line protocol `passant 1`: a request is one line, an answer ends with `ok` or `error`.
//!
//! ```text
//! > passant 1
//! < passant 1 name "Foo 2.1" can=moves,divide,fen chess960=no
//! < ok
//! > position fen 3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2
//! < fen 3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2
//! < ok
//! > moves
//! < move e5d6 ep
//! < ok
//! ```
//!
//! Lines that start with `#` are comments and are skipped, like empty lines. Control characters in all other lines are
//! escaped. `crates/passant/adapters/README.md` explains the protocol to authors of adapters.

#[cfg(feature = "processes")]
mod adapter;
mod capabilities;
mod reply;
mod reply_form;

#[cfg(feature = "processes")]
pub use adapter::{Adapter, Played, Unanswered};
pub use capabilities::{Ability, Capabilities, Flag, VERSION};
pub use reply::{Divided, End, ErrorKind, Reply};
pub use reply_form::ReplyForm;

use passant_query::Occurrences;
use passant_rules::Square;

/// A line `move e2e4 …`.
#[derive(Clone, Copy)]
pub(crate) struct MoveLine<'a> {
    /// The move as the adapter writes it.
    pub(crate) mv: &'a str,
    /// The rest of the line: flags, or a number of nodes.
    rest: &'a str,
}

impl<'a> MoveLine<'a> {
    /// Returns the flags that follow the move.
    pub(crate) fn flags(self) -> impl Iterator<Item = &'a str> {
        self.rest.split_whitespace()
    }

    /// Returns the number of nodes that follows the move.
    pub(crate) fn nodes(self) -> Option<u64> {
        split(self.rest).0.parse().ok()
    }
}

/// Returns the first word of a line and the rest.
pub(super) fn split(line: &str) -> (&str, &str) {
    let trimmed = line.trim();
    match trimmed.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (trimmed, ""),
    }
}

/// Returns what follows a word at the start of a line; `None` if that is nothing.
pub(crate) fn rest_of<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (found, rest) = split(line);
    (found == word && !rest.is_empty()).then_some(rest)
}

/// Reads `move e2e4`, and keeps what follows.
pub(crate) fn read_move(line: &str) -> Option<MoveLine<'_>> {
    let (mv, rest) = split(rest_of(line, "move")?);
    Some(MoveLine { mv, rest })
}

/// Reads `total 8902`.
pub(super) fn read_total(line: &str) -> Option<u64> {
    rest_of(line, "total")?.parse().ok()
}

/// Reads `yes` or `no` after a word.
pub(crate) fn read_yes_or_no(line: &str, word: &str) -> Option<bool> {
    match rest_of(line, word)? {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Reads a square or `none` after a word.
#[expect(
    clippy::option_option,
    reason = "a line without a square differs from a line that cannot be read"
)]
pub(crate) fn read_square(line: &str, word: &str) -> Option<Option<Square>> {
    match rest_of(line, word)? {
        "none" => Some(None),
        name => Square::from_name(name).map(Some),
    }
}

/// Reads `occurrences 2`, `occurrences <3` or `occurrences >=3`.
pub(crate) fn read_occurrences(line: &str) -> Option<Occurrences> {
    match rest_of(line, "occurrences")? {
        "<3" => Some(Occurrences::FewerThan(3)),
        ">=3" => Some(Occurrences::AtLeast(3)),
        number => number.parse().ok().map(Occurrences::Exactly),
    }
}
