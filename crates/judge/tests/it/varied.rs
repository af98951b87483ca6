//! Engines whose faults depend on what they are asked.

use std::time::{Duration, Instant};

use passant_judge::Connections;
use passant_judge::EnginePool;
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::minimize::Bounds;
use passant_oracle::{FaultSet, Oracle};
use passant_query::{Abilities, Answer, EngineError, Feature, Line, Query, Subject};

use crate::diagnosis::ROWS;

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// The oracle with the faults that a function gives for a question.
#[derive(Clone, Copy)]
struct Varied<F>(F);

impl<F: Fn(&Line, &Query) -> FaultSet + Send> Subject for Varied<F> {
    fn can(&self) -> Abilities {
        Oracle::correct().can()
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Oracle::correct().supports(feature)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        Oracle::with((self.0)(line, query)).ask(line, query)
    }
}

/// Returns the name of an engine with the faults that a function gives for each question.
pub(crate) fn naming<F>(faults: F) -> Naming
where
    F: Fn(&Line, &Query) -> FaultSet + Copy + Send + Sync + 'static,
{
    naming_by(&ROWS, faults)
}

/// Returns the same by the answers to some questions.
pub(crate) fn naming_by<F>(questions: &[Predictions], faults: F) -> Naming
where
    F: Fn(&Line, &Query) -> FaultSet + Copy + Send + Sync + 'static,
{
    let engine = Varied(faults);
    let pool = EnginePool::new(move || Connections {
        counts: Box::new(engine),
        game: Some(Box::new(engine)),
        cross_check: None,
        search: None,
    });
    let end = Instant::now() + UNLIMITED;
    let Questioned { naming, .. } = question(&pool, questions, &Bounds::default(), end);
    naming
}
