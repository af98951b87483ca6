//! Each en passant case is an example of its class: the tally of its next move says so.

use passant_count::{Column, Tally};
use passant_suite::{Case, Reach};

use crate::{SUITES, tally_of};

#[test]
fn every_case_is_an_example_of_its_class() {
    let cases: Vec<_> = SUITES
        .cases()
        .filter(|case| case.address.starts_with("en-passant/"))
        .collect();
    assert!(300 < cases.len());
    for case in cases {
        let tally = tally_of(case, 1);
        assert!(
            belongs(case, &tally),
            "{} is not an example of {}: {tally:?}",
            case.address,
            case.class
        );
    }
}

#[test]
fn every_class_has_enough_cases_of_both_colors() {
    for suite in SUITES
        .suites()
        .iter()
        .filter(|suite| suite.name.starts_with("en-passant/"))
    {
        let moves_white = |case: &&Case| case.fen.contains(" w ");
        let white = suite.cases.iter().filter(moves_white).count();
        assert!(
            8 <= suite.cases.len(),
            "{} has only {} cases",
            suite.name,
            suite.cases.len()
        );
        assert!(
            3 <= white && white + 3 <= suite.cases.len(),
            "{} has fewer than three cases of one color",
            suite.name
        );
    }
}

#[test]
fn only_two_files_hold_positions_that_no_game_reaches() {
    for case in SUITES.cases() {
        let expected = match case.address.split('/').nth(1) {
            Some("unreachable") => Reach::Unreachable,
            Some("bogus") => Reach::Bogus,
            _ => Reach::Reachable,
        };
        assert_eq!(case.reach, expected, "{}", case.address);
    }
}

fn belongs(case: &Case, tally: &Tally) -> bool {
    let (legal, illegal) = (case.legal.len(), case.illegal.len());
    let has = |columns: &[Column]| columns.iter().any(|&column| tally[column] != 0);
    let rejected = |column| (legal, illegal) == (0, 1) && tally[column] == 1;
    match case.class.as_str() {
        "no-capturer" | "bogus" => (legal, illegal) == (0, 0),
        "plain" => (legal, illegal) == (1, 0),
        "rejected-rank" => rejected(Column::RejectedRank),
        "rejected-file" => rejected(Column::RejectedFile),
        "rejected-diagonal" => rejected(Column::RejectedDiagonal),
        "rejected-check" => rejected(Column::RejectedCheck),
        "rejected-victim" => rejected(Column::RejectedVictim),
        "evasion" | "evasion-by-block" => has(&[Column::Evasions]),
        "only-move" => tally[Column::Nodes] == 1 && tally[Column::EnPassant] == 1,
        "pinned-legal" => has(&[Column::PinnedLegal]),
        "reblocked" => has(&[Column::Reblocked]),
        "two-capturers-both" => (legal, illegal) == (2, 0),
        "two-capturers-one" => (legal, illegal) == (1, 1),
        "two-capturers-none" => (legal, illegal) == (0, 2),
        "direct-check" => has(&[Column::EnPassantDirectChecks]),
        "discovered-check-capturer" | "discovered-check-victim" | "discovered-check-rank" => {
            has(&[Column::EnPassantDiscoveredChecks])
        }
        "direct-discovered-check" => has(&[Column::EnPassantDirectDiscoveredChecks]),
        "double-discovered-check" => has(&[Column::EnPassantDoubleDiscoveredChecks]),
        "mate" => has(&[
            Column::EnPassantDirectMates,
            Column::EnPassantDiscoveredMates,
            Column::EnPassantDirectDiscoveredMates,
            Column::EnPassantDoubleDiscoveredMates,
        ]),
        "stalemate" => has(&[Column::Stalemates]),
        // Code without an edge mask sees a capturer at the other edge, where there is none beside the victim.
        "edge-file" => legal + illegal <= 1,
        _ => false,
    }
}
