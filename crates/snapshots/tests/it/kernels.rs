//! Every kernel of this machine reaches the counts of the suites in both modes, and the tallies of the mailbox.

use passant_kernel::{Kernel, Mode, count, count_all, tally};
use passant_rules::Position;

use crate::tallies::{SUITES, depth_within, tally_of};

const MODES: [Mode; 2] = [Mode::MakeAll, Mode::Reuse];

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
            let tallied = tally(case.position(), depth, kernel, Mode::default());
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
