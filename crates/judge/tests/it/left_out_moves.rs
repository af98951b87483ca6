//! Engines that leave out moves of a line are not judged by the position before.

use crate::subjects::quiet_run;

use passant_judge::Connections;
use passant_judge::check::plan::Choice;
use passant_judge::check::{Plan, Verdict};
use passant_judge::diagnosis::OracleThrough;
use passant_oracle::FaultSet;
use passant_query::{Abilities, Answer, Channel, Counts, EngineError, Line, Query, Subject};
use passant_rules::Position;
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

/// The oracle, whose counts end where no side can mate, as a game does.
struct EndsAtDeadPositions {
    oracle: OracleThrough,
    /// True if it has no moves in such a position either when it is asked about it.
    also_at_root: bool,
}

impl EndsAtDeadPositions {
    fn count(position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if position.is_insufficient_material() => 0,
            _ => {
                let moves = position.legal_moves().into_iter();
                moves
                    .map(|mv| Self::count(&position.after(mv), depth - 1))
                    .sum()
            }
        }
    }
}

impl Subject for EndsAtDeadPositions {
    fn can(&self) -> Abilities {
        self.oracle.can()
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let (Query::Count(depth), Some(position)) = (query, line.position()) else {
            return self.oracle.ask(line, query);
        };
        let is_over = self.also_at_root && position.is_insufficient_material();
        let legal = position.legal_moves().into_iter().filter(|_| !is_over);
        let moves = legal.map(|mv| {
            let nodes = Self::count(&position.after(mv), depth - 1);
            (position.uci_move(mv).into(), nodes)
        });
        let moves: Vec<_> = moves.collect();
        let total = moves.iter().map(|(_, nodes)| nodes).sum();
        Ok(Answer::Counts(Counts { moves, total }))
    }
}

/// In these positions, captures en passant and others leave two kings alone.
#[test]
fn counts_that_end_where_no_side_can_mate_are_not_held_against_an_engine() {
    let choice = Choice {
        suites: vec![
            "en-passant/plain".to_owned(),
            "en-passant/rejected-rank".to_owned(),
        ],
        max_nodes: 1_000,
        ..Choice::default()
    };
    let plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
    for also_at_root in [false, true] {
        let connect = || {
            let oracle = OracleThrough::new(Abilities::of(Channel::Divide), FaultSet::NONE);
            let subject = EndsAtDeadPositions {
                oracle,
                also_at_root,
            };
            Connections::through(Box::new(subject))
        };
        let checked = quiet_run(&plan, Channel::Divide, &connect).run(|_, _| {});
        let mut unknown = 0;
        for case in &checked.cases {
            assert_ne!(case.verdict, Verdict::Fail, "{case:#?}");
            unknown += usize::from(case.verdict == Verdict::Unknown);
        }
        assert_ne!(unknown, 0);
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
