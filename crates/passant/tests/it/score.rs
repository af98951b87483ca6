//! What the quick cases can tell.

use passant_judge::diagnosis::questions::of_case;
use passant_judge::diagnosis::score::{Rated, score};
use passant_judge::diagnosis::survey::survey;
use passant_suite::Suites;

/// Every fault is caught, no two look alike, and an engine visits less than a million nodes for it.
#[test]
fn the_quick_cases_catch_every_fault_and_tell_them_apart() {
    let suites = Suites::builtin().expect("the suites are in order");
    let quick = suites.select(["quick"]).expect("all addresses exist");
    let rated: Vec<_> = quick
        .cases
        .iter()
        .map(|case| Rated {
            name: case.address.clone(),
            rows: survey(of_case(case, 20_000)),
        })
        .collect();
    let score = score(&rated);
    assert_eq!(score.missed, []);
    assert_eq!(score.alike, [] as [Vec<_>; 0]);
    assert!(score.nodes < 1_000_000, "{} nodes", score.nodes);
}

/// A suite of the initial position alone catches nothing that the rules of en passant forbid.
#[test]
fn a_poor_suite_is_told_to_be_poor() {
    let suites = Suites::builtin().expect("the suites are in order");
    let start = suites
        .select(["perft/standard/startpos"])
        .expect("it exists");
    let rated = Rated {
        name: "startpos".to_owned(),
        rows: survey(of_case(&start.cases[0], 400)),
    };
    let score = score(&[rated]);
    let names: Vec<_> = score.caught.iter().map(|fault| fault.name()).collect();
    assert!(!names.contains(&"rank-pin-ignored"), "{names:?}");
    assert!(10 < score.missed.len(), "{:?}", score.missed);
}
