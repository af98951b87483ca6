//! xboard engines without the optional words of the protocol, such as `ping` and `setboard`. The oracle plays them. Nobody
//! is accused, and the faults that the remaining words can show are found.

use crate::json::{Diagnosis, Report};
use crate::oracle::command;
use crate::run::{Run, run_with};

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

/// How many cases have each of these verdicts; all have one of them.
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
