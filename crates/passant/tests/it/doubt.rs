//! Engines that are right, but hear badly, or answer late, or not at some depth: nothing wrong is said about them, and
//! what they cannot be asked is not taken for known.

use serde_json::Value;

use crate::oracle::oracle;
use crate::run::run_with;

/// Checks what the oracle does if each line that it is told goes through a script of sed. The report about it.
fn heard_through(script: &str, options: &[&str], arguments: &[&str]) -> Value {
    let oracle = oracle().display();
    let engine = format!(
        "sh -c \"sed -u '{script}' | '{oracle}' {}\"",
        options.join(" ")
    );
    let fixed = ["check", &engine, "--json", "--calibrate", "--no-diagnosis"];
    let run = run_with(&[&fixed[..], arguments].concat());
    let mut report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr));
    report["engines"][0].take()
}

/// How each case was told, and the verdict on that.
fn ways(engine: &Value) -> Vec<(&str, &str)> {
    let cases = engine["cases"].as_array().unwrap();
    let ways = cases
        .iter()
        .flat_map(|case| case["ways"].as_array().unwrap());
    ways.map(|way| {
        (
            way["way"].as_str().unwrap(),
            way["verdict"].as_str().unwrap(),
        )
    })
    .collect()
}

/// Without its moves each position is one in which the other side is to move, and has about as many moves.
#[test]
fn who_does_not_play_moves_is_told_all_by_fen() {
    for dialect in ["stockfish", "sjeng"] {
        let arguments = ["--class", "plain", "--max-nodes", "1000"];
        let engine = heard_through("s/ moves .*//", &["--dialect", dialect], &arguments);
        assert_eq!(engine["calibration"]["plays_moves"], false, "{engine:#}");
        for (way, verdict) in ways(&engine) {
            let expected = if way.ends_with("played") {
                "unsupported"
            } else {
                "pass"
            };
            assert_eq!(verdict, expected, "{dialect}: {way}");
        }
    }
}

/// A right to capture makes this engine deaf: it keeps what it was told before, where it is as right as anybody.
#[test]
fn who_does_not_hear_of_a_position_is_not_judged_by_another() {
    let suites = [
        "--suite",
        "en-passant/only-move",
        "--suite",
        "en-passant/rejected-check",
    ];
    let deaf = "/setboard.* [a-h][36] /d; /position fen .* [a-h][36] /d";
    for (options, protocol) in [
        (["--dialect", "none"], "xboard"),
        (["--dialect", "stockfish"], "uci"),
    ] {
        let arguments = [&suites[..], &["--protocol", protocol, "--max-nodes", "100"]].concat();
        let engine = heard_through(deaf, &options, &arguments);
        for (way, verdict) in ways(&engine) {
            let expected = if way.ends_with("played") {
                "pass"
            } else {
                "unknown"
            };
            assert_eq!(verdict, expected, "{protocol}: {way}: {engine:#}");
        }
    }
}

/// It ends when it is asked for depth 1, and misses the only move: that is what is wrong.
#[test]
fn who_does_not_survive_depth_1_is_not_asked_for_it() {
    let engine = heard_through(
        "s/^go perft 1$/quit/",
        &["--fault", "white-capture-missed"],
        &["--suite", "en-passant/only-move", "--max-nodes", "1000"],
    );
    assert_eq!(engine["calibration"]["least_depth"], 2, "{engine:#}");
    let ways = ways(&engine);
    assert!(ways.iter().any(|(_, verdict)| *verdict == "fail"));
    for (way, verdict) in ways {
        assert!(matches!(verdict, "fail" | "pass"), "{way}: {engine:#}");
    }
}

/// Each start takes longer than an answer may.
#[test]
fn the_time_to_start_is_not_that_of_an_answer() {
    let engine = format!("sh -c \"sleep 4; exec '{}'\"", oracle().display());
    let run = run_with(&[
        "check",
        &engine,
        "--json",
        "--calibrate",
        "--timeout",
        "3",
        "--filter",
        "only-b5c6",
    ]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    for way in report["engines"][0]["cases"][0]["ways"].as_array().unwrap() {
        // All that is stored.
        assert_eq!(way["depth"], 5, "{way:#}");
    }
}

/// Where the capture is the only move, a total says that there is none; and a wrong total may be that of the position
/// that the engine was told before.
#[test]
fn totals_alone_show_that_the_only_move_is_missing() {
    let wrong = [
        ("only-move-missed", "en-passant/only-move"),
        (
            "rank-pin-ignored",
            "en-passant/rejected-rank/rook-h5-king-a5-on-c6",
        ),
    ];
    for (fault, suite) in wrong {
        let options = ["--dialect", "ethereal", "--fault", fault];
        let arguments = ["--suite", suite, "--max-nodes", "100"];
        let engine = heard_through("/^d$/d", &options, &arguments);
        assert_eq!(engine["calibration"]["rung"], "total", "{engine:#}");
        for (way, verdict) in ways(&engine) {
            assert_eq!(verdict, "fail", "{fault}: {way}: {engine:#}");
        }
    }
    // Who does not hear of a position counts none of its moves either.
    let deaf = "/^d$/d; /position fen .* [a-h][36] /d";
    let arguments = ["--suite", "en-passant/only-move", "--max-nodes", "100"];
    let engine = heard_through(deaf, &["--dialect", "ethereal"], &arguments);
    for (way, verdict) in ways(&engine) {
        let is_told = way.ends_with("played");
        assert_eq!(
            verdict,
            if is_told { "pass" } else { "unknown" },
            "{way}: {engine:#}"
        );
    }
}
