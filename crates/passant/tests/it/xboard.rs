//! xboard engines with unusual behavior that the protocol allows: it is not a failure, and reproduction scripts respect
//! it. The oracle plays these engines, behind a filter.

use std::process::Command;

use passant_test_tools::tool;
use serde_json::Value;

use crate::oracle::{command, filtered};
use crate::run::{Run, run_with};

/// The oracle without perft, behind a filter: over xboard it is queried one move at a time.
struct Engine {
    command: String,
}

impl Engine {
    fn new(rules: &[&str], fault: &str) -> Self {
        let options = format!("--dialect none {fault}");
        let command = if rules.is_empty() {
            command(&options)
        } else {
            filtered(rules, &options)
        };
        Self { command }
    }

    fn check(&self, options: &[&str]) -> Run {
        let fixed = [
            "check",
            &self.command,
            "--protocol",
            "xboard",
            "--no-diagnosis",
        ];
        run_with(&[&fixed[..], options].concat())
    }

    /// The address and the verdict of each case.
    fn verdicts(&self, options: &[&str]) -> Vec<(String, String)> {
        let run = self.check(&[options, &["--json"]].concat());
        let report: Value = serde_json::from_str(&run.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr));
        let engine = &report["engines"][0];
        assert_eq!(engine["calibration"]["rung"], "illegal-move", "{engine:#}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let cases = engine["cases"].as_array().unwrap().iter();
        cases
            .map(|case| (text(&case["address"]), text(&case["verdict"])))
            .collect()
    }
}

/// Asserts that there are cases, and that all have this verdict.
fn assert_verdicts(engine: &Engine, options: &[&str], expected: &str) {
    let verdicts = engine.verdicts(options);
    assert!(!verdicts.is_empty());
    for (address, verdict) in verdicts {
        assert_eq!(verdict, expected, "{address}");
    }
}

/// The engine prints the result of the game, and exits: the move was accepted. In a finished game it accepts no move.
#[test]
fn an_exit_at_the_end_of_a_game_is_not_a_crash() {
    let engine = |fault| Engine::new(&["--exit", "^(1-0|0-1|1/2-1/2) "], fault);
    let some = ["--suite", "en-passant/mate", "--shard", "1/4"];
    assert_verdicts(&engine(""), &some, "pass");
    // It believes that the double push ends the game.
    let some = ["--suite", "en-passant/only-move", "--shard", "1/4"];
    let wrong = engine("--fault white-capture-missed");
    assert_verdicts(&wrong, &some, "fail");
}

/// The engine ignores en passant squares on which no capture is possible, and says so.
#[test]
fn a_remark_about_an_accepted_position_is_not_a_refusal() {
    let some = ["--suite", "en-passant/rejected-rank", "--shard", "1/4"];
    for (fault, verdict) in [("", "pass"), ("--fault rank-pin-ignored", "fail")] {
        let remark = [
            "--append",
            "^setboard.* [a-h][36] ",
            "en passant square ignored",
        ];
        let engine = Engine::new(&[&["--input"], &remark[..]].concat(), fault);
        assert_verdicts(&engine, &some, verdict);
    }
    // With the same remark, it does not accept the position.
    for remark in [
        "setboard ignored, wrong en passant square",
        "en passant square ignored",
    ] {
        let rule = ["--input", "--replace", "^setboard.* [a-h][36] .*", remark];
        assert_verdicts(&Engine::new(&rule, ""), &some, "refused");
    }
}

/// Engines with the feature `usermove` do not understand a move without this word.
#[test]
fn scripts_send_moves_in_the_form_that_the_engine_expects() {
    let wrong = "--fault rank-pin-ignored";
    let bare = ["--input", "--replace", "^([a-h][1-8])", "bare $1"];
    let without = [
        ["--output", "--replace", "usermove=1", "usermove=0"],
        ["--input", "--replace", "^usermove", "no usermove"],
    ];
    let sh = tool("sh").unwrap();
    for (rules, word) in [(&bare[..], "'usermove "), (&without.concat(), "")] {
        let engine = Engine::new(rules, wrong);
        let folder = tempfile::tempdir().unwrap();
        let scripts = folder.path().join("scripts");
        let path = scripts.to_str().unwrap();
        let address = "en-passant/rejected-rank";
        let some = ["--suite", address, "--shard", "1/8", "--reproduce", path];
        let run = engine.check(&some);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        let script = scripts.read_dir().unwrap().next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(&script).unwrap();
        let asked = text
            .lines()
            .find(|line| line.starts_with("(printf"))
            .unwrap();
        let (_, asked) = asked.split_once(" 0 1' ").unwrap();
        let move_alone = asked.strip_prefix(word).unwrap();
        assert_eq!(
            &move_alone.chars().nth(4),
            &Some(if word.is_empty() { ';' } else { '\'' })
        );
        // By hand: the engine accepts the move without a remark.
        let (alone, _) = text.split_once("# The whole case").unwrap();
        let output = Command::new(&sh).args(["-c", alone]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            said.contains("feature ") && !said.contains("rror"),
            "{text}\n{said}"
        );
    }
}

/// The victim stays on the board, and blocks the moves that would prove that the engine has the position.
#[test]
fn finds_a_victim_that_stays_and_blocks_other_pieces() {
    let engine = Engine::new(&[], "--fault victim-stays");
    for case in [
        "only-move/only-b5c6",
        "discovered-check-rank/queen-g4-king-b4",
    ] {
        assert_verdicts(&engine, &["--suite", &format!("en-passant/{case}")], "fail");
    }
    // By hand: first the capture, then a move about which the engine is wrong.
    let folder = tempfile::tempdir().unwrap();
    let scripts = folder.path().join("scripts");
    let case = "en-passant/only-move/only-b5c6";
    engine.check(&["--suite", case, "--reproduce", scripts.to_str().unwrap()]);
    let script = scripts.read_dir().unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(text.contains(" 'usermove b5c6' 'usermove "), "{text}");
}
