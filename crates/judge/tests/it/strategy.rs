//! The strategies for proptest. Legal moves are those of cozy-chess, a second generator.

use std::collections::HashSet;

use passant_judge::strategy::{self, FreshLine};
use passant_oracle::{EngineFault, Oracle};
use passant_query::{Line, Subject};
use passant_rules::{EnPassantMode, Move, Position};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

use crate::fresh::legal_moves;

/// A runner with the same random numbers in each run, which writes no file.
fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 100_000,
        ..Config::default()
    };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    TestRunner::new_with_rng(config, rng)
}

/// Returns the smallest value for which a property fails.
fn smallest<S: Strategy>(
    strategy: &S,
    property: impl Fn(&S::Value) -> Result<(), TestCaseError>,
) -> S::Value {
    match runner(2_000).run(strategy, |value| property(&value)) {
        Err(TestError::Fail(_, value)) => value,
        other => panic!("{other:?}"),
    }
}

fn demand(holds: bool) -> Result<(), TestCaseError> {
    if holds {
        Ok(())
    } else {
        Err(TestCaseError::fail("not so"))
    }
}

fn pieces(position: &Position) -> usize {
    let setup = position.setup(EnPassantMode::Always);
    setup.board.iter().count()
}

/// Tells whether a library that ignores pins along a rank is correct about a line.
fn is_correct(line: &Line) -> bool {
    let listed = Oracle::with(EngineFault::RankPinIgnored).moves(line);
    let mut listed: Vec<_> = listed.unwrap().iter().map(ToString::to_string).collect();
    let mut legal = legal_moves(line, &[]);
    listed.sort();
    legal.sort();
    listed == legal
}

#[test]
fn lines_are_legal_and_varied() {
    let mut values = HashSet::new();
    let mut runner = runner(1);
    for _ in 0..300 {
        let fresh = strategy::lines().new_tree(&mut runner).unwrap().current();
        let legal = legal_moves(&fresh.line, &[]);
        assert_eq!(legal.len() as u32, fresh.position.count_legal_moves());
        assert_eq!(fresh.line.position().as_ref(), Some(&fresh.position));
        values.insert(fresh.line);
    }
    assert!(290 < values.len());
    let told = values.iter().filter(|line| line.steps.is_empty()).count();
    assert!((50..250).contains(&told), "{told}");
}

#[test]
fn the_same_random_numbers_make_the_same_lines() {
    let draw = || {
        let mut runner = runner(1);
        let draws = (0..10).map(|_| strategy::lines().new_tree(&mut runner).unwrap().current());
        draws.collect::<Vec<_>>()
    };
    assert_eq!(draw(), draw());
}

#[test]
fn a_failure_shrinks_to_the_pieces_that_it_needs() {
    let FreshLine {
        line,
        position,
        depth,
    } = smallest(&strategy::lines(), |fresh| demand(is_correct(&fresh.line)));
    // Two kings, two pawns and a slider.
    assert_eq!(
        (pieces(&position), line.steps.len(), depth),
        (5, 0, 1),
        "{line}"
    );
    assert!(!is_correct(&line));
}

#[test]
fn a_filtered_strategy_shrinks_too() {
    let large = strategy::lines().prop_filter("six pieces", |fresh| 6 <= pieces(&fresh.position));
    let fresh = smallest(&large, |fresh| demand(is_correct(&fresh.line)));
    assert_eq!(pieces(&fresh.position), 6, "{fresh:?}");
}

#[test]
fn a_position_keeps_its_last_move_while_it_shrinks() {
    let fresh = smallest(&strategy::positions(), |fresh| {
        let line = Line::at(&fresh.before).then(fresh.before.uci_move(fresh.last));
        assert_eq!(line.position().as_ref(), Some(&fresh.position));
        let can_capture = fresh
            .position
            .legal_moves()
            .into_iter()
            .any(Move::is_en_passant);
        demand(!can_capture)
    });
    // Two kings and two pawns.
    assert_eq!(pieces(&fresh.position), 4, "{fresh:?}");
    let line = Line::at(&fresh.before).then(fresh.before.uci_move(fresh.last));
    let target = fresh.position.en_passant().unwrap().target().to_string();
    assert!(
        legal_moves(&line, &[])
            .iter()
            .any(|mv| mv.ends_with(&target))
    );
    let shown = format!("{fresh:?}");
    assert!(
        shown.starts_with(&format!("fen {line}, which leads to ")),
        "{shown}"
    );
}
