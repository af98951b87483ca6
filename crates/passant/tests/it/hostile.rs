//! Engines that hang, flood, print garbage, crash, answer late or about another position: every run ends, and the
//! verdict says what happened without accusing the engine of wrong moves.

use std::path::Path;
use std::thread;

use passant_test_tools::tool;
use serde_json::Value;

use crate::oracle::oracle;
use crate::run::{Run, passant, run};

/// What the engine does, and when; the verdict on the case, or `None` if it cannot be queried at all; the exit code.
const KIT: [(&str, &str, Option<&str>, i32); 21] = [
    ("hang", "start", None, 3),
    ("hang", "handshake", None, 3),
    ("hang", "position", Some("timeout"), 3),
    ("hang", "perft", Some("timeout"), 3),
    ("die", "start", None, 3),
    ("die", "handshake", None, 3),
    ("die", "position", Some("crash"), 3),
    ("die", "perft", Some("crash"), 3),
    ("endless-line", "start", None, 3),
    ("endless-line", "perft", Some("crash"), 3),
    ("endless-lines", "handshake", None, 3),
    ("endless-lines", "perft", Some("crash"), 3),
    ("garbage", "perft", Some("timeout"), 3),
    ("orphan", "perft", Some("crash"), 3),
    ("orphan", "start", None, 3),
    ("late", "perft", Some("timeout"), 3),
    // The output can be understood anyway, and is correct.
    ("dirt", "never", Some("pass"), 0),
    // An answer about another position says nothing about this one.
    ("deaf", "never", Some("unknown"), 6),
    ("deaf-to-moves", "never", Some("unknown"), 6),
    ("previous", "never", Some("unknown"), 6),
    ("twice", "never", Some("unknown"), 6),
];

#[test]
fn every_run_ends_with_the_expected_verdict() {
    let Some(_) = tool("python3") else {
        return;
    };
    // The runs mostly wait: they can share the cores.
    let runs: Vec<_> = KIT
        .map(|(what, when, ..)| thread::spawn(move || check(what, when)))
        .into_iter()
        .map(|run| run.join().unwrap())
        .collect();
    for ((what, when, verdict, code), run) in KIT.into_iter().zip(runs) {
        let told = format!("{what} at {when}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.code, Some(code), "{told}");
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let engine = &report["engines"][0];
        let found = engine["cases"][0]["verdict"].as_str();
        assert_eq!(found, verdict, "{told}");
        assert_eq!(engine["calibration"].is_null(), verdict.is_none(), "{told}");
    }
}

/// Checks one case with the engine that misbehaves.
fn check(what: &str, when: &str) -> Run {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/hostile.py");
    let engine = format!(
        "python3 '{}' '{}' {what} {when}",
        script.display(),
        oracle().display()
    );
    // Silence costs the whole time limit; the others get as much time as a busy machine may need.
    let is_silent = matches!((what, when), ("hang" | "garbage" | "late", _));
    let (start, reply) = match (is_silent, when) {
        (true, "start" | "handshake") => ("1", "20"),
        (true, _) => ("20", "2"),
        (false, _) => ("20", "20"),
    };
    let mut command = passant(&["check", &engine, "--json", "--calibrate", "--jobs", "1"]);
    command.args([
        "--suite",
        "en-passant/plain",
        "--shard",
        "1/30",
        "--max-nodes",
        "100",
    ]);
    command.args(["--start-timeout", start, "--timeout", reply]);
    run(command)
}
