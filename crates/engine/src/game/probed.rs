//! What is found out about an engine when it is needed first.

use passant_query::EngineError;

/// Something about an engine that is found out when it is needed first.
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
    /// What was found. Without it the engine cannot be asked what needs it.
    pub(super) fn of(&self, what: &str) -> Result<T, EngineError> {
        match self {
            Self::Found(found) => Ok(found.clone()),
            Self::NotYet | Self::Absent => Err(EngineError::unsupported(what)),
        }
    }
}
