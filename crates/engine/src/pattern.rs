//! Regular expressions: with processes, the engine that is fast on floods of lines; otherwise a small one, for a program
//! that is loaded into a browser.

#[cfg(any(test, not(feature = "processes")))]
mod small;

#[cfg(feature = "processes")]
pub(crate) use regex::Regex;
#[cfg(not(feature = "processes"))]
pub(crate) use small::Regex;

/// A pattern of this crate.
#[expect(
    clippy::expect_used,
    reason = "the patterns are constant; tests compile all of them"
)]
pub(crate) fn constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well-formed")
}
