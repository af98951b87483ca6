//! Positions that show faults of the oracle, found in the suites and shrunk.

use passant_judge::minimize::trial::{Difference, compare, may_become};
use passant_judge::minimize::{Bounds, Candidate, Refusal, Trial, minimize};
use passant_oracle::{Engine, EngineFault, FaultSet};
use passant_query::{EngineMove, Interrupt};
use passant_rules::Setup;
use passant_suite::{Case, Suites};

/// The largest number of nodes that is counted below a position.
const MAX_NODES: u64 = 5_000;

/// The oracle with faults, asked in this process about positions given as a FEN.
struct SeededTrial(FaultSet);

impl Trial for SeededTrial {
    type Difference = Difference;

    fn difference(&self, candidate: &Candidate) -> Option<Difference> {
        let engine = Engine::new(&candidate.setup, self.0);
        let divide = engine.divide(candidate.depth);
        let found = divide
            .into_iter()
            .map(|(mv, nodes)| (EngineMove::from_uci(&engine.uci(mv)), nodes));
        compare(candidate, &found.collect())
    }

    fn may_become(&self, was: &Difference, is: &Difference) -> bool {
        may_become(was, is)
    }
}

/// The first position of the quick cases that an engine with a fault gets wrong, at the smallest depth at which it gets
/// any of them wrong.
fn found(cases: &[Case], fault: EngineFault) -> Option<Candidate> {
    let trial = SeededTrial(fault.into());
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

/// Every fault that shows in the moves is found in the quick cases and shrunk to six pieces or fewer.
#[test]
fn shrinks_faults_of_moves_to_six_pieces() {
    let suites = Suites::builtin().expect("the suites are in order");
    let quick = suites.select(["quick"]).expect("all addresses exist").cases;
    let mut shrunk = 0;
    for &fault in EngineFault::ALL {
        let Some(start) = found(&quick, fault) else {
            continue;
        };
        let outcome = minimize(start, &SeededTrial(fault.into()), &Bounds::default())
            .unwrap_or_else(|refusal| panic!("{fault}: {refusal:?}"));
        let fen = outcome.after.setup.fen();
        assert!(outcome.is_minimal, "{fault}: {fen}");
        let pieces = outcome.after.setup.board.iter().count();
        assert!(pieces <= 6, "{fault}: {pieces} pieces in {fen}");
        println!(
            "{fault}: depth {} {fen} after {}",
            outcome.after.depth, outcome.trials
        );
        shrunk += 1;
    }
    assert!(50 < shrunk, "{shrunk} faults were found");
}

#[test]
fn refuses_a_position_that_is_correct() {
    let setup = Setup::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1").expect("it is a FEN");
    let start = Candidate { setup, depth: 2 };
    let refused = minimize(start, &SeededTrial(FaultSet::NONE), &Bounds::default());
    assert_eq!(refused, Err(Refusal::NotWrong));
}

/// A crowded board from a game, with 20 pieces or more.
#[test]
fn respects_bounds_and_returns_the_best_so_far() {
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
    let pieces = |candidate: &Candidate| candidate.setup.board.iter().count();
    let trial = SeededTrial(EngineFault::RankPinIgnored.into());
    let cut_short = minimize(start.clone(), &trial, &bounds).expect("it is wrong there");
    assert!(!cut_short.is_minimal);
    assert!(pieces(&cut_short.after) <= pieces(&start));
    assert!(trial.difference(&cut_short.after).is_some());
    let whole = minimize(start.clone(), &trial, &Bounds::default()).expect("it is wrong there");
    assert!(whole.is_minimal && pieces(&whole.after) == 5, "{whole:?}");
}

/// The best result so far is returned, although the engine, which ends with the run, cannot be asked again.
#[test]
fn an_interrupt_returns_the_smallest_position_so_far() {
    struct Ended(Interrupt);

    impl Trial for Ended {
        type Difference = <SeededTrial as Trial>::Difference;

        fn difference(&self, candidate: &Candidate) -> Option<Self::Difference> {
            if self.0.is_raised() {
                return None;
            }
            let pieces = candidate.setup.board.iter().count();
            let found = SeededTrial(EngineFault::RankPinIgnored.into()).difference(candidate)?;
            if pieces == 5 {
                self.0.raise();
            }
            Some(found)
        }
    }

    let setup = Setup::from_fen("4k3/8/p7/K1Pp3q/8/P7/8/1B6 w - d6 3 19").unwrap();
    let bounds = Bounds::default();
    let trial = Ended(bounds.interrupt.clone());
    let outcome = minimize(Candidate { setup, depth: 1 }, &trial, &bounds).unwrap();
    assert!(!outcome.is_minimal);
    assert_eq!(outcome.after.setup.board.iter().count(), 5);
}
