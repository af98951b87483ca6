//! The oracle with faults as a library in this process, which answers quickly whatever an engine can be asked.

use passant_judge::Connections;
use passant_judge::EnginePool;
use passant_oracle::{FaultSet, Oracle};
use passant_query::{Answer, EngineError, Feature, Line, MoveQuery, Query, Subject};

/// The oracle, which does not say whether a move is a capture.
pub(crate) struct Seeded(Oracle);

impl Seeded {
    pub(crate) fn new(faults: FaultSet) -> Self {
        Self(Oracle::with(faults))
    }

    /// As many of them as threads ask.
    pub(crate) fn pool(faults: FaultSet) -> EnginePool<'static> {
        EnginePool::new(move || Connections {
            counts: Box::new(Self::new(faults)),
            game: Some(Box::new(Self::new(faults))),
            cross_check: None,
            search: Some(Box::new(Self::new(faults))),
        })
    }
}

impl Subject for Seeded {
    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Ok(feature == Feature::Chess960)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Replay(_) | Query::About(MoveQuery::Capture, _) => {
                Err(EngineError::unsupported(query.word()))
            }
            _ => self.0.ask(line, query),
        }
    }
}
