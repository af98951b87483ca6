//! Lines that are written in the source of this crate.

use passant_query::Line;

/// The line of a text that is written in this crate, and that a test reads.
#[expect(
    clippy::expect_used,
    reason = "the text is constant; every test reads it"
)]
pub(crate) fn constant_line(text: &str) -> Line {
    text.parse().expect("the text is a line")
}
