//! Rules, oracle and all plain counters agree on random positions, and every kernel of this machine reaches the counts of
//! the suites in both modes, and the tallies of the mailbox.

use passant_count::{Column, bulk, naive, tally};
use passant_kernel::{Kernel, Mode, count, count_all};
use passant_oracle::State;
use passant_rules::{EnPassantMode, Position};
use proptest::prelude::*;

use crate::{SUITES, depth_within, tally_of};

const MODES: [Mode; 2] = [Mode::MakeAll, Mode::Reuse];

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

#[test]
fn kernels_reach_the_counts_of_the_suites() {
    for case in SUITES.cases() {
        let depth = depth_within(case, 100_000);
        let nodes = case.perft[depth as usize - 1];
        for kernel in Kernel::available() {
            for mode in MODES {
                let counted = count(case.position(), depth, kernel, mode);
                let address = &case.address;
                assert_eq!(
                    counted, nodes,
                    "{address}, depth {depth}, {kernel}, {mode:?}"
                );
            }
        }
    }
}

#[test]
fn kernels_reach_the_tallies_of_the_mailbox() {
    for case in SUITES.cases() {
        let depth = depth_within(case, 10_000);
        let expected = tally_of(case, depth);
        for kernel in Kernel::available() {
            let tallied = passant_kernel::tally(case.position(), depth, kernel, Mode::default());
            let address = &case.address;
            assert_eq!(tallied, expected, "{address}, depth {depth}, {kernel}");
        }
    }
}

#[test]
fn kernels_count_many_positions_in_one_call() {
    let positions: Vec<Position> = SUITES.cases().map(|case| case.position().clone()).collect();
    let moves: Vec<u64> = SUITES.cases().map(|case| case.perft[0]).collect();
    for kernel in Kernel::available() {
        for mode in MODES {
            assert_eq!(count_all(&positions, 1, kernel, mode), moves, "{kernel}");
        }
        let roots = vec![1; positions.len()];
        assert_eq!(count_all(&positions, 0, kernel, Mode::Reuse), roots);
    }
}
