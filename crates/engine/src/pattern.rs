//! Regular expressions: with processes, the engine that is fast on floods of lines; otherwise the one that is a tenth as
//! large, for a program that is loaded into a browser.

#[cfg(feature = "processes")]
pub(crate) use regex::Regex;
#[cfg(not(feature = "processes"))]
pub(crate) use regex_lite::Regex;

/// A pattern of this crate.
#[expect(
    clippy::expect_used,
    reason = "the patterns are constant; tests compile all of them"
)]
pub(crate) fn constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well-formed")
}
