//! Engines that leave out moves of a line are not judged by the position before.

use crate::subjects::quiet_run;

use passant_judge::Connections;
use passant_judge::check::plan::Choice;
use passant_judge::check::{Plan, Verdict};
use passant_judge::diagnosis::OracleThrough;
use passant_oracle::FaultSet;
use passant_query::{Abilities, Answer, Channel, EngineError, Line, Query, Subject};
use passant_suite::Suites;

/// The oracle, which hears only some of the moves.
struct HardOfHearing {
    oracle: OracleThrough,
    hears: fn(&Line) -> Line,
}

impl Subject for HardOfHearing {
    fn can(&self) -> Abilities {
        self.oracle.can()
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        self.oracle.ask(&(self.hears)(line), query)
    }
}

#[test]
fn nothing_is_held_against_an_engine_that_answers_about_the_position_before() {
    let choice = Choice {
        suites: vec!["en-passant/plain".to_owned()],
        max_nodes: 1_000,
        ..Choice::default()
    };
    let plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
    let without_moves: fn(&Line) -> Line = |line| match line.setup.en_passant {
        Some(_) => line.take(0),
        None => line.clone(),
    };
    let but_the_last: fn(&Line) -> Line = |line| line.take(line.steps.len().saturating_sub(1));
    for hears in [without_moves, but_the_last] {
        for channel in [Channel::Divide, Channel::MultiPv] {
            let connect = || {
                let oracle = OracleThrough::new(Abilities::of(channel), FaultSet::NONE);
                Connections::through(Box::new(HardOfHearing { oracle, hears }))
            };
            let checked = quiet_run(&plan, channel, &connect).run(|_, _| {});
            for case in &checked.cases {
                assert_ne!(case.verdict, Verdict::Fail, "{channel}: {case:#?}");
            }
            let unknown = checked
                .cases
                .iter()
                .filter(|case| case.verdict == Verdict::Unknown);
            assert_ne!(unknown.count(), 0, "{channel}");
        }
    }
}
