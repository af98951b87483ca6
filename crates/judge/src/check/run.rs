//! Runs a plan against an engine, on several threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use passant_suite::{Reach, StateCase};

use super::failure_budget::FailureBudget;
use super::judge::judge;
use super::pace::Pace;
use super::presentation::{self, Told, Way};
use super::questions::{self, Declared};
use super::queue::Queue;
use super::{CaseResult, Finding, Item, Plan, Question, Verdict, WayResult};
use passant_query::{Channel, Interrupt, Subject};

use crate::Connections;

/// A plan, and the program that is asked.
pub struct Run<'a> {
    /// Connects to the program; called once for each thread.
    pub connect: &'a (dyn Fn() -> Connections + Sync),
    /// The channel through which it is asked.
    pub channel: Channel,
    /// What it is asked.
    pub plan: &'a Plan,
    /// Which conventions it follows.
    pub declared: Declared,
    /// How many connections ask side by side.
    pub jobs: usize,
    /// How long an answer may take.
    pub reply: Duration,
    /// The wish to stop.
    pub interrupt: &'a Interrupt,
    /// Results of an earlier run, by address.
    pub known: &'a HashMap<String, CaseResult>,
    /// Whether a result ends the run.
    pub ends: &'a (dyn Fn(&CaseResult) -> bool + Sync),
}

/// Where a result is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The engine was asked.
    Asked,
    /// It is that of an earlier run.
    Known,
    /// None: the engine had been given up.
    GivenUp,
}

/// What came of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Each case, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// Cases of the plan that were not asked because the run was stopped.
    pub not_asked: usize,
    /// How long it took.
    pub time: Duration,
}

/// One thing to ask.
enum Task<'a> {
    Count(&'a Item),
    State(&'a StateCase),
}

/// An engine as one thread asks it.
struct Worker {
    program: Connections,
    pace: Pace,
}

/// What the threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    queue: Queue,
    budget: Mutex<FailureBudget>,
    is_over: AtomicBool,
}

impl Run<'_> {
    /// How many cases there are to ask.
    fn len(&self) -> usize {
        self.plan.items.len() + self.questions().len()
    }

    fn questions(&self) -> &[StateCase] {
        self.plan.questions(self.channel)
    }

    /// Asks everything. `watch` sees each result as it comes.
    pub fn run(&self, mut watch: impl FnMut(&CaseResult, Source)) -> Checked {
        let start = Instant::now();
        let threads = self.jobs.max(1);
        let shared = Shared {
            run: self,
            queue: Queue::new(self.len(), threads),
            budget: Mutex::new(FailureBudget::new(self.reply)),
            is_over: AtomicBool::new(false),
        };
        let mut cases: Vec<Option<CaseResult>> = vec![None; self.len()];
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..threads {
                let (shared, sender) = (&shared, sender.clone());
                scope.spawn(move || shared.work(&sender));
            }
            drop(sender);
            for (index, result, source) in results {
                watch(&result, source);
                cases[index] = Some(result);
            }
        });
        let cases: Vec<_> = cases.into_iter().flatten().collect();
        Checked {
            not_asked: self.len() - cases.len(),
            cases,
            time: start.elapsed(),
        }
    }
}

impl Shared<'_> {
    /// Takes cases until there are none.
    fn work(&self, results: &mpsc::Sender<(usize, CaseResult, Source)>) {
        let run = self.run;
        let mut worker = Worker {
            program: (run.connect)(),
            pace: Pace::new(run.reply / 2),
        };
        let items = run.plan.items.iter().map(Task::Count);
        let tasks: Vec<_> = items
            .chain(run.questions().iter().map(Task::State))
            .collect();
        let mut thread = self.queue.thread();
        while let Some(taken) = thread.take() {
            let (index, task) = (taken.index, &tasks[taken.index]);
            if self.is_over.load(Ordering::Relaxed) || self.run.interrupt.is_raised() {
                return;
            }
            let (result, source) = match self.run.known.get(task.address()) {
                Some(known) => (known.clone(), Source::Known),
                None => self.ask(&mut worker, task),
            };
            if source == Source::Asked {
                if is_answered(&result) {
                    thread.has_answered();
                } else if thread.leaves(taken) {
                    continue;
                }
            }
            // What was interrupted has no result.
            if self.run.interrupt.is_raised() {
                return;
            }
            // What other threads asked meanwhile comes after the first that is bad.
            let ends = (run.ends)(&result);
            let was_over = self.is_over.fetch_or(ends, Ordering::Relaxed);
            if was_over || results.send((index, result, source)).is_err() {
                return;
            }
        }
    }

    fn ask(&self, worker: &mut Worker, task: &Task<'_>) -> (CaseResult, Source) {
        let end = self.budget().end().map(|end| end.to_string());
        if let Some(why) = end {
            return (worker.not_asked(task, &why), Source::GivenUp);
        }
        let (run, interrupt) = (self.run, self.run.interrupt);
        // Our own counts are not the engine's time.
        let task = match task {
            Task::Count(item) => &Task::Count(&run.plan.with_all_depths(item, interrupt)),
            Task::State(_) => task,
        };
        let start = Instant::now();
        let mut result = match task {
            Task::Count(item) => worker.count(item),
            Task::State(case) => worker.state(case, run.declared),
        };
        let time = start.elapsed();
        result.milliseconds = milliseconds(time);
        self.budget().lose(result.verdict, time);
        (result, Source::Asked)
    }

    fn budget(&self) -> MutexGuard<'_, FailureBudget> {
        // Plain numbers: whoever has panicked has left them whole.
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Task<'_> {
    fn address(&self) -> &str {
        match self {
            Self::Count(item) => &item.case.address,
            Self::State(case) => &case.address,
        }
    }
}

impl Worker {
    fn count(&mut self, item: &Item) -> CaseResult {
        let told = presentation::presentations(&item.case);
        let subject = self.program.counts.as_mut();
        let ways = told
            .iter()
            .map(|told| ask_one_way(subject, &mut self.pace, told, item))
            .collect();
        summed_up(item, ways, self.program.counts.can().channel)
    }

    fn state(&mut self, case: &StateCase, declared: Declared) -> CaseResult {
        let channel = self.program.counts.can().channel;
        match &mut self.program.game {
            Some(game) => questions::case(game.as_mut(), channel, case, declared),
            None => questions::not_asked(channel, case, "this channel tells nothing about a game"),
        }
    }

    /// The result of a case for which the engine is not asked.
    fn not_asked(&self, task: &Task<'_>, why: &str) -> CaseResult {
        let channel = self.program.counts.can().channel;
        match task {
            Task::Count(item) => {
                let told = presentation::presentations(&item.case);
                summed_up(item, vec![not_asked(&told[0], why)], channel)
            }
            Task::State(case) => questions::not_asked(channel, case, why),
        }
    }
}

fn ask_one_way(channel: &mut dyn Subject, pace: &mut Pace, told: &Told, item: &Item) -> WayResult {
    if told.way.is_played() && !channel.can().plays_moves {
        return not_asked(
            told,
            "the engine does not play the moves that follow a position",
        );
    }
    let depths = depths(item, told.way, channel.can().least_depth, pace);
    let mut result = judge(channel, pace, told, &depths);
    let is_scored = item.case.reach == Reach::Reachable;
    if !is_scored && (result.verdict.is_bad() || result.verdict == Verdict::Unknown) {
        result.verdict = Verdict::Nonstrict;
    }
    result
}

/// The depths that are asked for. Where an engine is not fast enough for all of them, the way by FEN is asked for more
/// than the others, for deep in a tree little depends on how its root was told.
fn depths(item: &Item, way: Way, least: u32, pace: &Pace) -> Vec<(u32, u64)> {
    let is_asked = |&&(depth, nodes): &&(u32, u64)| {
        least <= depth && (way == Way::Fen || pace.is_quick(nodes))
    };
    item.depths.iter().filter(is_asked).copied().collect()
}

/// Whether the engine has answered whatever it was asked. One that was silent at first, and then not, has not.
fn is_answered(result: &CaseResult) -> bool {
    let verdicts = result.ways.iter().map(|way| way.verdict);
    let mut verdicts = verdicts.chain([result.verdict]);
    !verdicts.any(|it| matches!(it, Verdict::Crash | Verdict::Timeout | Verdict::Unknown))
}

fn not_asked(told: &Told, why: &str) -> WayResult {
    WayResult {
        way: told.way,
        verdict: Verdict::Unsupported,
        fen: told.line.fen().to_string(),
        moves: told.moves(),
        depth: 0,
        findings: vec![Finding::said(Question::Count, why)],
    }
}

fn summed_up(item: &Item, ways: Vec<WayResult>, channel: Channel) -> CaseResult {
    let failed = |way: &&WayResult| matches!(way.verdict, Verdict::Fail | Verdict::Refused);
    let depths = ways.iter().filter(failed).flat_map(|way| &way.findings);
    let depth = depths.filter_map(|finding| finding.depth).max();
    // Who was not asked as deep may be as wrong there.
    let passed = |way: &&WayResult| way.verdict == Verdict::Pass && depth <= Some(way.depth);
    let with = |test: &dyn Fn(&&WayResult) -> bool| -> Vec<Way> {
        ways.iter().filter(test).map(|way| way.way).collect()
    };
    let (failed, passed) = (with(&failed), with(&passed));
    let side = item.case.position().side_to_move();
    let verdict = ways.iter().map(|way| way.verdict).max();
    CaseResult {
        address: item.case.address.clone(),
        class: item.case.class.clone(),
        verdict: verdict.unwrap_or(Verdict::Unsupported),
        rung: channel,
        fen: item.case.fen.clone(),
        why: item.case.why.clone(),
        rule: None,
        source: None,
        pattern: presentation::pattern(&failed, &passed, name(side), name(!side)),
        expected: None,
        ways,
        smallest: None,
        milliseconds: 0,
    }
}

fn name(color: passant_rules::Color) -> &'static str {
    match color {
        passant_rules::Color::White => "White",
        passant_rules::Color::Black => "Black",
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use passant_suite::Suites;

    use super::{Item, Pace, Way, depths};

    #[test]
    fn a_fast_engine_is_asked_for_every_depth_in_every_way() {
        let suites = Suites::builtin().unwrap();
        let address = "en-passant/bogus/no-victim-e6";
        let case = suites.cases().find(|case| case.address == address);
        let case = case.unwrap().clone();
        // Counted by Stockfish, cozy-chess and python-chess.
        let item = Item {
            depths: vec![(1, 36), (2, 1013), (3, 35_805), (4, 1_032_654)],
            case,
        };
        let mut fast = Pace::new(Duration::from_secs(10));
        let mut slow = fast;
        for pace in [&mut fast, &mut slow] {
            pace.learn(1, Duration::from_micros(10));
        }
        fast.learn(1_000_000, Duration::from_millis(10));
        slow.learn(1_000_000, Duration::from_secs(5));
        for way in Way::ALL {
            assert_eq!(depths(&item, way, 1, &fast), item.depths, "{way:?}");
            assert_eq!(depths(&item, way, 3, &fast), item.depths[2..], "{way:?}");
            let asked = if way == Way::Fen { 4 } else { 2 };
            assert_eq!(depths(&item, way, 1, &slow), item.depths[..asked]);
        }
    }
}
