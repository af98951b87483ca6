//! Engines without perft, queried one move at a time: a correct engine is not accused, a wrong one is told the move.

use serde_json::Value;

use crate::oracle::{filtered, oracle};
use crate::run::run_with;

/// The cases for all engines.
const SOME: [&str; 8] = [
    "--class",
    "rejected-rank",
    "--class",
    "plain",
    "--shard",
    "1/3",
    "--no-diagnosis",
    "--json",
];

/// Every channel that does not count: its name, the engine, and the options of `passant check`.
fn rungs(fault: &str) -> [(&'static str, String, &'static [&'static str]); 3] {
    let oracle = oracle().display();
    // Without `MultiPV` an engine is queried one move at a time.
    let narrow = filtered(&["--delete", "MultiPV"], &format!("--dialect none {fault}"));
    let plain = format!("'{oracle}' {fault}");
    [
        (
            "multi-pv",
            plain.clone(),
            &["--dialect", "none", "--protocol", "uci"],
        ),
        ("search-moves", narrow, &["--protocol", "uci"]),
        (
            "illegal-move",
            plain,
            &["--dialect", "none", "--protocol", "xboard"],
        ),
    ]
}

fn cases(fault: &str, code: i32) -> Vec<Value> {
    let mut cases = Vec::new();
    for (rung, engine, options) in rungs(fault) {
        let run = run_with(&[&["check", &engine], options, &SOME].concat());
        assert_eq!(run.code, Some(code), "{rung}: {}{}", run.stdout, run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let engine = &report["engines"][0];
        assert_eq!(engine["calibration"]["rung"], rung, "{engine:#}");
        cases.extend(engine["cases"].as_array().unwrap().iter().cloned());
    }
    cases
}

#[test]
fn a_correct_engine_passes_move_by_move() {
    for case in cases("", 0) {
        assert_eq!(case["verdict"], "pass", "{case:#}");
    }
}

#[test]
fn names_a_wrong_move_without_perft() {
    let cases = cases("--fault rank-pin-ignored", 1);
    let failing: Vec<_> = cases
        .iter()
        .filter(|case| case["verdict"] == "fail")
        .collect();
    assert!(failing.len() >= 3 * 5, "{} fail", failing.len());
    for case in failing {
        assert_eq!(case["class"], "rejected-rank", "{case:#}");
        for way in case["ways"].as_array().unwrap() {
            let difference = &way["findings"][0]["difference"];
            assert_eq!(
                difference["missing"].as_array().map(Vec::len),
                Some(0),
                "{case:#}"
            );
            let kind = difference["extra"][0]["kind"].as_str().unwrap();
            assert!(kind.starts_with("illegal en passant capture"), "{case:#}");
        }
    }
}

/// Correct engines without any channel. They speak one protocol, and stay silent or exit when they read another.
#[cfg(unix)]
#[test]
fn does_not_accuse_an_engine_without_a_channel() {
    let uci =
        "uci) echo id name Mute; echo uciok;; isready) echo readyok;; go*) echo bestmove 0000;;";
    let xboard =
        "protover*) echo feature setboard=1 ping=1 done=1;; ping*) echo pong ${line#ping };;";
    let other = "*) echo Error unknown command $line;;";
    let engines = [
        format!("position*) ;; {uci} {other}"),
        format!("position*) ;; xboard) exit 1;; {uci} {other}"),
        format!("uci|passant*) ;; {xboard} setboard*|[a-h]*|undo|force) ;; {other}"),
    ];
    let runs = engines.map(|answers| {
        let engine = format!(
            "sh -c 'while read -r line; do case $line in quit) exit;; {answers} esac; done'"
        );
        let options = ["--calibrate", "--start-timeout", "4"];
        std::thread::spawn(move || run_with(&[&["check", &engine], &options[..]].concat()))
    });
    for run in runs {
        let run = run.join().unwrap();
        assert_eq!(run.code, Some(4), "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("cannot be asked"), "{}", run.stdout);
    }
}
