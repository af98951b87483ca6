//! Identities that hold for the tally of any position.

use std::collections::BTreeSet;

use passant_count::{Column, Tally, bulk, naive};
use passant_oracle::State;
use passant_rules::EnPassantMode;
use passant_suite::Case;

use crate::{SUITES, depth_within, tally_of};

/// The check and mate columns of all moves, each with the column of en passant captures alone.
const CELLS: [(Column, Column); 8] = [
    (Column::DirectChecks, Column::EnPassantDirectChecks),
    (Column::DirectMates, Column::EnPassantDirectMates),
    (Column::DiscoveredChecks, Column::EnPassantDiscoveredChecks),
    (Column::DiscoveredMates, Column::EnPassantDiscoveredMates),
    (
        Column::DirectDiscoveredChecks,
        Column::EnPassantDirectDiscoveredChecks,
    ),
    (
        Column::DirectDiscoveredMates,
        Column::EnPassantDirectDiscoveredMates,
    ),
    (
        Column::DoubleDiscoveredChecks,
        Column::EnPassantDoubleDiscoveredChecks,
    ),
    (
        Column::DoubleDiscoveredMates,
        Column::EnPassantDoubleDiscoveredMates,
    ),
];

#[test]
fn counters_agree_with_the_counts_of_the_suites() {
    for case in SUITES.cases() {
        let depth = depth_within(case, 300_000);
        let expected = case.perft[depth as usize - 1];
        let mut position = case.position().clone();
        assert_eq!(
            bulk(&mut position, depth),
            expected,
            "bulk, {}",
            case.address
        );
        assert_eq!(
            naive(&mut position, depth),
            expected,
            "naive, {}",
            case.address
        );
        assert_eq!(
            tally_of(case, depth)[Column::Nodes],
            expected,
            "tally, {}",
            case.address
        );
    }
}

#[test]
fn every_column_agrees_with_the_oracle() {
    let mut all = Tally::default();
    for case in SUITES.cases() {
        let state = State::new(&case.position().setup(EnPassantMode::Always));
        for depth in BTreeSet::from([1, depth_within(case, 8_000)]) {
            let ours = tally_of(case, depth);
            let named: Vec<_> = ours
                .columns()
                .map(|(column, count)| (column.name(), count))
                .collect();
            let expected: Vec<_> = state.tally(depth).columns().collect();
            assert_eq!(named, expected, "{} at depth {depth}", case.address);
            all += ours;
        }
    }
    for (column, count) in all.columns() {
        assert_ne!(count, 0, "no case has {column}");
    }
}

#[test]
fn twins_have_the_same_tally() {
    for case in SUITES.cases() {
        let depth = depth_within(case, 10_000);
        let tally = tally_of(case, depth);
        for twin in case.twins() {
            assert_eq!(
                tally_of(&twin, depth),
                tally,
                "{} at depth {depth}",
                twin.address
            );
        }
    }
}

#[test]
fn check_columns_add_up_to_the_leaves_in_check() {
    for case in SUITES.cases() {
        let depth = depth_within(case, 10_000);
        let tally = tally_of(case, depth);
        check_sums(case, &tally);
        let checks: u64 = CELLS.iter().map(|&(cell, _)| tally[cell]).sum();
        assert_eq!(
            checks,
            leaves_in_check(case, depth),
            "checks of {}",
            case.address
        );
    }
}

fn check_sums(case: &Case, tally: &Tally) {
    for (all, en_passant) in CELLS {
        assert!(
            tally[en_passant] <= tally[all],
            "{en_passant} of {}",
            case.address
        );
    }
    let double = tally[Column::DoubleDiscoveredChecks] + tally[Column::DoubleDiscoveredMates];
    let by_en_passant = tally[Column::EnPassantDoubleDiscoveredChecks]
        + tally[Column::EnPassantDoubleDiscoveredMates];
    assert_eq!(
        double, by_en_passant,
        "only en passant captures uncover two lines, {}",
        case.address
    );
    for column in [Column::Evasions, Column::PinnedLegal, Column::Reblocked] {
        assert!(
            tally[column] <= tally[Column::EnPassant],
            "{column} of {}",
            case.address
        );
    }
    assert!(
        tally[Column::EnPassant] <= tally[Column::Captures],
        "{}",
        case.address
    );
    let (wiki, tree) = (tally.wiki(), tally.grand_chess_tree());
    assert_eq!(
        wiki.checks,
        tree.total_checks + tree.total_mates,
        "{}",
        case.address
    );
    assert_eq!(wiki.mates, tree.total_mates, "{}", case.address);
}

/// Counts the leaves where the side to move is in check, one by one.
fn leaves_in_check(case: &Case, depth: u32) -> u64 {
    fn walk(position: &mut passant_rules::Position, depth: u32) -> u64 {
        if depth == 0 {
            return u64::from(position.is_check());
        }
        let mut leaves = 0;
        for mv in position.legal_moves() {
            let undo = position.make(mv);
            leaves += walk(position, depth - 1);
            position.unmake(mv, undo);
        }
        leaves
    }
    walk(&mut case.position().clone(), depth)
}
