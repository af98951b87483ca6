//! The faults of the oracle: an example of each, with the expected answer and the answer that an engine with the fault gives;
//! and those that the questions of `suites/state/` reveal, and whether few or many cases reveal each.

use std::collections::BTreeMap;
use std::fmt::Write;

use passant_oracle::{EngineFault, Family, FaultSet, Oracle};
use passant_query::Subject;
use passant_suite::StateCase;

use crate::SUITES;

#[test]
fn every_fault_changes_the_answer_of_its_example() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("fault-examples", examples()));
}

fn examples() -> String {
    let mut page = String::new();
    for &fault in EngineFault::ALL {
        let question = fault.example();
        let [expected, got] = [FaultSet::NONE, fault.into()].map(|faults| {
            let answer = Oracle::with(faults).ask(&question.line, &question.query);
            answer.map_or_else(|error| error.to_string(), |it| it.to_string())
        });
        assert_ne!(expected, got, "{fault}: {question}");
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "{fault}\n  question  {question}\n  expected  {expected}\n  got       {got}\n",
        );
    }
    page
}

/// The folders below `state/`.
const KINDS: [&str; 7] = [
    "after-moves",
    "same-position",
    "repetition",
    "text",
    "queries",
    "games",
    "round-trip",
];

/// The families of faults that perft cannot reveal.
const UNSEEN_BY_PERFT: [Family; 4] = [
    Family::FenOut,
    Family::Key,
    Family::Repetition,
    Family::Text,
];

/// A SAN reader may refuse the suffix `e.p.`, so this is not counted as wrong.
const ALLOWED: EngineFault = EngineFault::SuffixRefused;

/// For each kind of case, the number that an engine answers wrongly.
type Wrong = BTreeMap<&'static str, usize>;

#[test]
fn an_engine_without_faults_answers_everything_correctly() {
    assert_eq!(wrong_cases(FaultSet::NONE), Wrong::new());
}

#[test]
fn reveals_every_fault_that_perft_cannot_see() {
    let found: Vec<_> = EngineFault::ALL
        .iter()
        .map(|&fault| (fault, wrong_cases(fault.into())))
        .collect();
    for (fault, wrong) in &found {
        if *fault == ALLOWED {
            assert_eq!(*wrong, Wrong::new(), "{fault}");
        } else if UNSEEN_BY_PERFT.contains(&fault.family()) {
            assert!(!wrong.is_empty(), "no case reveals {fault}");
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("state-faults", page(&found)));
}

/// If more cases than this are wrong, the table does not say how many, so that another case does not change most lines.
const FEW: usize = 3;

/// A table: for each fault and kind of case, the number of wrong answers.
fn page(found: &[(EngineFault, Wrong)]) -> String {
    let mut page = format!("{:<30}", "wrong cases");
    for kind in KINDS {
        // Writing to a string cannot fail.
        let _ = write!(page, " {kind:>13}");
    }
    for (fault, wrong) in found {
        let _ = write!(page, "\n{:<30}", fault.name());
        for kind in KINDS {
            let _ = match wrong.get(kind) {
                Some(&number) if FEW < number => write!(page, " {:>13}", "many"),
                Some(number) => write!(page, " {number:>13}"),
                None => write!(page, " {:>13}", "."),
            };
        }
    }
    page
}

fn wrong_cases(faults: FaultSet) -> Wrong {
    let mut oracle = Oracle::with(faults);
    let mut wrong = Wrong::new();
    for case in SUITES.state_cases() {
        let mut questions = case.questions().into_iter();
        // An oracle that takes a legal move for illegal has no answer.
        let is_wrong = questions.any(|asked| {
            let answer = oracle.ask(&asked.line, &asked.query);
            !answer.is_ok_and(|answer| asked.expected.allows(&answer))
        });
        if is_wrong {
            *wrong.entry(kind(case)).or_default() += 1;
        }
    }
    wrong
}

fn kind(case: &'static StateCase) -> &'static str {
    case.address.split('/').nth(1).unwrap_or_default()
}
