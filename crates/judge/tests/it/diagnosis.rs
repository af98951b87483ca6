//! Faults of the oracle are named by the answers that they cause.

use std::sync::LazyLock;

use passant_judge::diagnosis::naming::{Evidence, Naming, Observation, name_faults};
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::quick_set;
use passant_judge::diagnosis::reply::Reply;
use passant_oracle::{EngineFault, Family, FaultSet};
use passant_query::{Answer, Channel, Query};
use passant_suite::Suites;
use rayon::prelude::*;

/// The questions about the quick cases, with the answers of every fault.
pub(crate) static ROWS: LazyLock<Vec<Predictions>> = LazyLock::new(|| {
    let suites = Suites::builtin().expect("the suites are in order");
    quick_set(&suites, Channel::Line).expect("the suites are in order")
});

/// All faults but those of the search, which `fault_table` names by searches.
fn other_faults() -> Vec<EngineFault> {
    let all = EngineFault::ALL.iter().copied();
    all.filter(|fault| fault.family() != Family::Search)
        .collect()
}

fn answered(faults: FaultSet) -> Vec<Observation<'static>> {
    let observe = |predictions: &'static Predictions| Observation {
        predictions,
        reply: predictions.reply_with(faults).into_owned(),
    };
    ROWS.iter().map(observe).collect()
}

#[test]
fn names_every_fault_and_none_without_a_fault() {
    let none = name_faults(&answered(FaultSet::NONE));
    assert_eq!(none, Naming::Sound);
    for fault in other_faults() {
        match name_faults(&answered(fault.into())) {
            Naming::Named(evidence) => {
                assert_eq!(evidence.faults, fault.into(), "{fault}");
                assert_eq!(evidence.explains, evidence.wrong);
            }
            other => panic!("{fault}: {other:?}"),
        }
    }
}

/// Each fault with another one, of the same family or a different one. A name is correct if it is the pair, or one of
/// the pair where that hides the other, or anything else that gives the same answers as the pair.
#[test]
fn never_gives_two_faults_a_wrong_name() {
    LazyLock::force(&ROWS);
    let all = other_faults();
    let number = all.len();
    let pairs: Vec<FaultSet> = (0..number)
        .map(|one| (one, if one % 2 == 0 { one + 1 } else { 7 * one + 30 }))
        .map(|(one, other)| (one, other % number))
        .filter(|(one, other)| one != other)
        .map(|(one, other)| [all[one], all[other]].into_iter().collect())
        .collect();
    let named: Vec<_> = pairs.par_iter().map(|&pair| name_moves(pair)).collect();
    let count = |expected| named.iter().filter(|&&name| name == expected).count();
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

fn name_moves(pair: FaultSet) -> Name {
    let observations = answered(pair);
    let found = match name_faults(&observations) {
        Naming::Named(evidence) => vec![evidence],
        Naming::OneOf(all) => all,
        other => panic!("{pair}: {other:?}"),
    };
    if found.iter().any(|it| it.faults == pair) {
        return Name::Both;
    }
    let is_part = |it: &Evidence| it.faults.iter().all(|fault| pair.contains(fault));
    if found.iter().any(is_part) {
        return Name::One;
    }
    let answers_alike = |it: &Evidence| it.against.is_empty();
    assert!(found.iter().all(answers_alike), "{pair}: {found:?}");
    Name::Alike
}

/// Programs that detect draws only say nothing before the third occurrence.
#[test]
fn finds_wrong_repetitions_of_programs_that_report_only_the_third() {
    let told = |reply: Reply| match reply {
        Reply::Answer(Answer::Occurrences(found)) => Answer::Occurrences(found.only_draw()).into(),
        other => other,
    };
    let observe = |faults: FaultSet| -> Vec<Observation<'static>> {
        let is_asked = |predictions: &&Predictions| {
            matches!(
                predictions.question.query,
                Query::Moves | Query::Occurrences
            )
        };
        let rows = ROWS.iter().filter(is_asked).map(|predictions| Observation {
            predictions,
            reply: told(predictions.reply_with(faults).into_owned()),
        });
        rows.collect()
    };
    assert_eq!(name_faults(&observe(FaultSet::NONE)), Naming::Sound);
    let is_of_repetition = |fault: &&EngineFault| fault.family() == Family::Repetition;
    for &fault in EngineFault::ALL.iter().filter(is_of_repetition) {
        let found = match name_faults(&observe(fault.into())) {
            Naming::Named(evidence) => vec![evidence],
            Naming::OneOf(all) => all,
            other => panic!("{fault}: {other:?}"),
        };
        assert!(
            found.iter().any(|it| it.faults == fault.into()),
            "{fault}: {found:?}"
        );
    }
}

/// A fault is shown by its own cases, whatever else is wrong.
#[test]
fn names_a_fault_beside_wrong_answers_that_no_fault_explains() {
    let mut observations = answered(EngineFault::RankPinIgnored.into());
    for it in &mut observations {
        if it.predictions.question.query == Query::Fen {
            it.reply = Answer::Fen(format!("{}0", it.reply)).into();
        }
    }
    match name_faults(&observations) {
        Naming::InPart(all) => {
            let [evidence] = &all[..] else {
                panic!("{all:?}");
            };
            assert_eq!(evidence.faults, EngineFault::RankPinIgnored.into());
            assert!(0 < evidence.explains && evidence.explains < evidence.wrong);
        }
        other => panic!("{other:?}"),
    }
}

/// Three faults of different families and three of one, one of which is seen through the answers of the others.
#[test]
fn names_three_faults() {
    use EngineFault::*;
    for faults in [
        [KeptAfterQuiet, FilePinIgnored, SanWithoutFile],
        [RankQueenIgnored, DiagonalPinIgnored, EvasionMissed],
        [VictimStays, FenPrintsDash, RepetitionBlind],
    ] {
        let faults = faults.into_iter().collect();
        match name_faults(&answered(faults)) {
            Naming::Named(evidence) => assert_eq!(evidence.faults, faults),
            other => panic!("{faults:?}: {other:?}"),
        }
    }
}

/// Answers that no known fault gives name nothing, neither alone nor beside others.
#[test]
fn names_nothing_where_all_wrong_answers_are_unknown() {
    let mut observations = answered(FaultSet::NONE);
    for (number, it) in observations.iter_mut().enumerate() {
        if it.predictions.question.query == Query::Fen && number % 3 == 0 {
            it.reply = Answer::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()).into();
        }
    }
    assert_eq!(name_faults(&observations), Naming::Unknown);
}
