//! Why an answer proves nothing.

use std::fmt;

use passant_query::EngineError;

use super::Verdict;
use super::words::{words, written_as_words};

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

/// An event that came in place of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Incident {
    /// The engine did not start.
    NotStarted,
    /// The engine exited, or closed its output.
    Ended,
    /// The time ran out.
    TimedOut,
    /// The engine printed more than an answer may have.
    Flooded,
    /// The engine used more memory than it may use.
    OutOfMemory,
    /// The engine refused the position.
    Refused,
    /// The engine called a move of the line illegal.
    CalledIllegal,
    /// The engine cannot be asked.
    NotAsked,
    /// The answer cannot be read, contradicts itself, or proves nothing.
    Unreliable,
    /// The user stopped the run.
    Interrupted,
}

words! { Incident:
    NotStarted "the engine could not be started",
    Ended "the engine ended",
    TimedOut "no answer in time",
    Flooded "output without end",
    OutOfMemory "more memory than it may use",
    Refused "a position refused",
    CalledIllegal "a legal move called illegal",
    NotAsked "a question that cannot be asked",
    Unreliable "no reliable answer",
    Interrupted "interrupted",
}

written_as_words!(Incident, Self::ALL.into_iter());

impl Incident {
    /// Tells whether a question was not asked, or its answer not waited for.
    pub(super) fn is_of_no_question(self) -> bool {
        matches!(self, Self::NotAsked | Self::Interrupted)
    }
}

impl From<&EngineError> for Incident {
    fn from(error: &EngineError) -> Self {
        match error {
            EngineError::NotStarted(_) => Self::NotStarted,
            EngineError::Crashed(_) => Self::Ended,
            EngineError::TimedOut(_) => Self::TimedOut,
            EngineError::Flooded(_) => Self::Flooded,
            EngineError::OutOfMemory(_) => Self::OutOfMemory,
            EngineError::Refused(_) => Self::Refused,
            EngineError::Illegal { .. } => Self::CalledIllegal,
            EngineError::Unsupported(_) => Self::NotAsked,
            EngineError::Garbled(_) | EngineError::Contradicted { .. } => Self::Unreliable,
            EngineError::Interrupted => Self::Interrupted,
        }
    }
}
