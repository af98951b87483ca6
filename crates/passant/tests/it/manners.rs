//! Engines that search and play in an odd way and break no rule: `passant check` accuses none of them, and `passant diagnose`
//! names no fault.

use passant_oracle::uci::Manner;

use crate::json::{Case, Diagnosis, Report};
use crate::oracle::command as engine;
use crate::run::run_with;

/// The engine that can be asked for nothing but its moves.
const ONLY_PLAYS: &str = "--dialect none --quirk multipv-absent --quirk searchmoves-ignored";

/// Each kind of case about searches, where the manners make a difference.
const SEARCHES: [&str; 8] = [
    "search/draw-by-repetition",
    "search/only-defense",
    "search/push-into-mate/b7b5",
    "search/refuted-mate/g7g5",
    "search/same-pieces",
    "search/single-push/without-e3e4",
    "search/lines/mate",
    "search/lines/stalemate",
];

/// Returns what `passant check` says about an engine and some suites, which it does not accuse.
#[track_caller]
fn checked(options: &str, suites: &[&str]) -> Report {
    let engine = engine(options);
    let mut arguments = vec!["check", &engine, "--json", "--search", "600"];
    arguments.extend(["--protocol", "uci", "--time", "600"]);
    arguments.extend(suites.iter().flat_map(|suite| ["--suite", suite]));
    let run = run_with(&arguments);
    assert!(matches!(run.code, Some(0 | 4 | 7)), "{options}: {run:#?}");
    let report = Report::of(&run);
    let accused = |case: &Case<'_>| !["pass", "unsupported"].contains(&case.verdict());
    let accused: Vec<_> = report.cases().filter(accused).map(Case::address).collect();
    assert_eq!(accused, [] as [&str; 0], "{options}");
    report
}

#[test]
fn no_manner_of_searching_is_accused() {
    for (_, manner, _) in Manner::ALL {
        checked(&format!("--manner {manner}"), &SEARCHES);
    }
}

#[test]
fn no_manner_of_playing_is_accused() {
    for (_, manner, _) in Manner::ALL {
        let options = format!("{ONLY_PLAYS} --manner {manner}");
        let suites = ["play/bait-edge", "play/only-capture", "play/reply-mated"];
        let report = checked(&options, &suites);
        assert_eq!(report.engine().channel(), "best-move", "{manner}");
    }
}

/// An engine that names some move after mate may seem to list it, where its search prints no line.
#[test]
fn no_manner_of_listing_moves_is_accused() {
    for (_, manner, _) in Manner::ALL {
        let options = format!("--dialect none --manner {manner}");
        let suites = ["en-passant/mate", "en-passant/stalemate"];
        let report = checked(&options, &suites);
        assert_eq!(report.engine().channel(), "multi-pv", "{manner}");
    }
}

/// A check that fails would begin a diagnosis of its own.
#[test]
fn diagnose_names_no_fault_of_an_engine_with_a_manner() {
    for (_, manner, _) in Manner::ALL {
        for more in ["", ONLY_PLAYS] {
            let engine = engine(&format!("{more} --manner {manner}"));
            let run = run_with(&["diagnose", &engine, "--json", "--time", "600"]);
            assert_eq!(run.code, Some(0), "{manner}: {run:#?}");
        }
    }
}

/// An engine that names some move after mate shows its fault elsewhere.
#[test]
fn a_fault_is_named_beside_a_manner() {
    for (fault, manner) in [
        ("only-move-missed", "move-after-end"),
        ("evasion-missed", "move-after-end"),
        ("never-judged", "stale-line-ends"),
        ("kept-two-moves", "forgets-game"),
    ] {
        let options = format!("{ONLY_PLAYS} --fault {fault} --manner {manner}");
        let run = run_with(&["diagnose", &engine(&options), "--json", "--time", "600"]);
        let json = run.exits_with(1).json();
        assert_eq!(Diagnosis(&json).faults(), [fault], "{manner}: {json:#}");
    }
}

#[test]
fn passant_uci_has_manners() {
    let run = crate::run::run_on(
        &["uci", "--manner", "move-after-end"],
        b"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 1\nquit\n",
    )
    .exits_with(0);
    assert_eq!(run.stdout.trim(), "bestmove e2e4");
    let run = run_with(&["uci", "--manner", "rudeness"]).exits_with(2);
    assert!(
        run.stderr.contains("expected one of random-lines"),
        "{}",
        run.stderr
    );
}
