//! `passant faults`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::run::run_with;

#[test]
fn all_faults_are_listed_by_family() {
    let run = run_with(&["faults"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let names: BTreeSet<_> = run
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(40 <= names.len(), "{} faults", names.len());
    assert!(names.contains("rank-pin-ignored"), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("illegal: An illegal capture is generated.")
    );
}

/// The position is that of python-chess issue 70, moved a file.
#[test]
fn a_fault_is_explained_with_a_position() {
    let run = run_with(&["faults", "rank-pin-ignored"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for part in [
        "both pawns leave the rank",
        "5  K . P p . . . r",
        "right     a5a4 a5a6 a5b4 a5b5 a5b6 c5c6\n",
        "wrong     a5a4 a5a6 a5b4 a5b5 a5b6 c5c6 c5d6\n",
        "niklasf/python-chess#70",
    ] {
        assert!(run.stdout.contains(part), "{part} in:\n{}", run.stdout);
    }
}

#[test]
fn json_has_what_the_help_says() {
    let run = run_with(&["faults", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let faults: Vec<Value> = serde_json::from_str(&run.stdout).expect("an array");
    let victim_stays = faults
        .iter()
        .find(|fault| fault["name"] == "victim-stays")
        .expect("it is listed");
    assert_eq!(victim_stays["family"], "make");
    assert_eq!(victim_stays["question"]["ask"], "fen");
    assert_eq!(victim_stays["question"]["moves"][0], "c5d6");
    assert_eq!(victim_stays["wrong"], "3k4/8/3P4/3p4/8/K7/8/8 b - - 0 1");
    for fault in &faults {
        assert_ne!(fault["right"], fault["wrong"], "{fault}");
    }
}

#[test]
fn an_unknown_fault_is_refused_with_the_nearest_name() {
    let run = run_with(&["faults", "rank-pins-ignored"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("rank-pin-ignored"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}
