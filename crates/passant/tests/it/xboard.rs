//! xboard engines with peculiarities that the protocol allows, and engines without its optional words, such as `ping` and
//! `setboard`. They are no failures, and scripts that reproduce a failure respect them. The oracle plays these engines.

use crate::json::{Diagnosis, Report};
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

/// Cases to which a game leads, in classes that show the faults below.
const SOME: [&str; 10] = [
    "--class",
    "rejected-rank",
    "--class",
    "plain",
    "--class",
    "only-move",
    "--shard",
    "1/3",
    "--max-nodes",
    "1000",
];

/// Engines without some words, by their quirks.
const WITHOUT_WORDS: [&str; 4] = [
    "no-ping",
    "no-ping unknown-silent",
    "no-setboard",
    "no-features no-ping no-setboard",
];

fn check(quirks: &str, more: &str, options: &[&str]) -> Run {
    let quirks = quirks.split(' ').map(|quirk| format!("--quirk {quirk} "));
    let engine = command(&format!("{more} {}", quirks.collect::<String>()));
    let fixed = ["check", &engine, "--calibrate", "--no-diagnosis", "--json"];
    run_with(&[&fixed[..], &["--protocol", "xboard"], &SOME, options].concat())
}

/// The number of cases with each of these verdicts; all have one of them.
fn verdicts<const N: usize>(report: &Report, allowed: [&str; N], quirks: &str) -> [usize; N] {
    let mut counts = [0; N];
    for case in report.cases() {
        let at = allowed
            .iter()
            .position(|it| *it == case.verdict())
            .unwrap_or_else(|| panic!("{quirks}: {case}"));
        counts[at] += 1;
    }
    counts
}

#[test]
fn asks_engines_without_optional_words() {
    for quirks in WITHOUT_WORDS {
        let report = Report::of(&check(quirks, "--dialect none", &[]));
        assert_eq!(report.engine().channel(), "illegal-move", "{quirks}");
        let [passed, not_asked] = verdicts(&report, ["pass", "unsupported"], quirks);
        assert!(4 <= passed, "{quirks}: {passed} of {}", passed + not_asked);
        let needs_games = quirks.contains("no-setboard");
        assert_eq!(needs_games, not_asked != 0, "{quirks}");
    }
}

#[test]
fn finds_faults_of_engines_without_optional_words() {
    for quirks in WITHOUT_WORDS {
        for fault in ["rank-pin-ignored", "victim-stays"] {
            let engine = format!("--dialect none --fault {fault}");
            let report = Report::of(&check(quirks, &engine, &[]).exits_with(1));
            let failed = report.cases().filter(|case| case.verdict() == "fail");
            assert!(failed.count() != 0, "{quirks} {fault}");
        }
    }
}

/// The perft of an engine is used with a game, and where the count ends with an unknown word.
#[test]
fn counts_with_engines_without_optional_words() {
    for quirks in WITHOUT_WORDS {
        let report = Report::of(&check(quirks, "", &[]));
        assert_eq!(report.engine().channel(), "divide", "{quirks}");
        verdicts(&report, ["pass", "unsupported"], quirks);
        check(quirks, "--fault rank-pin-ignored", &[]).exits_with(1);
    }
}

/// Illegal moves are answered late. That is noticed by the answers that come in between, or by asking again.
#[test]
fn accuses_no_engine_that_answers_late() {
    // Doubtful answers are unknown, and nonstrict where no game leads to the position.
    for more in ["", " no-ping", " no-ping no-setboard"] {
        let quirks = format!("illegal-late{more}");
        let report = Report::of(&check(&quirks, "--dialect none", &[]));
        verdicts(
            &report,
            ["pass", "unsupported", "unknown", "nonstrict"],
            &quirks,
        );
    }
}

/// Engines that cannot be asked: they do not answer illegal moves, hold another position than the one that was sent, or
/// go on with the former game.
#[test]
fn does_not_ask_engines_that_ignore_what_is_needed() {
    for quirks in [
        "illegal-silent",
        "illegal-silent no-ping",
        "illegal-silent no-ping no-setboard",
        "former-position",
        "former-position no-ping",
        "new-ignored no-setboard",
        "new-ignored no-ping no-setboard no-features",
    ] {
        let run = check(quirks, "--dialect none", &[]).exits_with(4);
        assert!(
            Report::of(&run).engine().calibration().is_none(),
            "{quirks}"
        );
    }
}

/// A game leads only to some positions, which is no clean bill.
#[test]
fn says_that_only_games_are_asked() {
    let engine = command("--dialect none --quirk no-setboard --quirk no-ping");
    let options = ["--protocol", "xboard", "--calibrate", "--class", "plain"];
    let run = run_with(&[&["check", &engine], &options[..]].concat()).exits_with(7);
    for part in ["asked only about games", "hardly tested"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
}

/// A fault has a name also where only games show it.
#[test]
fn names_the_fault_of_an_engine_without_setboard() {
    for quirks in ["", "--quirk no-features --quirk no-ping"] {
        let engine =
            format!("--dialect none --fault file-pin-ignored --quirk no-setboard {quirks}");
        let engine = command(&engine);
        let options = ["--protocol", "xboard", "--calibrate", "--json"];
        let case = ["--class", "rejected-file", "--shard", "1/3"];
        let run = run_with(&[&["check", &engine], &options[..], &case].concat()).exits_with(1);
        let report = Report::of(&run);
        let diagnosis = report.engine().diagnosis();
        let named = diagnosis.map(Diagnosis::faults);
        assert_eq!(named.unwrap_or_default(), ["file-pin-ignored"], "{quirks}");
    }
}

/// An engine without en passant says which move of a game is illegal. Without a FEN, no answer tells why it lacks the right.
#[test]
fn names_an_engine_without_setboard_and_en_passant() {
    let engine = command("--dialect none --fault capture-missed --quirk no-setboard");
    let options = ["--protocol", "xboard", "--calibrate", "--class", "plain"];
    let run = run_with(&[&["check", &engine, "--json"], &options[..]].concat()).exits_with(1);
    let report = Report::of(&run);
    let named = report.engine().diagnosis().map(Diagnosis::faults);
    let expected = [
        "capture-missed",
        "only-from-fen",
        "moves-parser-forgets-push",
    ];
    assert_eq!(named.unwrap_or_default(), expected);
}

/// The script plays the game.
#[cfg(unix)]
#[test]
fn scripts_play_the_game_to_an_engine_without_setboard() {
    let folder = tempfile::tempdir().unwrap();
    let scripts = folder.path().join("scripts");
    let options = ["--reproduce", scripts.to_str().unwrap()];
    let engine = "--dialect none --fault rank-pin-ignored";
    check("no-setboard", engine, &options).exits_with(1);
    let script = scripts.read_dir().unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&script).unwrap();
    assert!(
        text.contains(" 'protover 2' new force 'usermove "),
        "{text}"
    );
    assert!(!text.contains("'setboard "), "{text}");
}
