//! `passant check --pgn` and `--packed`, the former with the readers of real libraries.

use std::fs;

use passant_needs::needs;
use passant_test_tools::{package, tool};

use crate::json::Report;
use crate::oracle::command;
use crate::run::{Run, run_with};

const ADAPTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/adapters");

fn check(words: &[&str]) -> Run {
    run_with(&["check", &shell_words::join(words), "--pgn", "--json"])
}

#[needs("python3", "python-chess")]
#[test]
fn python_chess_reads_every_mark() {
    let path = format!("PYTHONPATH={}", package("python-chess").display());
    let run = check(&[
        "env",
        &path,
        "python3",
        &format!("{ADAPTERS}/python_chess.py"),
    ]);
    let run = run.exits_with(0);
    assert_eq!(Report::of(&run).engine().count("pass"), 57);
    assert!(run.stdout.contains("\"marks\": \"read\""), "{}", run.stdout);
}

/// chess.js refuses most marks, which is no failure.
#[needs("node", "chess.js")]
#[test]
fn chess_js_refuses_some_marks() {
    let script = package("chess.js").join("reader.mjs");
    fs::copy(format!("{ADAPTERS}/chess_js.mjs"), &script).unwrap();
    let node = tool("node");
    let run = check(&[&node.to_string_lossy(), &script.to_string_lossy()]).exits_with(0);
    assert_eq!(Report::of(&run).engine().count("pass"), 57);
    assert!(
        run.stdout.contains("\"marks\": \"mixed\""),
        "{}",
        run.stdout
    );
}

#[test]
fn who_reads_no_games_is_not_judged() {
    for (protocol, why) in [
        ("uci", "only the line protocol has a request for it"),
        ("line", "pgn"),
    ] {
        let arguments = ["check", &command(""), "--pgn", "--protocol", protocol];
        let run = run_with(&arguments).exits_with(4);
        assert!(run.stdout.contains(why), "{}", run.stdout);
    }
}

/// The oracle packs its FEN. A program without a request for it is not judged.
#[test]
fn what_a_program_packs_is_judged() {
    let packed = |protocol| {
        let arguments = [
            "check",
            &command(""),
            "--packed",
            "--json",
            "--protocol",
            protocol,
        ];
        run_with(&arguments)
    };
    let run = packed("line").exits_with(0);
    assert_eq!(Report::of(&run).engine().count("pass"), 24);
    packed("uci").exits_with(4);
}
