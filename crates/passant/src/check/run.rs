//! Runs a plan against an engine, on several threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use passant_suite::Reach;
use serde::{Deserialize, Serialize};

use super::judge::{Pace, judge};
use super::ways::{self, Told, Way};
use super::{CaseResult, Finding, Item, Plan, Question, Verdict, WayResult};
use crate::engine::calibration::NoChannel;
use crate::engine::{Calibration, Channel, Starter};

/// The largest count that is asked for in all ways; larger ones are asked for by FEN alone, for what comes later in a
/// tree is the same whichever way led to its root.
const ALL_WAYS: u64 = 20_000;

/// How many cases in a row may end in a crash or in silence before the engine is given up.
const STRIKES: u32 = 5;

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
    /// How to run.
    pub options: Options,
    /// Results of an earlier run, by address.
    pub known: &'a HashMap<String, CaseResult>,
}

/// Everything that was found out about an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineResult {
    /// The command that starts it.
    pub command: String,
    /// How it was asked; `None` if it cannot be.
    pub calibration: Option<Calibration>,
    /// What was tried to find out how to ask it, where nothing worked.
    pub tried: Vec<String>,
    /// Whether it could not be started, crashed or hung while that was tried.
    pub has_failed: bool,
    /// Each case, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// Cases of the plan that were not asked, for the run was stopped.
    pub not_asked: usize,
    /// Time in milliseconds.
    pub milliseconds: u64,
}

impl EngineResult {
    /// An engine that cannot be asked: no case of the plan was.
    #[must_use]
    pub fn without_channel(starter: &Starter, no_channel: NoChannel, plan: &Plan) -> Self {
        Self {
            command: starter.launch.to_string(),
            calibration: None,
            has_failed: no_channel.trouble.is_some(),
            tried: no_channel.tried,
            cases: Vec::new(),
            not_asked: plan.items.len(),
            milliseconds: 0,
        }
    }

    /// The verdict on each case.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.cases.iter().map(|case| case.verdict)
    }
}

/// What the threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    next: AtomicUsize,
    strikes: AtomicU32,
    is_over: AtomicBool,
}

impl Run<'_> {
    /// Asks everything. `watch` sees each result as it comes.
    pub fn run(&self, mut watch: impl FnMut(&CaseResult)) -> EngineResult {
        let start = Instant::now();
        let shared = Shared {
            run: self,
            next: AtomicUsize::new(0),
            strikes: AtomicU32::new(0),
            is_over: AtomicBool::new(false),
        };
        let mut cases: Vec<Option<CaseResult>> = vec![None; self.plan.items.len()];
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.options.jobs.max(1) {
                let (shared, sender) = (&shared, sender.clone());
                scope.spawn(move || shared.work(&sender));
            }
            drop(sender);
            for (index, result) in results {
                watch(&result);
                cases[index] = Some(result);
            }
        });
        let cases: Vec<_> = cases.into_iter().flatten().collect();
        EngineResult {
            command: self.starter.launch.to_string(),
            calibration: Some(self.calibration.clone()),
            tried: Vec::new(),
            has_failed: false,
            not_asked: self.plan.items.len() - cases.len(),
            cases,
            milliseconds: milliseconds(start.elapsed()),
        }
    }
}

impl Shared<'_> {
    /// Takes cases until there are none.
    fn work(&self, results: &mpsc::Sender<(usize, CaseResult)>) {
        let mut channel = self.run.calibration.open(self.run.starter);
        let mut pace = Pace::new(self.run.starter.limits.reply / 2);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = self.run.plan.items.get(index) else {
                return;
            };
            if self.is_over.load(Ordering::Relaxed) || self.run.starter.interrupt.is_raised() {
                return;
            }
            let result = match self.run.known.get(&item.case.address) {
                Some(known) => known.clone(),
                None => self.ask(channel.as_mut(), &mut pace, item),
            };
            // What was interrupted has no result.
            if self.run.starter.interrupt.is_raised() {
                return;
            }
            if self.run.options.fails_fast && result.verdict.is_bad() {
                self.is_over.store(true, Ordering::Relaxed);
            }
            if results.send((index, result)).is_err() {
                return;
            }
        }
    }

    fn ask(&self, channel: &mut dyn Channel, pace: &mut Pace, item: &Item) -> CaseResult {
        let start = Instant::now();
        let strikes = self.strikes.load(Ordering::Relaxed);
        let told = ways::ways(&item.case);
        let ways = if strikes < STRIKES {
            told.iter()
                .map(|told| ask_one_way(channel, pace, told, item))
                .collect()
        } else {
            vec![not_asked(&told[0])]
        };
        let mut result = summed_up(item, ways, channel);
        result.milliseconds = milliseconds(start.elapsed());
        if strikes < STRIKES {
            match result.verdict {
                Verdict::Crash | Verdict::Timeout => {
                    self.strikes.fetch_add(1, Ordering::Relaxed);
                }
                _ => self.strikes.store(0, Ordering::Relaxed),
            }
        }
        result
    }
}

fn ask_one_way(channel: &mut dyn Channel, pace: &mut Pace, told: &Told, item: &Item) -> WayResult {
    let is_in_all = |depth: &&(u32, u64)| told.way == Way::Fen || depth.1 <= ALL_WAYS;
    let depths: Vec<_> = item.depths.iter().filter(is_in_all).copied().collect();
    let mut result = judge(channel, pace, told, &depths);
    let is_scored = item.case.reach == Reach::Reachable;
    if !is_scored && (result.verdict.is_bad() || result.verdict == Verdict::Unknown) {
        result.verdict = Verdict::Nonstrict;
    }
    result
}

fn not_asked(told: &Told) -> WayResult {
    let text = format!("not asked: {STRIKES} cases in a row have ended in a crash or in silence");
    WayResult {
        way: told.way,
        verdict: Verdict::Unsupported,
        fen: told.place.fen.clone(),
        moves: told.place.moves.clone(),
        depth: 0,
        findings: vec![Finding::said(Question::Count, text)],
    }
}

fn summed_up(item: &Item, ways: Vec<WayResult>, channel: &dyn Channel) -> CaseResult {
    let with = |test: fn(Verdict) -> bool| -> Vec<Way> {
        let chosen = ways.iter().filter(|way| test(way.verdict));
        chosen.map(|way| way.way).collect()
    };
    let failed = with(|verdict| matches!(verdict, Verdict::Fail | Verdict::Refused));
    let passed = with(|verdict| verdict == Verdict::Pass);
    let side = item.case.position().side_to_move();
    let verdict = ways.iter().map(|way| way.verdict).max();
    CaseResult {
        address: item.case.address.clone(),
        class: item.case.class.clone(),
        verdict: verdict.unwrap_or(Verdict::Unsupported),
        rung: channel.rung(),
        fen: item.case.fen.clone(),
        why: item.case.why.clone(),
        pattern: ways::pattern(&failed, &passed, name(side), name(!side)),
        expected: None,
        ways,
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
