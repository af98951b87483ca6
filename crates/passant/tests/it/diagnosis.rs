//! Faults that were put in are named by their answers.

use std::sync::LazyLock;

use passant::diagnosis::asking::Answer;
use passant::diagnosis::naming::{Diagnosis, Observation, diagnose};
use passant::diagnosis::questions::of_case;
use passant::diagnosis::survey::{Row, survey};
use passant_oracle::{Ask, Fault, FaultSet};
use passant_suite::Suites;

/// The questions of the quick cases with the answers of every fault: their fingerprints.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let suites = Suites::builtin().expect("the suites are in order");
    let quick = suites.select(["quick"]).expect("all addresses exist");
    let questions = quick.cases.iter().flat_map(|case| of_case(case, 20_000));
    survey(questions.collect())
});

fn answered(faults: FaultSet) -> Vec<Observation<'static>> {
    let observe = |row: &'static Row| Observation {
        row,
        answer: Answer::Is(row.question.answer(faults)),
    };
    ROWS.iter().map(observe).collect()
}

#[test]
fn every_fault_is_named_and_no_fault_is_not() {
    let none = diagnose(&answered(FaultSet::NONE));
    assert_eq!(none, Diagnosis::Sound);
    for &fault in Fault::ALL {
        match diagnose(&answered(fault.into())) {
            Diagnosis::Named(evidence) => {
                assert_eq!(evidence.faults, fault.into(), "{fault}");
                assert_eq!(evidence.explains, evidence.wrong);
            }
            other => panic!("{fault}: {other:?}"),
        }
    }
}

/// One from each family with one from another: both are named, or neither is wrongly.
#[test]
fn two_faults_are_never_given_a_wrong_name() {
    let pairs = [
        [Fault::RankPinIgnored, Fault::AlongPinRefused],
        [Fault::VictimStays, Fault::WrapsToAFile],
        [Fault::FenPrintsVictim, Fault::KeyWithoutCapturer],
        [Fault::RankPinIgnored, Fault::RepetitionBlind],
        [Fault::KeptAfterQuiet, Fault::SanWithoutFile],
        [Fault::NeverJudged, Fault::RankPinIgnored],
    ];
    for pair in pairs {
        let set: FaultSet = pair.into_iter().collect();
        match diagnose(&answered(set)) {
            Diagnosis::Named(evidence) => {
                // A fault may hide another, which then is not there for anybody to see.
                let is_hidden = pair.iter().any(|&fault| evidence.faults == fault.into())
                    && ROWS.iter().all(|row| {
                        row.question.answer(evidence.faults) == row.question.answer(set)
                    });
                assert!(
                    evidence.faults == set || is_hidden,
                    "{pair:?}: {evidence:?}"
                );
            }
            Diagnosis::OneOf(all) => {
                assert!(all.iter().any(|it| it.faults == set), "{pair:?}: {all:?}");
            }
            other => panic!("{pair:?}: {other:?}"),
        }
    }
}

/// Answers that no fault gives are not given a name.
#[test]
fn what_no_fault_does_is_not_named() {
    let mut observations = answered(Fault::RankPinIgnored.into());
    for it in &mut observations {
        if it.row.question.ask == Ask::Fen {
            it.answer = Answer::Is(format!("{}0", it.answer));
        }
    }
    match diagnose(&observations) {
        Diagnosis::Nearest(evidence) => {
            assert!(evidence.faults.contains(Fault::RankPinIgnored));
            assert!(!evidence.against.is_empty());
        }
        other => panic!("{other:?}"),
    }
}
