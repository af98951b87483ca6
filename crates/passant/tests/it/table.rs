//! Fault by fault: what finds it, what it is called, and the smallest position that shows it. A table to read.

use std::fmt::Write;
use std::sync::LazyLock;
use std::time::Duration;

use passant::check::judge::judge;
use passant::check::pace::Pace;
use passant::check::questions::{self, Declared};
use passant::check::{Verdict, Way, ways};
use passant::diagnosis::examination::Suspect;
use passant::diagnosis::survey::Row;
use passant::diagnosis::{Examination, Outcome, examine, quick};
use passant::engine::{InProcess, Rung};
use passant::minimise::Bounds;
use passant_oracle::{EngineFault, FaultSet};
use passant_rules::Setup;
use passant_suite::{Case, Reach, Suites};
use rayon::prelude::*;

use crate::seeded::Seeded;

/// The largest count that is asked for.
const MAX_NODES: u64 = 1_000;

static SUITES: LazyLock<Suites> =
    LazyLock::new(|| Suites::builtin().expect("the suites are in order"));

/// The cases that `check` is run on here: quick ones that are scored.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let quick = SUITES.select(["quick"]).expect("all addresses exist");
    let mut cases = quick.cases;
    cases.retain(|case| case.reach == Reach::Reachable);
    cases
});

static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| quick::rows(&SUITES, Rung::Line).expect("the suites are in order"));

/// The first case that an engine fails, in the order of the suites; counts come first.
fn found(faults: FaultSet) -> Option<String> {
    let engine = || InProcess::new(move || Seeded::new(faults));
    let fails = |case: &&Case| {
        let depths: Vec<_> = case
            .depths()
            .filter(|(_, nodes)| *nodes <= MAX_NODES)
            .collect();
        ways::ways(case).iter().any(|told| {
            let mut pace = Pace::new(Duration::from_secs(60));
            judge(&mut engine(), &mut pace, told, &depths).verdict == Verdict::Fail
        })
    };
    let by_counts = CASES.iter().find(fails).map(|case| case.address.clone());
    by_counts.or_else(|| {
        let mut witness = engine();
        let declared = Declared::survey(&mut witness, SUITES.state_cases());
        let mut cases = SUITES.state_cases();
        let case = cases.find(|case| {
            let result = questions::ask(&mut witness, case, Way::Fen, declared);
            result.verdict == Verdict::Fail
        })?;
        Some(case.address.clone())
    })
}

pub(crate) fn examined(faults: FaultSet) -> Examination {
    let bounds = Bounds {
        time: Duration::from_secs(600),
        ..Bounds::default()
    };
    examine(&Seeded::pool(faults), &ROWS, &bounds)
}

/// What an engine with a fault is told.
fn row(fault: EngineFault) -> String {
    let examination = examined(fault.into());
    let names: Vec<_> = examination.suspects.iter().map(Suspect::names).collect();
    let allowed: Vec<_> = examination
        .habits
        .iter()
        .map(|habit| habit.faults.join(" and "))
        .collect();
    let is_named = match (examination.outcome, &names[..], &allowed[..]) {
        (Outcome::Named, [name], []) if name == fault.name() => "yes".to_owned(),
        (Outcome::Sound, [], [name]) if name == fault.name() => "as a convention".to_owned(),
        other => format!("NO: {other:?}"),
    };
    let smallest = examination.exhibit.map_or_else(
        || "-".to_owned(),
        |exhibit| {
            let setup = Setup::from_fen(&exhibit.fen).expect("it is a FEN");
            format!("{} {}", setup.board.iter().count(), exhibit.question)
        },
    );
    let found = found(fault.into()).unwrap_or_else(|| "-".to_owned());
    format!("{fault:29} {is_named:16} {found:62} {smallest}")
}

#[test]
fn every_fault_is_found_named_and_shrunk() {
    // Work that is stolen while they are made would wait for them for ever.
    LazyLock::force(&CASES);
    LazyLock::force(&ROWS);
    let rows: Vec<_> = EngineFault::ALL
        .par_iter()
        .map(|&fault| row(fault))
        .collect();
    let mut table = format!(
        "{:29} {:16} {:62} {}\n",
        "fault", "named", "check finds it in", "men, and what shows it"
    );
    for row in &rows {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{}", row.trim_end());
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("faults", table));
}

#[test]
fn no_fault_has_no_diagnosis() {
    let examination = examined(FaultSet::NONE);
    assert_eq!(examination.outcome, Outcome::Sound);
    assert_eq!(found(FaultSet::NONE), None);
    assert_eq!(
        (examination.exhibit, examination.habits),
        (None, Vec::new())
    );
    assert_eq!((examination.wrong, examination.unanswered), (0, Vec::new()));
}

/// As timecat 1.53.0 does: its moves are right throughout, so that it has no fault that makes moves wrong, even though
/// one of these would make its keys and repetition wrong in the same places.
#[test]
fn right_moves_speak_against_a_fault_of_moves() {
    let repetition = [
        EngineFault::RepetitionWithPin,
        EngineFault::RepetitionWithCheck,
    ];
    let faults = [EngineFault::KeyWithIllegalCapture]
        .into_iter()
        .chain(repetition);
    let examination = examined(faults.collect());
    let names: Vec<_> = examination.suspects.iter().map(Suspect::names).collect();
    assert_eq!(examination.outcome, Outcome::Named);
    assert_eq!(names, ["repetition-with-pin and repetition-with-check"]);
    let habits: Vec<_> = examination.habits.iter().map(|it| &it.faults[..]).collect();
    assert_eq!(habits, [["key-with-illegal-capture"]]);
}
