//! Runs a plan against an engine, on several threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use passant_suite::expected::Expectations;
use passant_suite::{Reach, StateCase};
use serde::{Deserialize, Serialize};

use super::judge::judge;
use super::pace::Pace;
use super::patience::Patience;
use super::questions::{self, Declared};
use super::queue::Queue;
use super::ways::{self, Told, Way};
use super::{CaseResult, Finding, Item, Plan, Question, Verdict, WayResult, expected};
use crate::diagnosis::Examination;
use crate::engine::calibration::NoChannel;
use crate::engine::{Calibration, Channel, Starter, Witness};

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many engines run side by side.
    pub jobs: usize,
    /// Whether to stop at the first case that is bad.
    pub fails_fast: bool,
}

/// A plan, and the engine that is asked.
pub struct Run<'a> {
    /// How to start it.
    pub starter: &'a Starter,
    /// How it can be asked.
    pub calibration: &'a Calibration,
    /// What it is asked.
    pub plan: &'a Plan,
    /// Which conventions it follows.
    pub declared: Declared,
    /// How to run.
    pub options: Options,
    /// Results of an earlier run, by address.
    pub known: &'a HashMap<String, CaseResult>,
    /// Failures that do not end a run that stops at the first.
    pub expected: &'a Expectations,
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

/// Everything that was found out about an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineResult {
    /// The command that starts it.
    pub command: String,
    /// The words that name it on the command line of `passant`, with the options that say how it is asked.
    #[serde(default)]
    pub words: Vec<String>,
    /// The options that say what was asked, where that is not what is usual.
    #[serde(default)]
    pub options: Vec<String>,
    /// How it was asked; `None` if it cannot be.
    pub calibration: Option<Calibration>,
    /// What was tried to find out how to ask it, where nothing worked.
    pub tried: Vec<String>,
    /// Whether it could not be started, crashed or hung while that was tried.
    pub has_failed: bool,
    /// Which conventions it follows, as far as it was asked about the state of a game.
    #[serde(default, skip_serializing_if = "Declared::is_empty")]
    pub declared: Declared,
    /// Each case, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// Cases of the plan that were not asked, for the run was stopped.
    pub not_asked: usize,
    /// What is wrong with it by name, if something is and it was looked for.
    #[serde(default)]
    pub diagnosis: Option<Examination>,
    /// Time in milliseconds.
    pub milliseconds: u64,
}

impl EngineResult {
    /// An engine that cannot be asked: no case of the plan was.
    #[must_use]
    pub fn without_channel(starter: &Starter, no_channel: NoChannel, plan: &Plan) -> Self {
        Self {
            command: starter.launch.to_string(),
            words: starter.hints.words.clone(),
            options: Vec::new(),
            calibration: None,
            has_failed: no_channel.trouble.is_some(),
            tried: no_channel.tried,
            declared: Declared::default(),
            cases: Vec::new(),
            not_asked: plan.items.len() + plan.questions.len(),
            diagnosis: None,
            milliseconds: 0,
        }
    }

    /// The verdict on each case.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.cases.iter().map(|case| case.verdict)
    }
}

/// One thing to ask.
enum Task<'a> {
    Count(&'a Item),
    State(&'a StateCase),
}

/// An engine as one thread asks it.
struct Asker {
    channel: Box<dyn Channel>,
    pace: Pace,
    witness: Option<Box<dyn Witness>>,
}

/// What the threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    queue: Queue,
    patience: Mutex<Patience>,
    is_over: AtomicBool,
}

impl Run<'_> {
    /// How many cases there are to ask.
    fn len(&self) -> usize {
        self.plan.items.len() + self.questions().len()
    }

    fn questions(&self) -> &[StateCase] {
        self.plan.questions(self.calibration.rung)
    }

    /// Asks everything. `watch` sees each result as it comes.
    pub fn run(&self, mut watch: impl FnMut(&CaseResult, Source)) -> EngineResult {
        let start = Instant::now();
        let threads = self.options.jobs.max(1);
        let shared = Shared {
            run: self,
            queue: Queue::new(self.len(), threads),
            patience: Mutex::new(Patience::new(self.starter.limits.reply)),
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
        EngineResult {
            command: self.starter.launch.to_string(),
            words: self.starter.hints.words.clone(),
            options: Vec::new(),
            calibration: Some(self.calibration.clone()),
            tried: Vec::new(),
            has_failed: false,
            declared: self.declared,
            not_asked: self.len() - cases.len(),
            cases,
            diagnosis: None,
            milliseconds: milliseconds(start.elapsed()),
        }
    }
}

impl Shared<'_> {
    /// Takes cases until there are none.
    fn work(&self, results: &mpsc::Sender<(usize, CaseResult, Source)>) {
        let run = self.run;
        let mut asker = Asker {
            channel: run.calibration.open(run.starter),
            pace: Pace::new(run.starter.limits.reply / 2),
            witness: run.calibration.witness(run.starter),
        };
        let items = run.plan.items.iter().map(Task::Count);
        let tasks: Vec<_> = items
            .chain(run.questions().iter().map(Task::State))
            .collect();
        let mut thread = self.queue.thread();
        while let Some(taken) = thread.take() {
            let (index, task) = (taken.index, &tasks[taken.index]);
            if self.is_over.load(Ordering::Relaxed) || self.run.starter.interrupt.is_raised() {
                return;
            }
            let (result, source) = match self.run.known.get(task.address()) {
                Some(known) => (known.clone(), Source::Known),
                None => self.ask(&mut asker, task),
            };
            if source == Source::Asked {
                if is_answered(&result) {
                    thread.has_answered();
                } else if thread.leaves(taken) {
                    continue;
                }
            }
            // What was interrupted has no result.
            if self.run.starter.interrupt.is_raised() {
                return;
            }
            // What other threads asked meanwhile comes after the first that is bad.
            let ends = run.options.fails_fast && expected::verdict(run.expected, &result).is_bad();
            let was_over = self.is_over.fetch_or(ends, Ordering::Relaxed);
            if was_over || results.send((index, result, source)).is_err() {
                return;
            }
        }
    }

    fn ask(&self, asker: &mut Asker, task: &Task<'_>) -> (CaseResult, Source) {
        let end = self.patience().end().map(|end| end.to_string());
        if let Some(why) = end {
            return (asker.not_asked(task, &why), Source::GivenUp);
        }
        let (run, interrupt) = (self.run, &self.run.starter.interrupt);
        // Our own counts are not the engine's time.
        let task = match task {
            Task::Count(item) => &Task::Count(&run.plan.with_all_depths(item, interrupt)),
            Task::State(_) => task,
        };
        let start = Instant::now();
        let mut result = match task {
            Task::Count(item) => asker.count(item),
            Task::State(case) => asker.state(case, run.declared),
        };
        let time = start.elapsed();
        result.milliseconds = milliseconds(time);
        self.patience().lose(result.verdict, time);
        (result, Source::Asked)
    }

    fn patience(&self) -> MutexGuard<'_, Patience> {
        // Plain numbers: whoever has panicked has left them whole.
        self.patience.lock().unwrap_or_else(PoisonError::into_inner)
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

impl Asker {
    fn count(&mut self, item: &Item) -> CaseResult {
        let told = ways::ways(&item.case);
        let channel = self.channel.as_mut();
        let ways = told
            .iter()
            .map(|told| ask_one_way(channel, &mut self.pace, told, item))
            .collect();
        summed_up(item, ways, channel)
    }

    fn state(&mut self, case: &StateCase, declared: Declared) -> CaseResult {
        let rung = self.channel.rung();
        match &mut self.witness {
            Some(witness) => questions::case(witness.as_mut(), rung, case, declared),
            None => questions::not_asked(rung, case, "this channel tells nothing about a game"),
        }
    }

    /// The result of a case for which the engine is not asked.
    fn not_asked(&self, task: &Task<'_>, why: &str) -> CaseResult {
        let channel = self.channel.as_ref();
        match task {
            Task::Count(item) => {
                let told = ways::ways(&item.case);
                summed_up(item, vec![not_asked(&told[0], why)], channel)
            }
            Task::State(case) => questions::not_asked(channel.rung(), case, why),
        }
    }
}

fn ask_one_way(channel: &mut dyn Channel, pace: &mut Pace, told: &Told, item: &Item) -> WayResult {
    if told.way.is_played() && !channel.plays_moves() {
        return not_asked(
            told,
            "the engine does not play the moves that follow a position",
        );
    }
    let depths = depths(item, told.way, channel.least_depth(), pace);
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
        fen: told.place.fen.clone(),
        moves: told.place.moves.clone(),
        depth: 0,
        findings: vec![Finding::said(Question::Count, why)],
    }
}

fn summed_up(item: &Item, ways: Vec<WayResult>, channel: &dyn Channel) -> CaseResult {
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
        rung: channel.rung(),
        fen: item.case.fen.clone(),
        why: item.case.why.clone(),
        rule: None,
        source: None,
        pattern: ways::pattern(&failed, &passed, name(side), name(!side)),
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
