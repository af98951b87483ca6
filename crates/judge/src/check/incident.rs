//! Events that came in place of answers, as reports have them.

use passant_query::EngineError;

use super::words::{words, written_as_words};

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
