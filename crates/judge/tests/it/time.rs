//! A run that has less time than the engine needs.

use crate::subjects::quiet_run;
use std::thread;
use std::time::{Duration, Instant};

use passant_judge::Connections;
use passant_judge::check::plan::Choice;
use passant_judge::check::{Checked, Plan, Run, Verdict};
use passant_oracle::{FaultSet, Oracle};
use passant_query::{Answer, Channel, EngineError, Interrupt, Line, Query, Subject};
use passant_suite::Suites;

/// The oracle, which answers after a pause, or not in time.
struct Slow {
    pause: Duration,
    hangs: fn(&Line) -> bool,
}

impl Subject for Slow {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        thread::sleep(self.pause);
        if (self.hangs)(line) {
            return Err(EngineError::TimedOut(self.pause));
        }
        Oracle::with(FaultSet::NONE).ask(line, query)
    }
}

/// Asks the positions with one legal move.
fn checked(pause: u64, hangs: fn(&Line) -> bool, time: Duration) -> Checked {
    let choice = Choice {
        suites: vec!["en-passant/only-move".to_owned()],
        max_nodes: 1_000,
        ..Choice::default()
    };
    let plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
    let connect = || {
        let pause = Duration::from_millis(pause);
        Connections::through(Box::new(Slow { pause, hangs }))
    };
    let run = Run {
        time,
        ..quiet_run(&plan, Channel::Library, &connect)
    };
    run.run(|_, _| {})
}

#[test]
fn each_case_has_a_share_of_the_time_and_the_rest_is_counted() {
    let all = checked(0, |_| false, Duration::from_secs(600));
    assert!(all.left_out.is_empty(), "{:?}", all.left_out);
    let hurried = checked(30, |_| false, Duration::from_millis(600));
    assert_eq!(hurried.cases.len(), all.cases.len());
    let unsupported = hurried
        .cases
        .iter()
        .filter(|case| case.verdict == Verdict::Unsupported);
    assert_eq!(unsupported.count(), hurried.left_out.cases);
    assert!(0 < hurried.left_out.parts, "{:?}", hurried.left_out);
    assert!(hurried.cases.iter().all(|case| !case.verdict.is_bad()));
}

/// An engine that answers nothing until it is stopped.
struct Endless(Interrupt);

impl Subject for Endless {
    fn ask(&mut self, _: &Line, _: &Query) -> Result<Answer, EngineError> {
        while !self.0.is_raised() {
            thread::yield_now();
        }
        Err(EngineError::Interrupted)
    }
}

#[test]
fn an_answer_that_has_not_come_at_the_end_is_left_out() {
    let choice = Choice {
        suites: vec!["en-passant/only-move".to_owned()],
        max_nodes: 1_000,
        ..Choice::default()
    };
    let plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
    let end = Instant::now() + Duration::from_millis(50);
    let interrupt = Interrupt::default().until(end);
    let connect = || Connections::through(Box::new(Endless(interrupt.clone())));
    let run = Run {
        interrupt: &interrupt,
        ..quiet_run(&plan, Channel::Library, &connect)
    };
    let checked = run.run(|_, _| {});
    assert_eq!(checked.not_asked, 0);
    assert_eq!(checked.left_out.cases, plan.items.len());
}

#[test]
fn no_time_asks_nothing() {
    let none = checked(0, |_| false, Duration::ZERO);
    assert_eq!(none.left_out.cases, none.cases.len());
}

/// The engine never answers about a push that it has to play.
#[test]
fn a_presentation_that_times_out_is_not_asked_again_and_again() {
    let result = checked(1, |line| !line.steps.is_empty(), Duration::from_secs(600));
    let of = |verdict: Verdict, is_played: bool| {
        let all = result.cases.iter().flat_map(|case| &case.presentations);
        all.filter(|it| it.verdict == verdict && it.presentation.is_played() == is_played)
            .count()
    };
    assert_eq!(of(Verdict::Timeout, true), 2);
    // All are asked as a FEN, and all but the first two with colors swapped.
    assert_eq!(of(Verdict::Pass, false), 2 * result.cases.len() - 2);
}
