//! What came in place of an answer, as reports have it.

use passant_query::EngineError;

use super::words::written_as_words;

/// Declares the incidents, each with its words.
macro_rules! incidents {
    ($(#[doc = $meaning:literal] $incident:ident $words:literal,)+) => {
        /// What came in place of an answer.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Incident { $(#[doc = $meaning] $incident),+ }

        impl Incident {
            /// Returns all of them.
            fn all() -> impl Iterator<Item = Self> {
                [$(Self::$incident),+].into_iter()
            }

            /// Returns the words for it, as a part of a sentence.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$incident => $words),+ }
            }
        }
    };
}

incidents! {
    /// The engine did not start.
    NotStarted "the engine could not be started",
    /// The engine exited, or closed its output.
    Ended "the engine ended",
    /// The time ran out.
    TimedOut "no answer in time",
    /// The engine printed more than an answer may have.
    Flooded "output without end",
    /// The engine used more memory than it may use.
    OutOfMemory "more memory than it may use",
    /// The engine refused the position.
    Refused "a position refused",
    /// The engine called a move of the line illegal.
    CalledIllegal "a legal move called illegal",
    /// The engine cannot be asked.
    NotAsked "a question that cannot be asked",
    /// The answer cannot be read, contradicts itself, or proves nothing.
    Unreliable "no reliable answer",
    /// The user stopped the run.
    Interrupted "interrupted",
}

written_as_words!(Incident);

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
