//! Asks an engine all cases of a plan, on several threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

use passant_query::{Channel, Interrupt};

use super::order::{interleave, one_of_each_file};
use super::pace::Pace;
use super::questions::Conventions;
use super::queue::Queue;
use super::time_budget::{TIME_IS_OVER, TimeBudget};
use super::worker::{PlannedCase, Schedule, Worker};
use super::{CaseResult, LeftOut, Plan, Presentation, QuestionKind, Verdict};
use crate::Connections;
use crate::parallel::lock;

/// The part of the time by which some cases may take longer than their share.
const RESERVE: u32 = 10;

/// A plan, and the engine that is asked.
pub struct Run<'a> {
    /// Connects to the engine; called once for each thread.
    pub connect: &'a (dyn Fn() -> Connections + Sync),
    /// The channel through which the engine is asked.
    pub channel: Channel,
    /// The cases.
    pub plan: &'a Plan,
    /// The conventions that the engine was observed to follow.
    pub conventions: Conventions,
    /// The number of threads that ask in parallel; 0 counts as 1. There are fewer if the system has no more.
    pub jobs: usize,
    /// The time that an answer may take.
    pub reply: Duration,
    /// The time that the run may take. The engine is asked about each case as far as this allows.
    pub time: Duration,
    /// The part of the time that is kept for a diagnosis once a case has failed.
    pub for_diagnosis: Duration,
    /// Stops the run when it is raised. Where it ends at an instant, the engine has no more time then: what is not answered
    /// by then is left out.
    pub interrupt: &'a Interrupt,
    /// Results of an earlier run, by the address of the case. Only their answers are used: everything else is what the
    /// suites say now, and what does not fit that is asked again.
    pub known: &'a HashMap<String, CaseResult>,
    /// True if the run ends after a result.
    pub ends: &'a (dyn Fn(&CaseResult) -> bool + Sync),
}

/// The source of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The engine was asked.
    Asked,
    /// The engine was asked, because the known result does not fit the case.
    AskedAgain,
    /// It was known from an earlier run.
    Known,
    /// The engine was not asked, because its time was over.
    GivenUp,
}

impl Source {
    /// Tells whether the engine was asked.
    #[must_use]
    pub fn is_asked(self) -> bool {
        matches!(self, Self::Asked | Self::AskedAgain)
    }
}

/// The results of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The results, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// The number of cases that were not asked because the run was stopped.
    pub not_asked: usize,
    /// The questions that were not asked because there was no time left.
    pub left_out: LeftOut,
    /// Says how the engine ignores what the channel needs, if it does. The results are then worth nothing.
    pub withdrawn: Option<String>,
    /// Why fewer threads asked than there were to be, if so.
    pub fewer_jobs: Option<String>,
    /// The time that the run took.
    pub time: Duration,
}

impl Checked {
    /// The results of all cases, without a clock.
    #[must_use]
    pub fn complete(cases: Vec<CaseResult>) -> Self {
        Self {
            cases,
            not_asked: 0,
            left_out: LeftOut::default(),
            withdrawn: None,
            fewer_jobs: None,
            time: Duration::ZERO,
        }
    }
}

/// Takes the results of the threads: the index of a case, its result, and the source of the result.
type Results = mpsc::Sender<(usize, CaseResult, Source)>;

/// The state that all threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    queue: Queue,
    /// The cases by their index in the plan, in the order in which they are asked.
    order: Vec<usize>,
    threads: AtomicUsize,
    budget: Mutex<TimeBudget>,
    is_over: AtomicBool,
    controls: FailedControls,
}

impl Run<'_> {
    /// The number of cases.
    fn len(&self) -> usize {
        self.plan.cases(self.channel)
    }

    /// The cases, in the order of the plan: those that are counted come first.
    fn cases(&self) -> Vec<&dyn PlannedCase> {
        let items = self.plan.items.iter().map(|it| it as &dyn PlannedCase);
        let questions = self.plan.questions(self.channel).iter();
        let plays = self.plan.plays(self.channel).iter();
        items
            .chain(questions.map(|it| it as &dyn PlannedCase))
            .chain(plays.map(|it| it as &dyn PlannedCase))
            .collect()
    }

    /// The indices of all cases in the order in which they are asked.
    fn order(&self) -> Vec<usize> {
        let questions = self.plan.questions(self.channel);
        interleave(&[
            self.plan.order_of_items(),
            one_of_each_file(questions.iter().map(|case| case.address.as_str())),
            (0..self.plan.plays(self.channel).len()).collect(),
        ])
    }

    /// Tells whether somebody has stopped the run.
    fn is_stopped(&self) -> bool {
        self.interrupt.is_raised() && !self.interrupt.is_over()
    }

    /// Asks everything. `watch` is called with each result at once.
    pub fn run(&self, mut watch: impl FnMut(&CaseResult, Source)) -> Checked {
        let start = Instant::now();
        let threads = self.jobs.max(1);
        let shared = Shared {
            run: self,
            threads: AtomicUsize::new(threads),
            queue: Queue::new(self.len(), threads),
            budget: Mutex::new(TimeBudget::starting(start, self.time, self.for_diagnosis)),
            order: self.order(),
            is_over: AtomicBool::new(false),
            controls: FailedControls::default(),
        };
        let mut cases: Vec<Option<CaseResult>> = vec![None; self.len()];
        let mut fewer_jobs = None;
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            fewer_jobs = shared.start(scope, threads, &sender);
            drop(sender);
            for (index, result, source) in results {
                watch(&result, source);
                cases[index] = Some(result);
            }
        });
        let cases: Vec<_> = cases.into_iter().flatten().collect();
        Checked {
            left_out: LeftOut::of(&cases),
            not_asked: self.len() - cases.len(),
            withdrawn: shared.controls.why(),
            fewer_jobs,
            cases,
            time: start.elapsed(),
        }
    }
}

impl Shared<'_> {
    /// Starts the threads, or as many as the system has: if it has none, the current thread does everything. Returns why
    /// there are fewer than there were to be.
    fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        threads: usize,
        results: &Results,
    ) -> Option<String> {
        for started in 0..threads {
            let sender = results.clone();
            let thread = Builder::new().spawn_scoped(scope, move || self.work(&sender));
            if let Err(error) = thread {
                let jobs = started.max(1);
                self.queue.lacks(threads - jobs);
                self.threads.store(jobs, Ordering::Relaxed);
                if started == 0 {
                    self.work(results);
                }
                return Some(format!("{jobs} of {threads} jobs run: {error}"));
            }
        }
        None
    }

    /// Takes cases until none is left.
    fn work(&self, results: &Results) {
        let run = self.run;
        let mut worker = Worker::new((run.connect)(), run.conventions, self);
        let cases = run.cases();
        let mut thread = self.queue.thread();
        while let Some(taken) = thread.take() {
            let index = self.order[taken.index];
            if self.is_over.load(Ordering::Relaxed) || run.is_stopped() {
                return;
            }
            let (result, source) = self.result(&mut worker, index, cases[index]);
            if source.is_asked() {
                if is_answered(&result) {
                    thread.has_answered();
                } else if thread.leaves(taken) {
                    continue;
                }
                let time = Duration::from_millis(result.milliseconds);
                lock(&self.budget).record(&result, time);
            }
            // An interrupted case has no result.
            if run.is_stopped() {
                return;
            }
            // Results of other threads after the one that ends the run are dropped.
            let ends = (run.ends)(&result) | self.controls.record(&result);
            let was_over = self.is_over.fetch_or(ends, Ordering::Relaxed);
            if was_over || results.send((index, result, source)).is_err() {
                return;
            }
        }
    }

    /// The result of a case: the known one if it fits, or that of asking.
    fn result(
        &self,
        worker: &mut Worker<'_>,
        index: usize,
        case: &dyn PlannedCase,
    ) -> (CaseResult, Source) {
        let known = self.run.known.get(case.address());
        if let Some(result) = known.and_then(|known| worker.reuse_answers(case, known)) {
            return (result, Source::Known);
        }
        match self.ask(worker, index, case) {
            (result, Source::Asked) if known.is_some() => (result, Source::AskedAgain),
            other => other,
        }
    }

    fn ask(
        &self,
        worker: &mut Worker<'_>,
        index: usize,
        case: &dyn PlannedCase,
    ) -> (CaseResult, Source) {
        let now = Instant::now();
        if let Some(why) = lock(&self.budget).end(now) {
            return (worker.give_up(case, &why), Source::GivenUp);
        }
        let left = self.queue.count_remaining() + 1;
        let threads = self.threads.load(Ordering::Relaxed);
        worker
            .pace
            .limit(lock(&self.budget).share(now, left, threads));
        let Run {
            plan, interrupt, ..
        } = self.run;
        // The reference counts are not part of the time of the engine.
        let counted = plan
            .items
            .get(index)
            .map(|item| plan.with_all_depths(item, interrupt));
        let case = counted.as_ref().map_or(case, |item| item);
        let start = Instant::now();
        let mut result = case.ask(worker);
        if interrupt.is_over() {
            return (worker.give_up(case, TIME_IS_OVER), Source::GivenUp);
        }
        result.milliseconds = milliseconds(start.elapsed());
        result.retries = worker.program.retry_log.take();
        (result, Source::Asked)
    }
}

impl Schedule for Shared<'_> {
    fn pace(&self) -> Pace {
        Pace::new(self.run.reply / 2).with_reserve(self.run.time / RESERVE)
    }

    fn refuse(&self, class: &str, presentation: Presentation) -> Option<String> {
        lock(&self.budget).refuses(class, presentation)
    }
}

/// Tells whether the engine answered every question of a case.
fn is_answered(result: &CaseResult) -> bool {
    let verdicts = result
        .presentations
        .iter()
        .map(|presentation| presentation.verdict);
    let mut verdicts = verdicts.chain([result.verdict]);
    !verdicts.any(|it| matches!(it, Verdict::Crash | Verdict::Timeout | Verdict::Unknown))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The cases in which the engine ignored what its channel needs.
#[derive(Default)]
pub(super) struct FailedControls(Mutex<Vec<String>>);

/// In how many cases an engine may ignore what its channel needs before the channel is withdrawn. An engine that does
/// what it is told never does.
const WITHDRAWN: usize = 3;

impl FailedControls {
    /// Records a result. Returns whether the channel is to be withdrawn.
    pub(super) fn record(&self, result: &CaseResult) -> bool {
        let ignored = result.presentations.iter().find_map(|presentation| {
            let mut findings = presentation.findings.iter();
            let finding = findings.find(|it| it.question == QuestionKind::Control)?;
            Some(format!("in fen {} it {}", presentation.fen(), finding.text))
        });
        let mut failed = lock(&self.0);
        failed.extend(ignored);
        WITHDRAWN <= failed.len()
    }

    /// Says how the engine ignored it first, if the channel is to be withdrawn.
    pub(super) fn why(&self) -> Option<String> {
        let failed = lock(&self.0);
        (WITHDRAWN <= failed.len()).then(|| failed[0].clone())
    }
}
