//! Why an answer proves nothing.

use std::fmt;

use passant_query::EngineError;

use super::{Incident, Verdict};

/// Why there is no verdict on an answer: there is none, or it has been understood and the judge does not believe it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// The engine gave no answer.
    NoAnswer(EngineError),
    /// It may hold another position, for this reason.
    OtherPosition(String),
    /// It does something else when it is asked again.
    NotRepeated(String),
    /// The answer may mean something else than a mistake.
    Ambiguous(String),
}

impl Doubt {
    /// The doubt about an engine that cannot be asked for something.
    pub(super) fn unsupported(what: impl fmt::Display) -> Self {
        EngineError::unsupported(what).into()
    }

    /// The doubt about an engine that may not be able to judge single moves, for this reason.
    pub(crate) fn about_single_moves(why: impl fmt::Display) -> Self {
        Self::Ambiguous(format!("it may not be able to judge single moves: {why}"))
    }

    /// The verdict on an answer that proves nothing, or on an error in place of an answer.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let error = match self {
            Self::NoAnswer(error) => error,
            Self::OtherPosition(_) | Self::NotRepeated(_) | Self::Ambiguous(_) => {
                return Verdict::Unknown;
            }
        };
        match error {
            EngineError::Refused(_) | EngineError::Illegal { .. } => Verdict::Refused,
            EngineError::Crashed(_)
            | EngineError::NotStarted(_)
            | EngineError::Flooded(_)
            | EngineError::OutOfMemory(_) => Verdict::Crash,
            EngineError::TimedOut(_) => Verdict::Timeout,
            EngineError::Garbled(_) | EngineError::Contradicted { .. } => Verdict::Unknown,
            EngineError::Unsupported(_) | EngineError::Interrupted => Verdict::Unsupported,
        }
    }

    /// Returns what came in place of an answer, without the details.
    #[must_use]
    pub fn incident(&self) -> Incident {
        match self {
            Self::NoAnswer(error) => error.into(),
            Self::OtherPosition(_) | Self::NotRepeated(_) | Self::Ambiguous(_) => {
                Incident::Unreliable
            }
        }
    }
}

impl From<EngineError> for Doubt {
    fn from(error: EngineError) -> Self {
        Self::NoAnswer(error)
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswer(error) => error.fmt(f),
            Self::OtherPosition(why) => write!(f, "it may hold another position: {why}"),
            Self::NotRepeated(what) | Self::Ambiguous(what) => f.write_str(what),
        }
    }
}
