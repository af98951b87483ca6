//! xboard engines with peculiarities that the protocol allows. They are no failures, and scripts that reproduce a failure
//! respect them. The oracle plays these engines, with a filter for its input or output.

use std::process::Command;

use crate::json::Report;
use crate::oracle::oracle;
use crate::run::{Run, run_with};

/// The oracle without its perft, speaking xboard: it is asked about one move at a time.
fn moves_alone(fault: &str) -> String {
    format!("'{}' --dialect none {fault}", oracle().display())
}

/// A program in which `sh` runs the lines, in a folder that lasts as long as the test.
struct Engine {
    folder: tempfile::TempDir,
}

impl Engine {
    fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("engine.sh"), script).unwrap();
        Self { folder }
    }

    fn check(&self, options: &[&str]) -> Run {
        let engine = format!("sh '{}'", self.folder.path().join("engine.sh").display());
        let fixed = ["check", &engine, "--protocol", "xboard", "--no-diagnosis"];
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

/// The oracle with a fault, or none, if each line that it is told goes through a script of sed.
fn told(script: &str, fault: &str) -> Engine {
    Engine::new(&format!("sed -u '{script}' | {}", moves_alone(fault)))
}

/// The verdict on each case is this, and there are some.
fn assert_verdicts(engine: &Engine, options: &[&str], expected: &str) {
    let verdicts = engine.verdicts(options);
    assert!(!verdicts.is_empty());
    for (address, verdict) in verdicts {
        assert_eq!(verdict, expected, "{address}");
    }
}

/// It says who has won, and ends: what it was shown was a move. Where a game is over it takes none.
#[test]
fn who_ends_with_the_game_has_not_crashed() {
    let engine = |fault| {
        // The program is the filter, which ends with the game; the oracle ends when nobody reads it any more.
        let script = [
            "exec 3<&0",
            r#"mkfifo "$0.$$""#,
            &format!(r#"{} <&3 >"$0.$$" &"#, moves_alone(fault)),
            r#"exec awk '{ print; fflush() } $1 ~ "^(1-0|0-1|1/2-1/2)$" { exit }' "$0.$$""#,
        ];
        Engine::new(&script.join("\n"))
    };
    let some = ["--suite", "en-passant/mate", "--shard", "1/4"];
    assert_verdicts(&engine(""), &some, "pass");
    // It takes the double push for the end.
    let some = ["--suite", "en-passant/only-move", "--shard", "1/4"];
    let wrong = engine("--fault white-capture-missed");
    assert_verdicts(&wrong, &some, "fail");
}

/// It leaves out en passant squares, and says so; nothing can be captured there.
#[test]
fn who_takes_a_position_and_remarks_on_it_has_not_refused_it() {
    let some = ["--suite", "en-passant/rejected-rank", "--shard", "1/4"];
    for (fault, verdict) in [("", "pass"), ("--fault rank-pin-ignored", "fail")] {
        let engine = told(
            r"/^setboard.* [a-h][36] /a en passant square ignored",
            fault,
        );
        assert_verdicts(&engine, &some, verdict);
    }
    // It says the same, and does not take the position.
    let engine = told(
        r"s/^setboard.* [a-h][36] .*/setboard ignored, wrong en passant square/",
        "",
    );
    assert_verdicts(&engine, &some, "refused");
    let engine = told(r"s/^setboard.* [a-h][36] .*/en passant square ignored/", "");
    assert_verdicts(&engine, &some, "refused");
}

/// A move alone, without the word before it, is nothing that such an engine knows.
#[test]
fn a_move_is_shown_by_hand_as_the_engine_wants_it() {
    let wrong = "--fault rank-pin-ignored";
    let bare = told("/^[a-h][1-8]/s/^/bare /", wrong);
    let without = format!("{} | sed -u s/usermove=1/usermove=0/", moves_alone(wrong));
    let without = format!("sed -u 's/^usermove/no &/' | {without}");
    for (engine, word) in [(bare, "'usermove "), (Engine::new(&without), "")] {
        let scripts = engine.folder.path().join("scripts");
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
        // By hand: the engine alone takes the move without a word.
        let (alone, _) = text.split_once("# The whole case").unwrap();
        let output = Command::new("sh").args(["-c", alone]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            said.contains("feature ") && !said.contains("rror"),
            "{text}\n{said}"
        );
    }
}

/// The victim stays where it was, in the way of men that would show that the position is held.
#[test]
fn a_victim_that_stays_is_found_where_it_is_in_the_way() {
    let engine = told("", "--fault victim-stays");
    for case in [
        "only-move/only-b5c6",
        "discovered-check-rank/queen-g4-king-b4",
    ] {
        assert_verdicts(&engine, &["--suite", &format!("en-passant/{case}")], "fail");
    }
    // By hand the capture comes first, after which the engine is wrong about a move.
    let scripts = engine.folder.path().join("scripts");
    let case = "en-passant/only-move/only-b5c6";
    engine.check(&["--suite", case, "--reproduce", scripts.to_str().unwrap()]);
    let script = scripts.read_dir().unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(text.contains(" 'usermove b5c6' 'usermove "), "{text}");
}
