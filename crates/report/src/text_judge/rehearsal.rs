//! The questions that a check and a diagnosis ask, found by asking the oracle instead of an engine.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use passant_judge::check::{InTurn, Item};
use passant_judge::diagnosis::ask::ask_about_moves;
use passant_judge::diagnosis::predictions::Predictions;
use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::{Abilities, Answer, EngineError, Line, Query, Question, Subject};

/// Faults of the oracles that are asked after the one without a fault. They leave out captures, make illegal ones, and have
/// wrong positions afterwards, so that the questions come up by which wrong answers are confirmed.
const FAULTS: [EngineFault; 4] = [
    EngineFault::CaptureMissed,
    EngineFault::NeverJudged,
    EngineFault::VictimStays,
    EngineFault::KeptAfterQuiet,
];

/// Everything that a check and a diagnosis ask an engine with these abilities, as far as `can_ask` allows it. Questions
/// about positions that no game reaches come last, because some engines end there.
pub(super) fn rehearse(
    items: &[Item],
    predictions: &[Predictions],
    abilities: Abilities,
    can_ask: impl Fn(&Question) -> bool + Send + Sync + 'static,
) -> Vec<Question> {
    let can_ask: CanAsk = Arc::new(can_ask);
    let asked = Arc::new(Mutex::new(Asked::default()));
    let alone = std::iter::once(FaultSet::NONE);
    for faults in alone.chain(FAULTS.map(FaultSet::from)) {
        let engine = || Rehearsal {
            oracle: Oracle::with(faults),
            abilities,
            can_ask: Arc::clone(&can_ask),
            asked: Arc::clone(&asked),
        };
        let _ = InTurn.check(Box::new(engine()), items);
        let mut engine = engine();
        for predictions in predictions {
            let _ = ask_about_moves(&mut engine, predictions);
        }
    }
    let mut questions = std::mem::take(&mut lock(&asked).in_order);
    questions.sort_by_key(|question| question.line.position().is_none());
    questions
}

/// Tells whether a question can be asked.
type CanAsk = Arc<dyn Fn(&Question) -> bool + Send + Sync>;

/// The questions that were asked, without repetitions.
#[derive(Default)]
struct Asked {
    in_order: Vec<Question>,
    seen: HashSet<Question>,
}

/// The oracle, which notes what it is asked.
struct Rehearsal {
    oracle: Oracle,
    abilities: Abilities,
    can_ask: CanAsk,
    asked: Arc<Mutex<Asked>>,
}

impl Subject for Rehearsal {
    fn can(&self) -> Abilities {
        self.abilities
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let question = Question {
            line: line.clone(),
            query: query.clone(),
        };
        if !(self.can_ask)(&question) {
            return Err(EngineError::unsupported(query.word()));
        }
        let mut asked = lock(&self.asked);
        if asked.seen.insert(question.clone()) {
            asked.in_order.push(question);
        }
        self.oracle.ask(line, query)
    }
}

/// Locks what is consistent between any two statements.
fn lock(asked: &Mutex<Asked>) -> MutexGuard<'_, Asked> {
    asked.lock().unwrap_or_else(PoisonError::into_inner)
}
