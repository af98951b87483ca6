//! Fault by fault: which class of cases finds it, whether it is named, and how small a position shows it.

use std::fmt::Write;
use std::sync::LazyLock;
use std::time::Duration;

use passant_judge::check::judge::judge;
use passant_judge::check::pace::Pace;
use passant_judge::check::presentation::presentations;
use passant_judge::check::questions::{self, Conventions};
use passant_judge::check::search::SearchRun;
use passant_judge::check::{CaseResult, Presentation, Verdict};
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::{Predictions, predict};
use passant_judge::diagnosis::queries::query_of_search;
use passant_judge::diagnosis::questioning::Questioned;
use passant_judge::diagnosis::{Diagnosis, diagnose, quick_set};
use passant_judge::minimize::Bounds;
use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Channel, Interrupt, Question, RetryLog};
use passant_suite::{Case, Reach, Suites};
use rayon::prelude::*;

use crate::check_snapshot;
use crate::subjects::Seeded;

/// The largest count that is compared.
const MAX_NODES: u64 = 1_000;

static SUITES: LazyLock<Suites> =
    LazyLock::new(|| Suites::builtin().expect("the suites are in order"));

/// The cases that `check` is run on here: the quick ones that can occur in a game.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let quick = SUITES.select(["quick"]).expect("all addresses exist");
    let mut cases = quick.cases;
    cases.retain(|case| case.reach == Reach::Reachable);
    cases
});

static ROWS: LazyLock<Vec<Predictions>> =
    LazyLock::new(|| quick_set(&SUITES, Channel::Line).expect("the suites are in order"));

static SEARCHES: LazyLock<Vec<Predictions>> =
    LazyLock::new(|| predict(SUITES.search_cases().map(query_of_search).collect()));

/// The class of the first case that an engine fails, in the order of the suites. Counts come first.
fn of_wrong(faults: FaultSet) -> Option<String> {
    let engine = || Seeded::new(faults);
    let fails = |case: &&Case| {
        let depths: Vec<_> = case
            .depths()
            .filter(|(_, nodes)| *nodes <= MAX_NODES)
            .collect();
        presentations(case).iter().any(|prompt| {
            let mut pace = Pace::new(Duration::from_secs(60));
            judge(&mut engine(), &mut pace, prompt, &depths).verdict == Verdict::Fail
        })
    };
    let by_counts = CASES.iter().find(fails).map(|case| case.class.clone());
    let by_other_questions = by_counts.or_else(|| {
        let mut game = engine();
        let conventions = Conventions::observe(&mut game, SUITES.state_cases());
        let mut cases = SUITES.state_cases();
        let case = cases.find(|case| {
            let result = questions::ask(&mut game, case, Presentation::Fen, conventions);
            result.verdict == Verdict::Fail
        })?;
        // The class of such a case is the folder that it is in.
        let class = case.address.rsplit_once('/')?.0;
        Some(class.split('/').take(2).collect::<Vec<_>>().join("/"))
    });
    by_other_questions.or_else(|| {
        let failed = searched(faults).find(|case| case.verdict == Verdict::Fail)?;
        Some(format!("search/{}", failed.class))
    })
}

/// The results of two searches of each file.
fn searched(faults: FaultSet) -> impl Iterator<Item = CaseResult> {
    let first = SUITES.search_suites().iter().map(|suite| &suite.cases);
    let cases: Vec<_> = first.flat_map(|it| it.iter().take(2)).cloned().collect();
    let run = SearchRun {
        subject: Box::new(Seeded::new(faults)),
        retry_log: RetryLog::default(),
        channel: Channel::Library,
        cases: &cases,
        time: Duration::from_secs(600),
        interrupt: &Interrupt::default(),
        ends: &|case| case.verdict == Verdict::Fail,
    };
    run.run(|_| {}).cases.into_iter()
}

pub(crate) fn examined(faults: FaultSet) -> Diagnosis<'static> {
    let bounds = Bounds {
        time: Duration::from_secs(600),
        ..Bounds::default()
    };
    diagnose(&Seeded::pool(faults), &ROWS, &SEARCHES, &bounds)
}

/// The row of a fault.
fn row(fault: EngineFault) -> String {
    let diagnosis = examined(fault.into());
    let Questioned {
        naming,
        conventions,
        ..
    } = &diagnosis.questioned;
    let is_named = match (naming, &conventions[..]) {
        (Naming::Named(evidence), []) if evidence.faults == fault.into() => "yes".to_owned(),
        (Naming::Sound, [allowed]) if allowed.faults == fault.into() => {
            "as a convention".to_owned()
        }
        other => format!("NO: {other:?}"),
    };
    let smallest = diagnosis.counterexample.map_or_else(
        || "-".to_owned(),
        |counterexample| {
            let Question { line, query } = counterexample.question;
            let board = if line.is_from_initial_position() {
                counterexample.original.board
            } else {
                line.setup.board
            };
            let text = query.to_string();
            let ask = text.split(' ').next().unwrap_or_default();
            format!("{} pieces, {ask}", board.iter().count())
        },
    );
    let found = of_wrong(fault.into()).unwrap_or_else(|| "-".to_owned());
    format!("{fault:29} {is_named:16} {found:29} {smallest}")
}

#[test]
fn finds_names_and_shrinks_every_fault() {
    // Otherwise a thread that computes them could steal a row, which would wait for them for ever.
    LazyLock::force(&CASES);
    LazyLock::force(&ROWS);
    LazyLock::force(&SEARCHES);
    let rows: Vec<_> = EngineFault::ALL
        .par_iter()
        .map(|&fault| row(fault))
        .collect();
    let mut table = format!(
        "{:29} {:16} {:29} {}\n",
        "fault", "named", "class that finds it", "counterexample"
    );
    for row in &rows {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{}", row.trim_end());
    }
    check_snapshot("faults", &table);
}

#[test]
fn has_no_diagnosis_for_an_engine_without_fault() {
    let diagnosis = examined(FaultSet::NONE);
    assert_eq!(of_wrong(FaultSet::NONE), None);
    assert_eq!(diagnosis.counterexample, None);
    let questioned = diagnosis.questioned;
    assert_eq!(questioned.naming, Naming::Sound);
    assert_eq!(questioned.conventions, []);
    assert!(questioned.observations.iter().all(|it| !it.is_wrong()));
    assert_eq!(questioned.errors, [""; 0]);
}

/// As in timecat 1.53.0. All its moves are correct, so that no fault of its moves is named, although one of them would
/// make its keys and repetitions wrong in the same places.
#[test]
fn names_no_fault_of_moves_if_all_moves_are_correct() {
    let repetition = [
        EngineFault::RepetitionWithPin,
        EngineFault::RepetitionWithCheck,
    ];
    let faults = [EngineFault::KeyWithIllegalCapture]
        .into_iter()
        .chain(repetition);
    let Questioned {
        naming,
        conventions,
        ..
    } = examined(faults.collect()).questioned;
    let named = match naming {
        Naming::Named(evidence) => evidence.faults,
        other => panic!("{other:?}"),
    };
    assert_eq!(named, repetition.into_iter().collect());
    let conventions: Vec<_> = conventions.iter().map(|it| it.faults).collect();
    assert_eq!(conventions, [EngineFault::KeyWithIllegalCapture.into()]);
}
