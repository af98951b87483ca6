//! Hunts for positions in which an engine is wrong, among fresh ones that nobody wrote down.
//!
//! Each [`Sample`] is asked about once, in the one way in which it is told: that is quick, because the questions
//! [stream](Subject::ask_stream). An answer that differs is only a suspicion. The sample is then asked about as
//! a [`Run`](super::Run) asks about a case: again, in a new process, in every presentation, with proof of the position. What
//! that confirms is a [`CaseResult`] like any other.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use passant_count::bulk;
use passant_query::{
    Abilities, Answer, Asks, Channel, EngineError, Feature, Interrupt, Query, Question, Subject,
};
use passant_rules::Color;
use passant_sampler::{Coverage, LineForm, Sample, Sampler, Tellable, Telling};
use passant_suite::Case;

use super::comparison::{compare_moves, has_legal_moves};
use super::pace::Pace;
use super::questions::Conventions;
use super::worker::{Schedule, Worker};
use super::{CaseResult, Item, PlannedCase, Presentation, Verdict};
use crate::Connections;
use crate::parallel::lock;

/// The most cases of one likeness that are confirmed. More of them show nothing more.
const ALIKE: usize = 3;

/// The most cases that are confirmed in all.
const MOST: usize = 200;

/// A search for positions in which an engine is wrong.
pub struct Hunt<'a> {
    /// Connects to the engine; called once for each thread.
    pub connect: &'a (dyn Fn() -> Connections + Sync),
    /// The number of threads that ask in parallel; 0 counts as 1.
    pub jobs: usize,
    /// The number of positions to ask about; `None` for no limit but the time.
    pub number: Option<u64>,
    /// The time for the hunt.
    pub time: Duration,
    /// The time that an answer may take.
    pub reply: Duration,
    /// True if the hunt goes on after the first case that fails.
    pub keeps_going: bool,
    /// Stops the hunt when it is raised.
    pub interrupt: &'a Interrupt,
}

/// The result of a hunt.
#[derive(Clone, Default, Debug)]
pub struct Hunted {
    /// The cases that fail, and those that are in doubt.
    pub cases: Vec<CaseResult>,
    /// The items of these cases, in the same order.
    pub items: Vec<Item>,
    /// The number of positions that were asked about and answered.
    pub answered: u64,
    /// The number of positions about which the engine cannot be asked.
    pub unsupported: u64,
    /// The number of suspicions that were not asked about again, because they are like others that were.
    pub alike: u64,
    /// The features of the positions.
    pub coverage: Coverage,
}

/// The samples that are alike where they fail: class, way of telling, side to move.
type Likeness = (&'static str, Telling, Color);

/// The state that all threads share.
struct Shared<'a> {
    hunt: &'a Hunt<'a>,
    end: Instant,
    sampler: Mutex<&'a mut Sampler>,
    drawn: AtomicU64,
    answered: AtomicU64,
    unsupported: AtomicU64,
    alike: AtomicU64,
    is_over: AtomicBool,
    /// The number of cases of each likeness that were confirmed.
    likenesses: Mutex<HashMap<Likeness, usize>>,
    found: Mutex<Vec<(CaseResult, Item)>>,
}

impl Hunt<'_> {
    /// Asks about samples until one fails, or the number or the time is reached. `watch` is called with the number of
    /// positions that were asked about, again and again.
    pub fn run(&self, sampler: &mut Sampler, watch: &(dyn Fn(u64) + Sync)) -> Hunted {
        let shared = Shared {
            hunt: self,
            end: Instant::now() + self.time,
            sampler: Mutex::new(sampler),
            drawn: AtomicU64::new(0),
            answered: AtomicU64::new(0),
            unsupported: AtomicU64::new(0),
            alike: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            likenesses: Mutex::default(),
            found: Mutex::default(),
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs {
                // Fewer threads ask if the system has no more.
                let _ = Builder::new().spawn_scoped(scope, || shared.work(watch));
            }
            shared.work(watch);
        });
        let found = shared.found.into_inner().unwrap_or_default();
        let (cases, items) = found.into_iter().unzip();
        let coverage = match shared.sampler.into_inner() {
            Ok(sampler) => sampler.coverage().clone(),
            Err(_) => Coverage::default(),
        };
        Hunted {
            cases,
            items,
            answered: shared.answered.into_inner(),
            unsupported: shared.unsupported.into_inner(),
            alike: shared.alike.into_inner(),
            coverage,
        }
    }
}

impl Shared<'_> {
    /// Asks about samples, and confirms what differs.
    fn work(&self, watch: &(dyn Fn(u64) + Sync)) {
        let mut worker = Worker::new((self.hunt.connect)(), Conventions::default(), self);
        let can = worker.can();
        let mut waiting = VecDeque::new();
        while !self.is_done() {
            let is_screened = matches!(can.channel.asks(), Asks::Counts | Asks::Moves);
            let suspect = if is_screened {
                let subject = worker.program.counts.as_mut();
                self.screen(subject, can, &mut waiting, watch)
            } else {
                self.draw()
            };
            let Some(sample) = suspect else {
                break;
            };
            if !is_screened || self.is_new(&sample) {
                self.confirm(&sample, &mut worker, is_screened);
            }
            watch(self.answered.load(Ordering::Relaxed));
        }
    }

    /// Streams samples to the engine until an answer differs, and returns that sample. The samples that were sent and not
    /// answered wait for the next call.
    fn screen(
        &self,
        subject: &mut dyn Subject,
        can: Abilities,
        waiting: &mut VecDeque<Sample>,
        watch: &(dyn Fn(u64) + Sync),
    ) -> Option<Sample> {
        let sent: RefCell<VecDeque<Sample>> = RefCell::default();
        let mut suspect = None;
        let mut questions = std::iter::from_fn(|| {
            let sample = match waiting.pop_front() {
                Some(sample) => sample,
                None if self.is_done() => return None,
                None => self.draw()?,
            };
            let question = question_about(&sample, can);
            sent.borrow_mut().push_back(sample);
            Some(question)
        });
        subject.ask_stream(&mut questions, &mut |question, answer| {
            let Some(sample) = sent.borrow_mut().pop_front() else {
                return ControlFlow::Break(());
            };
            match answer {
                Err(EngineError::Interrupted) => return ControlFlow::Break(()),
                Err(EngineError::Unsupported(_)) => {
                    self.unsupported.fetch_add(1, Ordering::Relaxed);
                }
                answer => {
                    let answered = self.answered.fetch_add(1, Ordering::Relaxed) + 1;
                    if answered.is_multiple_of(256) {
                        watch(answered);
                    }
                    if !is_correct(&sample, question, answer) {
                        suspect = Some(sample);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        // What was sent last was drawn last.
        for sample in sent.into_inner().into_iter().rev() {
            waiting.push_front(sample);
        }
        suspect
    }

    /// Draws the next sample; `None` if the number is reached.
    fn draw(&self) -> Option<Sample> {
        let drawn = self.drawn.fetch_add(1, Ordering::Relaxed);
        if self.hunt.number.is_some_and(|most| most <= drawn) {
            return None;
        }
        lock(&self.sampler).next()
    }

    /// Asks about a sample as about a case of a suite, and keeps the result if it does not pass.
    ///
    /// A sample that was not screened is no suspect, so that only the result tells whether it is like others.
    fn confirm(&self, sample: &Sample, worker: &mut Worker<'_>, is_screened: bool) {
        let Some(item) = Item::of_line(&sample.line, sample.depth) else {
            return;
        };
        let start = Instant::now();
        let mut result = item.ask(worker);
        if self.hunt.interrupt.is_raised() {
            return;
        }
        result.milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        if !is_screened {
            let counter = match result.verdict {
                Verdict::Unsupported => &self.unsupported,
                _ => &self.answered,
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
        if matches!(result.verdict, Verdict::Pass | Verdict::Unsupported) {
            return;
        }
        let is_bad = result.verdict.is_bad();
        // Another thread was quicker, or there are enough of its kind.
        if self.is_over.load(Ordering::Relaxed) || !is_screened && !self.is_new(sample) {
            return;
        }
        *lock(&self.likenesses).entry(likeness(sample)).or_default() += 1;
        let mut found = lock(&self.found);
        found.push((result, item));
        let ends = MOST <= found.len() || is_bad && !self.hunt.keeps_going;
        self.is_over.fetch_or(ends, Ordering::Relaxed);
    }

    /// Tells whether few samples like this one were confirmed.
    fn is_new(&self, sample: &Sample) -> bool {
        let confirmed = lock(&self.likenesses).get(&likeness(sample)).copied();
        let is_new = confirmed.is_none_or(|number| number < ALIKE);
        if !is_new {
            self.alike.fetch_add(1, Ordering::Relaxed);
        }
        is_new
    }

    fn is_done(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
            || self.hunt.interrupt.is_raised()
            || self.end <= Instant::now()
    }
}

impl Schedule for Shared<'_> {
    fn pace(&self) -> Pace {
        Pace::new(self.hunt.reply / 2)
    }

    fn refuse(&self, _: &str, _: Presentation) -> Option<String> {
        None
    }
}

/// Returns the class of a sample, and all else that tells it from other samples that fail.
fn likeness(sample: &Sample) -> Likeness {
    let class = Case::class_of(&sample.position);
    (class, sample.telling, sample.position.side_to_move())
}

/// Returns the question about a sample that the channel of an engine answers.
fn question_about(sample: &Sample, can: Abilities) -> Question {
    let query = match can.channel.asks() {
        Asks::Moves => Query::Moves,
        _ => Query::Count(sample.depth.max(can.least_depth)),
    };
    Question {
        line: sample.line.clone(),
        query,
    }
}

/// Tells whether an answer about a sample is the correct one.
fn is_correct(sample: &Sample, question: &Question, answer: Result<Answer, EngineError>) -> bool {
    let position = &sample.position;
    match (answer, &question.query) {
        (Ok(Answer::Counts(counts)), Query::Count(depth)) => {
            let expected = bulk(&mut position.clone(), *depth);
            counts.total == expected && has_legal_moves(position, *depth, &counts)
        }
        (Ok(Answer::Moves(moves)), _) => compare_moves(position, &moves).is_empty(),
        _ => false,
    }
}

/// Returns what an engine can be told beside moves.
#[must_use]
pub fn tellable(subject: &mut dyn Subject) -> Tellable {
    let can = subject.can();
    Tellable {
        form: match (can.sets_up, can.plays_moves) {
            (false, _) => LineForm::Games,
            (true, false) => LineForm::Fens,
            (true, true) => LineForm::Any,
        },
        null_moves: matches!(subject.supports(Feature::NullMoves), Ok(true)),
        takebacks: matches!(can.channel, Channel::Line | Channel::Library),
    }
}
