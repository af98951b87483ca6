//! xboard engines with peculiarities that the protocol allows. They are no failures, and scripts that reproduce a failure
//! respect them. The oracle plays these engines, with a filter for its input or output.

use crate::json::Report;
use crate::oracle::{command, filtered};
use crate::run::{Run, run_with};

/// The oracle without its perft, behind a filter. Over xboard it is asked about one move at a time.
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

    /// The verdicts on the cases, each with its address.
    fn verdicts(&self, options: &[&str]) -> Vec<(String, String)> {
        let run = self.check(&[options, &["--json"]].concat());
        let report = Report::of(&run);
        assert_eq!(report.engine().channel(), "illegal-move");
        let cases = report.cases();
        cases
            .map(|case| (case.address().to_owned(), case.verdict().to_owned()))
            .collect()
    }
}

/// The verdict on each case is this, and there are some.
fn assert_verdicts(engine: &Engine, options: &[&str], expected: &str) {
    let verdicts = engine.verdicts(options);
    assert!(!verdicts.is_empty());
    for (address, verdict) in verdicts {
        assert_eq!(verdict, expected, "{address}");
    }
}

/// The engine prints the result of a game that is over, and ends. The move that ended the game was accepted, and no other.
#[test]
fn an_engine_that_ends_with_the_game_has_not_crashed() {
    let engine = |fault| Engine::new(&["--exit", "^(1-0|0-1|1/2-1/2) "], fault);
    let some = ["--suite", "en-passant/mate", "--shard", "1/4"];
    assert_verdicts(&engine(""), &some, "pass");
    // With the fault the engine takes the double push for the end of the game.
    let some = ["--suite", "en-passant/only-move", "--shard", "1/4"];
    let wrong = engine("--fault white-capture-missed");
    assert_verdicts(&wrong, &some, "fail");
}

/// The engine remarks that it ignores an en passant square, on which no capture is legal.
#[test]
fn a_remark_on_a_position_is_no_refusal() {
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
    // The engine prints the same, and does not accept the position.
    for remark in [
        "setboard ignored, wrong en passant square",
        "en passant square ignored",
    ] {
        let rule = ["--input", "--replace", "^setboard.* [a-h][36] .*", remark];
        assert_verdicts(&Engine::new(&rule, ""), &some, "refused");
    }
}

/// An engine with the feature `usermove` accepts no moves without that word, and the others none with it.
#[cfg(unix)]
#[test]
fn scripts_send_moves_as_the_engine_expects_them() {
    let wrong = "--fault rank-pin-ignored";
    let bare = ["--input", "--replace", "^([a-h][1-8])", "bare $1"];
    let without = [
        ["--output", "--replace", "usermove=1", "usermove=0"],
        ["--input", "--replace", "^usermove", "no usermove"],
    ];
    let sh = passant_test_tools::tool("sh");
    for (rules, word) in [(&bare[..], "'usermove "), (&without.concat(), "")] {
        let engine = Engine::new(rules, wrong);
        let folder = tempfile::tempdir().unwrap();
        let scripts = folder.path().join("scripts");
        let path = scripts.to_str().unwrap();
        let address = "en-passant/rejected-rank";
        let some = ["--suite", address, "--shard", "1/8", "--reproduce", path];
        engine.check(&some).exits_with(1);
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
        // The first command asks the engine alone, which accepts the move without an error.
        let (alone, _) = text.split_once("\npassant check ").unwrap();
        let output = std::process::Command::new(&sh)
            .args(["-c", alone])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            said.contains("feature ") && !said.contains("rror"),
            "{text}\n{said}"
        );
    }
}

/// The victim stays on the board, and blocks the pieces whose moves would prove that the engine has the position.
#[test]
fn finds_a_victim_that_stays_on_the_board() {
    let engine = Engine::new(&[], "--fault victim-stays");
    for case in [
        "only-move/only-b5c6",
        "discovered-check-rank/queen-g4-king-b4",
    ] {
        assert_verdicts(&engine, &["--suite", &format!("en-passant/{case}")], "fail");
    }
    // The script plays the capture first, after which the engine is wrong about a move.
    let folder = tempfile::tempdir().unwrap();
    let scripts = folder.path().join("scripts");
    let case = "en-passant/only-move/only-b5c6";
    engine.check(&["--suite", case, "--reproduce", scripts.to_str().unwrap()]);
    let script = scripts.read_dir().unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&script).unwrap();
    let after = text.split_once("usermove b5c6").map(|(_, after)| after);
    let next = after.and_then(|after| after.lines().next());
    assert!(
        next.is_some_and(|next| next.contains("usermove ")),
        "{text}"
    );
}
