//! Engines that hang, print without end, print garbage, crash, or answer late or about another position. Every run ends,
//! and the verdict says what happened. No such engine fails for wrong moves.

use std::path::Path;
use std::thread;

use passant_test_tools::tool;

use crate::json::{Case, Report};
use crate::oracle::oracle;
use crate::run::{Run, passant, run};

/// What the engine does, when, the verdict on the case (`None` if the engine cannot be asked), and the exit code.
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
    // Its answers can be understood despite the noise, and are correct.
    ("dirt", "never", Some("pass"), 0),
    // It answers about another position, which does not show that it is wrong about this one.
    ("deaf", "never", Some("unknown"), 6),
    ("deaf-to-moves", "never", Some("unknown"), 6),
    ("previous", "never", Some("unknown"), 6),
    ("twice", "never", Some("unknown"), 6),
];

#[test]
fn ends_every_run_with_the_correct_verdict() {
    let Some(_) = tool("python3") else {
        return;
    };
    // They wait longer than they work.
    let runs: Vec<_> = KIT
        .map(|(what, when, ..)| thread::spawn(move || check(what, when)))
        .into_iter()
        .map(|run| run.join().unwrap())
        .collect();
    for ((what, when, verdict, code), run) in KIT.into_iter().zip(runs) {
        let context = format!("{what} at {when}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.code, Some(code), "{context}");
        let report = Report::of(&run);
        let found = report.cases().next().map(Case::verdict);
        assert_eq!(found, verdict, "{context}");
        let calibration = report.engine().calibration();
        assert_eq!(calibration.is_some(), verdict.is_some(), "{context}");
    }
}

/// The engine that misbehaves, asked about one case.
fn check(what: &str, when: &str) -> Run {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/hostile.py");
    let engine = format!(
        "python3 '{}' '{}' {what} {when}",
        script.display(),
        oracle().display()
    );
    // A silent engine costs this time. The others get as much as a busy machine needs.
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
