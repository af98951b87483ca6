//! Faults that were put in are named by their answers.

use std::sync::LazyLock;

use passant::diagnosis::asking::Answer;
use passant::diagnosis::naming::{Diagnosis, Evidence, Observation, diagnose};
use passant::diagnosis::quick;
use passant::diagnosis::survey::Row;
use passant::engine::{Rung, Times};
use passant_oracle::{Ask, EngineFault, Family, FaultSet};
use passant_suite::Suites;
use rayon::prelude::*;

/// The questions of the quick cases with the answers of every fault: their fingerprints.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let suites = Suites::builtin().expect("the suites are in order");
    quick::rows(&suites, Rung::Line).expect("the suites are in order")
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
    for &fault in EngineFault::ALL {
        match diagnose(&answered(fault.into())) {
            Diagnosis::Named(evidence) => {
                assert_eq!(evidence.faults, fault.into(), "{fault}");
                assert_eq!(evidence.explains, evidence.wrong);
            }
            other => panic!("{fault}: {other:?}"),
        }
    }
}

/// Each fault with another, of its family or of another one. A name is right if it is the pair; or one of the
/// pair, where that hides the other; or whatever else answers everything as the pair does.
#[test]
fn two_faults_are_never_given_a_wrong_name() {
    LazyLock::force(&ROWS);
    let number = EngineFault::ALL.len();
    let pairs: Vec<FaultSet> = (0..number)
        .map(|one| (one, if one % 2 == 0 { one + 1 } else { 7 * one + 30 }))
        .map(|(one, other)| (one, other % number))
        .filter(|(one, other)| one != other)
        .map(|(one, other)| {
            [EngineFault::ALL[one], EngineFault::ALL[other]]
                .into_iter()
                .collect()
        })
        .collect();
    let named: Vec<_> = pairs.par_iter().map(|&pair| named(pair)).collect();
    let count = |wanted| named.iter().filter(|&&name| name == wanted).count();
    let (both, one, alike) = (count(Name::Both), count(Name::One), count(Name::Alike));
    println!(
        "{} pairs: {both} named, {one} named by one, {alike} alike",
        pairs.len()
    );
    assert_eq!(both + one + alike, pairs.len());
    assert!(pairs.len() < 2 * both, "{both} of {}", pairs.len());
}

/// How a pair of faults is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Both,
    One,
    Alike,
}

fn named(pair: FaultSet) -> Name {
    let observations = answered(pair);
    let names = || {
        pair.iter()
            .map(EngineFault::name)
            .collect::<Vec<_>>()
            .join(" and ")
    };
    let found = match diagnose(&observations) {
        Diagnosis::Named(evidence) => vec![evidence],
        Diagnosis::OneOf(all) => all,
        other => panic!("{}: {other:?}", names()),
    };
    if found.iter().any(|it| it.faults == pair) {
        return Name::Both;
    }
    let is_part = |it: &Evidence| it.faults.iter().all(|fault| pair.contains(fault));
    if found.iter().any(is_part) {
        return Name::One;
    }
    let answers_alike = |it: &Evidence| it.against.is_empty();
    assert!(found.iter().all(answers_alike), "{}: {found:?}", names());
    Name::Alike
}

/// Programs that count no further than to the draw say nothing before the third occurrence.
#[test]
fn who_tells_only_the_third_occurrence_is_found_wrong_all_the_same() {
    let told = |number: &str| match number.parse::<usize>().unwrap() {
        number if number < 3 => Times::FewerThan(3),
        _ => Times::AtLeast(3),
    };
    let observe = |faults: FaultSet| -> Vec<Observation<'static>> {
        let is_asked = |row: &&Row| matches!(row.question.ask, Ask::Moves | Ask::Occurrences);
        let rows = ROWS.iter().filter(is_asked).map(|row| {
            let answer = row.question.answer(faults);
            let answer = match row.question.ask {
                Ask::Occurrences => Answer::Occurs(told(&answer)),
                _ => Answer::Is(answer),
            };
            Observation { row, answer }
        });
        rows.collect()
    };
    assert_eq!(diagnose(&observe(FaultSet::NONE)), Diagnosis::Sound);
    let is_of_repetition = |fault: &&EngineFault| fault.family() == Family::Repetition;
    for &fault in EngineFault::ALL.iter().filter(is_of_repetition) {
        let found = match diagnose(&observe(fault.into())) {
            Diagnosis::Named(evidence) => vec![evidence],
            Diagnosis::OneOf(all) => all,
            other => panic!("{fault}: {other:?}"),
        };
        assert!(
            found.iter().any(|it| it.faults == fault.into()),
            "{fault}: {found:?}"
        );
    }
}

/// Answers that no fault gives are not given a name.
#[test]
fn what_no_fault_does_is_not_named() {
    let mut observations = answered(EngineFault::RankPinIgnored.into());
    for it in &mut observations {
        if it.row.question.ask == Ask::Fen {
            it.answer = Answer::Is(format!("{}0", it.answer));
        }
    }
    match diagnose(&observations) {
        Diagnosis::Nearest(evidence) => {
            assert!(evidence.faults.contains(EngineFault::RankPinIgnored));
            assert!(!evidence.against.is_empty());
        }
        other => panic!("{other:?}"),
    }
}
