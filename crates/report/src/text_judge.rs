//! The verdict on what an engine printed, without files, processes, threads of its own and clocks.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use passant_engine::recorded::{Block, Form, PrintedText, Recorded, TooManyQuestions};
use passant_engine::{Calibration, Protocol};
use passant_judge::check::questions::Conventions;
use passant_judge::check::{Checked, InTurn, Item};
use passant_judge::diagnosis::ask::ask_about_moves;
use passant_judge::diagnosis::predictions::Predictions;
use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::{Abilities, Answer, EngineError, Line, Query, Question, Subject};

use crate::diagnosis_record::DiagnosisRecord;
use crate::engine_result::{EngineResult, TextCoverage};

/// A block of questions, with what is needed to judge the answers.
pub struct TextJudge<'a> {
    block: Block,
    items: &'a [Item],
    predictions: &'a [Predictions],
}

impl<'a> TextJudge<'a> {
    /// The questions about positions to all their depths, and those from which a fault is named.
    ///
    /// # Errors
    ///
    /// If there are more questions than a block can number.
    pub fn new(
        form: Form,
        items: &'a [Item],
        predictions: &'a [Predictions],
    ) -> Result<Self, TooManyQuestions> {
        let abilities = form.abilities();
        let asks = form.clone();
        let can_ask = move |question: &_| asks.can_ask(question);
        let questions = rehearse(items, predictions, abilities, can_ask);
        Ok(Self {
            block: Block::new(form, questions)?,
            items,
            predictions,
        })
    }

    /// The lines to give to the engine.
    #[must_use]
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// Finds the answers in a text.
    #[must_use]
    pub fn read(&self, text: &PrintedText) -> Recorded {
        self.block.read(text)
    }

    /// Judges the answers that were found. `source` says where the text comes from.
    #[must_use]
    pub fn judge(
        &self,
        source: &str,
        text: &PrintedText,
        recorded: &Recorded,
        is_diagnosed: bool,
    ) -> EngineResult {
        let found = recorded.coverage();
        let calibration = self.calibration(text, recorded);
        let cases = InTurn.check(Box::new(recorded.clone()), self.items);
        EngineResult {
            command: source.to_owned(),
            coverage: None,
            // Nothing is asked for it, so that it is not only made after a failure.
            diagnosis: is_diagnosed
                .then(|| InTurn.diagnose(&mut recorded.clone(), self.predictions))
                .flatten()
                .as_ref()
                .map(DiagnosisRecord::new),
            text: Some(TextCoverage {
                asked: found.asked,
                answered: found.answered,
                contradicted: found.contradicted,
            }),
            ..EngineResult::of_recorded(
                calibration,
                Conventions::default(),
                Checked::complete(cases),
            )
        }
    }

    /// Says how the engine was asked.
    fn calibration(&self, text: &PrintedText, recorded: &Recorded) -> Calibration {
        let protocol = match self.block.form() {
            Form::Uci { .. } => Protocol::Uci,
            Form::Xboard | Form::XboardPerft { .. } => Protocol::Xboard,
            Form::Fen => Protocol::Script,
        };
        let abilities = Subject::can(recorded);
        let name = name(text).unwrap_or_default();
        Calibration {
            least_depth: abilities.least_depth,
            plays_moves: abilities.plays_moves,
            ..Calibration::plain(&name, protocol, abilities.channel)
        }
    }
}

/// The name that the engine gives itself.
fn name(text: &PrintedText) -> Option<String> {
    text.lines().iter().find_map(|line| {
        let uci = line.strip_prefix("id name ");
        let xboard = line.split_once("myname=\"").map(|(_, rest)| rest);
        let name = uci.or_else(|| xboard?.split('"').next())?;
        Some(name.trim().to_owned())
    })
}

#[cfg(test)]
mod tests;

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
