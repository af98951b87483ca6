//! A run as most tests need it.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use passant_judge::check::questions::Conventions;
use passant_judge::check::{CaseResult, Plan, Run};
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::minimize::Bounds;
use passant_judge::{Connections, EnginePool};
use passant_oracle::{FaultSet, Oracle};
use passant_query::{
    Abilities, Answer, Channel, EngineError, Feature, Interrupt, Line, MoveQuery, Query, RetryLog,
    Subject,
};

use crate::diagnosis::ROWS;

static NEVER: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
static NOTHING: LazyLock<HashMap<String, CaseResult>> = LazyLock::new(HashMap::new);

/// A run of a whole plan on one thread, with enough time, without results of an earlier one.
pub(crate) fn quiet_run<'a>(
    plan: &'a Plan,
    channel: Channel,
    connect: &'a (dyn Fn() -> Connections + Sync),
) -> Run<'a> {
    Run {
        connect,
        channel,
        plan,
        conventions: Conventions::default(),
        jobs: 1,
        reply: Duration::from_secs(20),
        time: Duration::from_secs(600),
        for_diagnosis: Duration::ZERO,
        interrupt: &NEVER,
        known: &NOTHING,
        ends: &|_| false,
    }
}

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
            retry_log: RetryLog::default(),
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
        retry_log: RetryLog::default(),
    });
    let end = Instant::now() + UNLIMITED;
    let Questioned { naming, .. } = question(&pool, questions, &Bounds::default(), end);
    naming
}
