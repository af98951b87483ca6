//! A property of an engine that is probed when it is first needed.

use passant_query::EngineError;

/// A property of an engine that is probed when it is first needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Probed<T> {
    NotYet,
    Absent,
    Found(T),
}

impl<T> From<Option<T>> for Probed<T> {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Absent, Self::Found)
    }
}

impl<T: Clone> Probed<T> {
    /// The property. Without it the engine cannot answer the question that the word names.
    pub(super) fn of(&self, question: &str) -> Result<T, EngineError> {
        match self {
            Self::Found(found) => Ok(found.clone()),
            Self::NotYet | Self::Absent => Err(EngineError::unsupported(question)),
        }
    }
}
