//! Rules, oracle and all plain counters agree on random positions.

use passant_count::{Column, bulk, naive, tally};
use passant_oracle::State;
use passant_rules::{EnPassantMode, Position};
use proptest::prelude::*;

use crate::tallies::SUITES;

/// A position after random moves from some suite position. Each number chooses one of the legal moves.
fn position() -> impl Strategy<Value = Position> {
    let moves = proptest::collection::vec(any::<usize>(), 0..60);
    (any::<usize>(), moves).prop_map(|(start, choices)| {
        let cases: Vec<_> = SUITES.cases().collect();
        let mut position = cases[start % cases.len()].position().clone();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = position.make(moves[choice % moves.len()]);
        }
        position
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counters_agree_on_random_positions(position in position()) {
        let nodes = naive(&mut position.clone(), 2);
        let state = State::new(&position.setup(EnPassantMode::Always));
        prop_assert_eq!(bulk(&mut position.clone(), 2), nodes);
        prop_assert_eq!(tally(&mut position.clone(), 2)[Column::Nodes], nodes);
        prop_assert_eq!(state.perft(2), nodes);
    }

    #[test]
    fn tallies_agree_on_random_positions(position in position()) {
        let state = State::new(&position.setup(EnPassantMode::Always));
        let ours: Vec<_> = tally(&mut position.clone(), 2)
            .columns()
            .map(|(column, count)| (column.name(), count))
            .collect();
        let theirs: Vec<_> = state.tally(2).columns().collect();
        prop_assert_eq!(ours, theirs);
    }
}
