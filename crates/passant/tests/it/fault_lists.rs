//! `passant faults`.

use std::collections::BTreeSet;

use passant_oracle::{EngineFault, Family};

use crate::json::SeededFault;
use crate::run::run_with;

#[test]
fn lists_all_faults_by_family() {
    let run = run_with(&["faults"]).exits_with(0);
    let (names, others): (Vec<_>, Vec<_>) = run
        .stdout
        .lines()
        .filter(|line| !line.is_empty())
        .partition(|line| line.starts_with("  "));
    let names: BTreeSet<_> = names
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let all = EngineFault::ALL.iter().map(|fault| fault.name());
    assert_eq!(names, all.collect());
    let families: Vec<_> = others
        .iter()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    assert_eq!(families, Family::ALL.map(Family::name));
}

/// The position is that of python-chess issue 70, moved by a file.
#[test]
fn explains_a_fault_with_a_position() {
    let run = run_with(&["faults", "rank-pin-ignored"]).exits_with(0);
    for part in [
        "5  K . P p . . . r",
        " a5a4 a5a6 a5b4 a5b5 a5b6 c5c6\n",
        " a5a4 a5a6 a5b4 a5b5 a5b6 c5c6 c5d6\n",
        "niklasf/python-chess#70",
    ] {
        assert!(run.stdout.contains(part), "{part} in:\n{}", run.stdout);
    }
    run.snapshot("faults-explained", "passant faults rank-pin-ignored");
}

#[test]
fn json_holds_the_question_and_both_answers() {
    let run = run_with(&["faults", "--json"]).exits_with(0);
    let faults = SeededFault::all(&run);
    let victim_stays = faults
        .iter()
        .find(|fault| fault.name() == "victim-stays")
        .expect("it is listed");
    assert_eq!(victim_stays.value()["family"], "make");
    let question = &victim_stays.value()["question"];
    assert_eq!(question["ask"], "fen");
    assert_eq!(question["moves"][0], "c5d6");
    assert_eq!(victim_stays.got(), "3k4/8/3P4/3p4/8/K7/8/8 b - - 0 1");
    for fault in &faults {
        assert_ne!(fault.expected(), fault.got(), "{}", fault.name());
    }
}

#[test]
fn refuses_an_unknown_fault_with_the_nearest_name() {
    let run = run_with(&["faults", "rank-pins-ignored"]).exits_with(2);
    assert!(run.stderr.contains("rank-pin-ignored"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}
