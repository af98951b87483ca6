//! What is said of an engine about a case.

use std::fmt;

use passant_query::EngineError;
use serde::{Deserialize, Serialize};

/// A verdict. The order is that of gravity, for the verdict of a case is the gravest of its ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It could not be asked.
    Unsupported,
    /// All answers are right.
    Pass,
    /// It differs on a position that no game reaches, or a FEN that denies itself: nobody is wrong there.
    Nonstrict,
    /// It fails, as is expected of it.
    Xfail,
    /// There is an answer, but it contradicts itself, or another of the same engine, or is about another position.
    Unknown,
    /// It passes, though it was expected to fail.
    Xpass,
    /// It did not answer in time.
    Timeout,
    /// It ended.
    Crash,
    /// It does not accept a legal position.
    Refused,
    /// Its moves or its counts differ from the rules.
    Fail,
}

impl Verdict {
    /// All of them, the gravest last.
    pub const ALL: [Self; 10] = [
        Self::Unsupported,
        Self::Pass,
        Self::Nonstrict,
        Self::Xfail,
        Self::Unknown,
        Self::Xpass,
        Self::Timeout,
        Self::Crash,
        Self::Refused,
        Self::Fail,
    ];

    /// The word for it in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Pass => "pass",
            Self::Nonstrict => "nonstrict",
            Self::Xfail => "xfail",
            Self::Unknown => "unknown",
            Self::Xpass => "xpass",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Refused => "refused",
            Self::Fail => "fail",
        }
    }

    /// The verdict where an error came instead of an answer.
    #[must_use]
    pub fn on(error: &EngineError) -> Self {
        match error {
            EngineError::Refused(_) | EngineError::Illegal { .. } => Self::Refused,
            EngineError::Crashed(_) | EngineError::NotStarted(_) | EngineError::Flooded(_) => {
                Self::Crash
            }
            EngineError::TimedOut(_) => Self::Timeout,
            EngineError::Garbled(_) | EngineError::Contradicted { .. } => Self::Unknown,
            EngineError::Unsupported(_) | EngineError::Interrupted => Self::Unsupported,
        }
    }

    /// Whether an author has to do something about it.
    #[must_use]
    pub fn is_bad(self) -> bool {
        Self::Xpass <= self
    }

    /// The exit code for verdicts on all cases, as `passant check --help` lists them.
    pub fn exit_code(verdicts: impl IntoIterator<Item = Self>) -> u8 {
        let mut found = [false; Self::ALL.len()];
        for verdict in verdicts {
            found[verdict as usize] = true;
        }
        let any = |wanted: &[Self]| wanted.iter().any(|&verdict| found[verdict as usize]);
        if any(&[Self::Fail, Self::Refused]) {
            1
        } else if any(&[Self::Crash, Self::Timeout]) {
            3
        } else if any(&[Self::Xpass]) {
            5
        } else if any(&[Self::Unknown]) {
            6
        } else if any(&[Self::Pass, Self::Xfail, Self::Nonstrict]) {
            0
        } else {
            4
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
    use super::Verdict::{self, *};

    #[test]
    fn exit_codes_are_those_of_the_table() {
        let cases: [(&[Verdict], u8); 12] = [
            (&[Pass, Xfail, Unsupported], 0),
            (&[Pass, Nonstrict], 0),
            (&[Pass, Fail, Crash, Xpass], 1),
            (&[Refused], 1),
            (&[Crash, Pass, Xpass], 3),
            (&[Timeout, Unknown], 3),
            (&[], 4),
            (&[Unsupported], 4),
            (&[Xpass, Pass, Unknown], 5),
            (&[Unknown, Pass], 6),
            (&[Unknown], 6),
            (&[Xfail], 0),
        ];
        for (verdicts, code) in cases {
            assert_eq!(
                Verdict::exit_code(verdicts.iter().copied()),
                code,
                "{verdicts:?}"
            );
        }
    }

    #[test]
    fn verdicts_index_their_table() {
        for (index, verdict) in Verdict::ALL.into_iter().enumerate() {
            assert_eq!(verdict as usize, index);
        }
    }
}
