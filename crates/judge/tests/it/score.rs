//! Which faults the quick cases can tell apart.

use passant_judge::diagnosis::predictions::predict;
use passant_judge::diagnosis::queries::queries_of_case;
use passant_judge::diagnosis::score::{Rated, score};
use passant_oracle::{EngineFault, Family};
use passant_suite::Suites;

/// No two faults give the same answers, and an engine visits less than a million nodes. Faults of the search show in
/// searches alone.
#[test]
fn quick_cases_catch_every_fault_and_tell_them_apart() {
    let suites = Suites::builtin().expect("the suites are in order");
    let quick = suites.select(["quick"]).expect("all addresses exist");
    let rated: Vec<_> = quick
        .cases
        .iter()
        .map(|case| Rated {
            name: case.address.clone(),
            predictions: predict(queries_of_case(case, 20_000)),
        })
        .collect();
    let score = score(&rated);
    let is_of_search = |fault: &&EngineFault| fault.family() == Family::Search;
    let of_search: Vec<_> = EngineFault::ALL
        .iter()
        .filter(is_of_search)
        .copied()
        .collect();
    assert_eq!(score.missed, of_search);
    assert_eq!(score.indistinguishable, [] as [Vec<_>; 0]);
    assert!(score.nodes < 1_000_000, "{} nodes", score.nodes);
}

/// The initial position alone catches no illegal en passant capture.
#[test]
fn a_poor_suite_has_a_poor_score() {
    let suites = Suites::builtin().expect("the suites are in order");
    let start = suites
        .select(["perft/standard/startpos"])
        .expect("it exists");
    let rated = Rated {
        name: "startpos".to_owned(),
        predictions: predict(queries_of_case(&start.cases[0], 400)),
    };
    let score = score(&[rated]);
    let names: Vec<_> = score.caught.iter().map(|fault| fault.name()).collect();
    assert!(!names.contains(&"rank-pin-ignored"), "{names:?}");
    assert!(10 < score.missed.len(), "{:?}", score.missed);
}
