//! Faults that were put in, found in the suites and shrunk: a table to read.

use passant::minimise::trial::Seeded;
use passant::minimise::{Bounds, Candidate, Refusal, Trial, minimise};
use passant_oracle::{EngineFault, FaultSet};
use passant_rules::Setup;
use passant_suite::{Case, Suites};

/// The largest number of nodes below a position that is looked for.
const MAX_NODES: u64 = 5_000;

/// The first position of the quick cases in which an engine with a fault lists wrong moves, or counts wrongly, at the
/// smallest depth at which it does anywhere.
fn found(cases: &[Case], fault: EngineFault) -> Option<Candidate> {
    let trial = Seeded(fault.into());
    (1..=3).find_map(|depth| {
        let shallow = cases.iter().filter(|case| {
            case.depths()
                .any(|(of, nodes)| of == depth && nodes <= MAX_NODES)
        });
        let mut candidates = shallow.map(|case| Candidate {
            setup: case.setup().clone(),
            depth,
        });
        candidates.find(|candidate| trial.difference(candidate).is_some())
    })
}

/// Every fault that shows in the moves is found in the quick cases and shrunk to six men or fewer.
#[test]
fn faults_that_show_in_moves_shrink_to_six_men() {
    let suites = Suites::builtin().expect("the suites are in order");
    let quick = suites.select(["quick"]).expect("all addresses exist").cases;
    let mut shrunk = 0;
    for &fault in EngineFault::ALL {
        let Some(start) = found(&quick, fault) else {
            continue;
        };
        let outcome = minimise(start, &Seeded(fault.into()), &Bounds::default())
            .unwrap_or_else(|refusal| panic!("{fault}: {refusal:?}"));
        let fen = outcome.after.setup.fen();
        assert!(outcome.is_minimal, "{fault}: {fen}");
        let men = outcome.after.setup.board.iter().count();
        assert!(men <= 6, "{fault}: {men} men in {fen}");
        println!(
            "{fault}: depth {} {fen} after {}",
            outcome.after.depth, outcome.trials
        );
        shrunk += 1;
    }
    assert!(50 < shrunk, "{shrunk} faults were found");
}

#[test]
fn what_is_not_wrong_is_not_shrunk() {
    let setup = Setup::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1").expect("it is a FEN");
    let start = Candidate { setup, depth: 2 };
    let refused = minimise(start, &Seeded(FaultSet::NONE), &Bounds::default());
    assert_eq!(refused, Err(Refusal::NotWrong));
}

/// A full board from a game: the position is that of cutechess issue 817's kin in suites, with 20 men or more.
#[test]
fn bounds_are_kept_and_the_best_so_far_is_given() {
    let suites = Suites::builtin().expect("the suites are in order");
    let selection = suites
        .select(["en-passant/rejected-rank"])
        .expect("it exists");
    let full = selection
        .cases
        .iter()
        .find(|case| case.name().starts_with("full-"))
        .expect("there is a crowded one");
    let start = Candidate {
        setup: full.setup().clone(),
        depth: 1,
    };
    let bounds = Bounds {
        trials: 12,
        ..Bounds::default()
    };
    let men = |candidate: &Candidate| candidate.setup.board.iter().count();
    let trial = Seeded(EngineFault::RankPinIgnored.into());
    let cut_short = minimise(start.clone(), &trial, &bounds).expect("it is wrong there");
    assert!(!cut_short.is_minimal);
    assert!(men(&cut_short.after) <= men(&start));
    assert!(trial.difference(&cut_short.after).is_some());
    let whole = minimise(start.clone(), &trial, &Bounds::default()).expect("it is wrong there");
    assert!(whole.is_minimal && men(&whole.after) == 5, "{whole:?}");
}
