//! Verdicts on an engine.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::words::words;

/// A verdict on a case. Verdicts are ordered from good to bad: the verdict on a case is the worst of its presentations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The engine cannot be asked.
    Unsupported,
    /// All answers are correct.
    Pass,
    /// The answers differ about a position that no game reaches, or a FEN that contradicts itself. That is not wrong.
    Nonstrict,
    /// The case fails, as expected.
    Xfail,
    /// The answers contradict each other, or may be about another position.
    Unknown,
    /// The case passes, but was expected to fail.
    Xpass,
    /// The engine did not answer in time.
    Timeout,
    /// The engine crashed.
    Crash,
    /// The engine refused a legal position or move.
    Refused,
    /// An answer of the engine is wrong.
    Fail,
}

words! { Verdict:
    Unsupported "unsupported",
    Pass "pass",
    Nonstrict "nonstrict",
    Xfail "xfail",
    Unknown "unknown",
    Xpass "xpass",
    Timeout "timeout",
    Crash "crash",
    Refused "refused",
    Fail "fail",
}

impl Verdict {
    /// Tells whether the author of the engine has to act on it.
    #[must_use]
    pub fn is_bad(self) -> bool {
        Self::Xpass <= self
    }

    /// Tells whether a test of a library in this process fails. What is unknown about it is its own doing.
    #[must_use]
    pub(crate) fn fails_library(self) -> bool {
        self.is_bad() || self == Self::Unknown
    }

    /// Tells whether the engine is correct in a case. `None` if it could not be asked, or if no game reaches the position: that
    /// shows nothing. An expected failure is a failure.
    #[must_use]
    pub fn is_correct(self) -> Option<bool> {
        match self {
            Self::Unsupported | Self::Nonstrict => None,
            verdict => Some(matches!(verdict, Self::Pass | Self::Xpass)),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn verdicts_are_in_order() {
        for (index, verdict) in Verdict::ALL.into_iter().enumerate() {
            assert_eq!(verdict as usize, index);
        }
    }
}
