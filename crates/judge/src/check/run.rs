//! Asks an engine all cases of a plan, on several threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use passant_suite::{Reach, StateCase};

use super::failure_budget::FailureBudget;
use super::judge::judge;
use super::pace::Pace;
use super::presentation::{self, Presentation, Prompt};
use super::questions::{self, Conventions};
use super::queue::Queue;
use super::withdrawal::FailedControls;
use super::{CaseResult, Finding, Item, Plan, PresentationResult, QuestionKind, Verdict};
use passant_query::{Channel, Interrupt, Subject};

use crate::Connections;

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
    /// How many threads ask in parallel; 0 counts as 1.
    pub jobs: usize,
    /// How long an answer may take.
    pub reply: Duration,
    /// Stops the run when it is raised.
    pub interrupt: &'a Interrupt,
    /// Results of an earlier run, by the address of the case.
    pub known: &'a HashMap<String, CaseResult>,
    /// Whether the run ends after a result.
    pub ends: &'a (dyn Fn(&CaseResult) -> bool + Sync),
}

/// Where a result comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The engine was asked.
    Asked,
    /// It was known from an earlier run.
    Known,
    /// The engine was not asked, because it had failed too often.
    GivenUp,
}

/// The results of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The results, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// How many cases were not asked because the run was stopped.
    pub not_asked: usize,
    /// How the engine ignores what the channel needs, if it does. The results are then worth nothing.
    pub withdrawn: Option<String>,
    /// How long the run took.
    pub time: Duration,
}

/// A case of the plan.
enum PlannedCase<'a> {
    Count(&'a Item),
    State(&'a StateCase),
}

/// The connection of one thread, and how fast the engine is there.
struct Worker {
    program: Connections,
    pace: Pace,
}

/// What all threads share.
struct Shared<'a> {
    run: &'a Run<'a>,
    queue: Queue,
    budget: Mutex<FailureBudget>,
    is_over: AtomicBool,
    controls: FailedControls,
}

impl Run<'_> {
    /// The number of cases.
    fn len(&self) -> usize {
        self.plan.items.len() + self.questions().len()
    }

    fn questions(&self) -> &[StateCase] {
        self.plan.questions(self.channel)
    }

    /// Asks everything. `watch` is called with each result at once.
    pub fn run(&self, mut watch: impl FnMut(&CaseResult, Source)) -> Checked {
        let start = Instant::now();
        let threads = self.jobs.max(1);
        let shared = Shared {
            run: self,
            queue: Queue::new(self.len(), threads),
            budget: Mutex::new(FailureBudget::new(self.reply)),
            is_over: AtomicBool::new(false),
            controls: FailedControls::default(),
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
            withdrawn: shared.controls.why(),
            cases,
            time: start.elapsed(),
        }
    }
}

impl Shared<'_> {
    /// Takes cases until none is left.
    fn work(&self, results: &mpsc::Sender<(usize, CaseResult, Source)>) {
        let run = self.run;
        let mut worker = Worker {
            program: (run.connect)(),
            pace: Pace::new(run.reply / 2),
        };
        let items = run.plan.items.iter().map(PlannedCase::Count);
        let tasks: Vec<_> = items
            .chain(run.questions().iter().map(PlannedCase::State))
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
            // An interrupted case has no result.
            if self.run.interrupt.is_raised() {
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

    fn ask(&self, worker: &mut Worker, task: &PlannedCase<'_>) -> (CaseResult, Source) {
        let end = self.budget().end().map(|end| end.to_string());
        if let Some(why) = end {
            return (worker.not_asked(task, &why), Source::GivenUp);
        }
        let (run, interrupt) = (self.run, self.run.interrupt);
        // The reference counts are not part of the time of the engine.
        let task = match task {
            PlannedCase::Count(item) => {
                &PlannedCase::Count(&run.plan.with_all_depths(item, interrupt))
            }
            PlannedCase::State(_) => task,
        };
        let start = Instant::now();
        let mut result = match task {
            PlannedCase::Count(item) => worker.count(item),
            PlannedCase::State(case) => worker.state(case, run.conventions),
        };
        let time = start.elapsed();
        result.milliseconds = milliseconds(time);
        self.budget().record(result.verdict, time);
        (result, Source::Asked)
    }

    fn budget(&self) -> MutexGuard<'_, FailureBudget> {
        // These are plain numbers, so that a panic cannot leave them inconsistent.
        self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlannedCase<'_> {
    fn address(&self) -> &str {
        match self {
            Self::Count(item) => &item.case.address,
            Self::State(case) => &case.address,
        }
    }
}

impl Worker {
    fn count(&mut self, item: &Item) -> CaseResult {
        let subject = self.program.counts.as_mut();
        let prompts = if subject.can().sets_up {
            presentation::presentations(&item.case)
        } else {
            presentation::games(&item.case)
        };
        if prompts.is_empty() {
            let why =
                "no game is known that leads to the position, and the engine sets up no positions";
            return self.not_asked(&PlannedCase::Count(item), why);
        }
        let mut presentations: Vec<PresentationResult> = Vec::new();
        for prompt in &prompts {
            let before = before(prompt, &presentations);
            // An engine that is wrong or in doubt about a position says nothing about what follows.
            if before.is_some_and(|it| !matches!(it, Verdict::Pass | Verdict::Unsupported)) {
                continue;
            }
            let mut result = ask_presentation(subject, &mut self.pace, prompt, item);
            if before == Some(Verdict::Unsupported) && result.verdict == Verdict::Refused {
                // It may not hold the position in which it refuses the move.
                result.verdict = Verdict::Unknown;
            }
            presentations.push(result);
        }
        summarize(item, presentations, self.program.counts.can().channel)
    }

    fn state(&mut self, case: &StateCase, conventions: Conventions) -> CaseResult {
        let channel = self.program.counts.can().channel;
        match &mut self.program.game {
            Some(game) => questions::case(game.as_mut(), channel, case, conventions),
            None => questions::not_asked(
                channel,
                case,
                "this channel says nothing about the state of a game",
            ),
        }
    }

    /// The result of a case about which the engine is not asked.
    fn not_asked(&self, task: &PlannedCase<'_>, why: &str) -> CaseResult {
        let channel = self.program.counts.can().channel;
        match task {
            PlannedCase::Count(item) => {
                let prompt = presentation::by_fen(&item.case, Presentation::Fen);
                summarize(item, vec![not_asked(&prompt, why)], channel)
            }
            PlannedCase::State(case) => questions::not_asked(channel, case, why),
        }
    }
}

/// The verdict on the position from which a presentation goes on with moves; `None` if it does not.
fn before(prompt: &Prompt, presentations: &[PresentationResult]) -> Option<Verdict> {
    let line = prompt.before()?;
    let (fen, moves) = (line.fen(), line.step_texts());
    let is_before = |it: &&PresentationResult| fen == it.fen.as_str() && it.moves == moves;
    presentations.iter().find(is_before).map(|it| it.verdict)
}

fn ask_presentation(
    channel: &mut dyn Subject,
    pace: &mut Pace,
    prompt: &Prompt,
    item: &Item,
) -> PresentationResult {
    if prompt.presentation.is_played() && !channel.can().plays_moves {
        return not_asked(
            prompt,
            "the engine does not play the moves that follow a position",
        );
    }
    let depths = depths(item, prompt, channel.can().least_depth, pace);
    let mut result = judge(channel, pace, prompt, &depths);
    let is_scored = item.case.reach == Reach::Reachable;
    if !is_scored && (result.verdict.is_bad() || result.verdict == Verdict::Unknown) {
        result.verdict = Verdict::Nonstrict;
    }
    result
}

/// The depths that are asked for. An engine that is not fast enough for all of them is asked for more depths with a FEN
/// than with other presentations, because deep in a tree little depends on how its root was given.
fn depths(item: &Item, prompt: &Prompt, least: u32, pace: &Pace) -> Vec<(u32, u64)> {
    let by_fen = prompt.presentation == Presentation::Fen;
    let mut depths = prompt.counts(&item.depths);
    depths.retain(|&(depth, nodes)| least <= depth && (by_fen || pace.is_quick(nodes)));
    depths
}

/// Whether the engine answered every question of a case.
fn is_answered(result: &CaseResult) -> bool {
    let verdicts = result
        .presentations
        .iter()
        .map(|presentation| presentation.verdict);
    let mut verdicts = verdicts.chain([result.verdict]);
    !verdicts.any(|it| matches!(it, Verdict::Crash | Verdict::Timeout | Verdict::Unknown))
}

fn not_asked(prompt: &Prompt, why: &str) -> PresentationResult {
    PresentationResult {
        presentation: prompt.presentation,
        verdict: Verdict::Unsupported,
        fen: prompt.line.fen().to_string(),
        moves: prompt.moves(),
        depth: 0,
        findings: vec![Finding::text(QuestionKind::Count, why)],
    }
}

fn summarize(item: &Item, presentations: Vec<PresentationResult>, channel: Channel) -> CaseResult {
    let failed = |presentation: &&PresentationResult| {
        matches!(presentation.verdict, Verdict::Fail | Verdict::Refused)
    };
    let depths = presentations
        .iter()
        .filter(failed)
        .flat_map(|presentation| &presentation.findings);
    let depth = depths.filter_map(|finding| finding.depth).max();
    // A presentation that was not asked as deep may be wrong at that depth too.
    let passed = |presentation: &&PresentationResult| {
        presentation.verdict == Verdict::Pass && depth <= Some(presentation.depth)
    };
    let with = |test: &dyn Fn(&&PresentationResult) -> bool| -> Vec<Presentation> {
        presentations
            .iter()
            .filter(test)
            .map(|presentation| presentation.presentation)
            .collect()
    };
    let (failed, passed) = (with(&failed), with(&passed));
    let side = item.case.position().side_to_move();
    let verdict = presentations
        .iter()
        .map(|presentation| presentation.verdict)
        .max();
    CaseResult {
        address: item.case.address.clone(),
        class: item.case.class.clone(),
        verdict: verdict.unwrap_or(Verdict::Unsupported),
        channel,
        fen: item.case.fen.clone(),
        why: item.case.why.clone(),
        rule: None,
        source: None,
        pattern: presentation::pattern(&failed, &passed, side, !side),
        expected_failure: None,
        presentations,
        smallest: None,
        milliseconds: 0,
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use passant_suite::Suites;

    use passant_query::Line;

    use super::{Item, Pace, Presentation, Prompt, depths};

    #[test]
    fn asks_a_fast_engine_for_every_depth_with_every_presentation() {
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
        let prompt = |presentation| Prompt {
            presentation,
            line: Line::from_fen(&item.case.fen).unwrap(),
            position: item.case.position().clone(),
        };
        for presentation in Presentation::ALL {
            let prompt = prompt(presentation);
            if presentation.goes_on() {
                // Whatever is stored belongs to the position before more moves.
                assert_eq!(depths(&item, &prompt, 1, &fast), item.depths[..2]);
                continue;
            }
            assert_eq!(
                depths(&item, &prompt, 1, &fast),
                item.depths,
                "{presentation:?}"
            );
            assert_eq!(
                depths(&item, &prompt, 3, &fast),
                item.depths[2..],
                "{presentation:?}"
            );
            let asked = if presentation == Presentation::Fen {
                4
            } else {
                2
            };
            assert_eq!(depths(&item, &prompt, 1, &slow), item.depths[..asked]);
        }
    }
}
