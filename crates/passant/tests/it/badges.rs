//! `passant badge` and `passant check --report`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::oracle::command;
use crate::run::{Run, passant, run, run_with};

/// The colors that shields.io names, <https://shields.io/badges>.
const COLORS: [&str; 8] = [
    "brightgreen",
    "green",
    "yellow",
    "yellowgreen",
    "orange",
    "red",
    "blue",
    "lightgrey",
];

/// Checks an engine, and leaves `report.json` in the folder.
fn check(folder: &Path, engine: &str, options: &[&str], code: i32) -> Run {
    let mut command = passant(&["check", engine, "--report", "report.json"]);
    command.args(["--no-diagnosis", "--search", "0", "--max-nodes", "300"]);
    command.args(options).current_dir(folder);
    run(command).exits_with(code)
}

/// The message and the color of the badge for the report in a folder.
fn badge(folder: &Path, options: &[&str]) -> (String, String) {
    let report = folder.join("report.json");
    let arguments = [&["badge", report.to_str().unwrap()], options].concat();
    let badge = run_with(&arguments).exits_with(0).json();
    assert_follows_the_rules(&badge);
    let text = |key: &str| badge[key].as_str().unwrap().to_owned();
    if options.is_empty() {
        assert_eq!(text("label"), "en passant");
    }
    (text("message"), text("color"))
}

/// The rules of shields.io for an endpoint, <https://shields.io/badges/endpoint-badge>, as far as badges of this program use
/// them: no other key, and a color that has a name.
#[track_caller]
fn assert_follows_the_rules(badge: &Value) {
    let keys: BTreeSet<_> = badge
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = BTreeSet::from(["schemaVersion", "label", "message", "color"]);
    assert_eq!(keys, expected, "{badge}");
    assert_eq!(badge["schemaVersion"], 1, "{badge}");
    assert!(badge["label"].is_string(), "{badge}");
    assert_ne!(badge["message"].as_str().unwrap(), "", "{badge}");
    assert!(
        COLORS.contains(&badge["color"].as_str().unwrap()),
        "{badge}"
    );
}

/// The suite has 21 positions of this class, and 21 of the other that a game can reach.
const CORRECT: &[&str] = &["--class", "rejected-file"];
const WRONG: &[&str] = &["--class", "rejected-rank"];

#[test]
fn a_badge_counts_correct_positions() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let of = |fault: &str, options: &[&str], code: i32| {
        check(folder, &command(fault), options, code);
        let (message, color) = badge(folder, &[]);
        format!("{message}: {color}")
    };
    let fault = "--fault rank-pin-ignored";
    assert_eq!(of(fault, CORRECT, 0), "21 of 21: brightgreen");
    // A failure that is expected is still one.
    let list = "[[expected]]\nclass = \"rejected-rank\"\nreason = \"known\"\n";
    fs::write(folder.join("expected.toml"), list).unwrap();
    let expected = [WRONG, &["--expected", "expected.toml"]].concat();
    assert_eq!(of(fault, &expected, 0), "21 wrong: red");
}

/// Green is for engines that were tested.
#[test]
fn a_badge_praises_no_engine_that_was_hardly_tested() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    check(folder, "true", &[], 3);
    let untested = ("not tested".to_owned(), "lightgrey".to_owned());
    assert_eq!(badge(folder, &[]), untested);
    // What cannot be tested hides no failure of another engine.
    let faulty = command("--fault rank-pin-ignored");
    check(folder, &faulty, &[WRONG, &["true"]].concat(), 1);
    let faulty_and_untested = ("21 wrong, not all tested".to_owned(), "red".to_owned());
    assert_eq!(badge(folder, &[]), faulty_and_untested);
    check(folder, &faulty, &[WRONG, &["--fail-fast"]].concat(), 1);
    let (message, color) = badge(folder, &[]);
    assert!(message.ends_with(", not finished"), "{message}");
    assert_eq!(color, "red");
    // An engine that only plays can be asked about few positions.
    let playing = command("--dialect none");
    let one_move = ["--channel", "bestmove", "--suite", "en-passant"];
    check(folder, &playing, &one_move, 7);
    let (message, color) = badge(folder, &[]);
    assert!(message.ends_with(", hardly tested"), "{message}");
    assert_eq!(color, "lightgrey");
}

/// Cases that are counted twice would make a badge of another size.
#[test]
fn a_report_that_is_given_twice_is_an_error() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    check(folder, &command(""), CORRECT, 0);
    fs::copy(folder.join("report.json"), folder.join("copy.json")).unwrap();
    for second in ["report.json", "./report.json", "copy.json"] {
        let mut badge = passant(&["badge", "report.json", second]);
        badge.current_dir(folder);
        let run = run(badge).exits_with(2);
        let expected = format!("{second} has the same text as report.json");
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
    }
}

#[test]
fn a_badge_is_written_with_any_label() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    check(folder, &command(""), CORRECT, 0);
    let hostile = crate::escapes::hostile();
    badge(folder, &["--label", &hostile]);
    let (report, file) = (folder.join("report.json"), folder.join("badge.json"));
    let [report, file] = [&report, &file].map(|path| path.to_str().unwrap());
    let run = run_with(&["badge", report, "-o", file, "--label", &hostile]).exits_with(0);
    assert_eq!(run.stdout, "");
    let text = fs::read_to_string(file).unwrap();
    crate::escapes::assert_harmless("badge", &text);
    let badge: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(badge["label"], hostile);
    fs::write(file, "{}").unwrap();
    let run = run_with(&["badge", file]).exits_with(2);
    assert!(run.stderr.contains(file), "{}", run.stderr);
}

/// The file has what `--json` prints, while the terminal has text.
#[test]
fn a_report_can_be_written_beside_the_text() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let text = check(folder, &command(""), CORRECT, 0).stdout;
    assert!(text.contains("21 pass"), "{text}");
    let both = check(folder, &command(""), &[CORRECT, &["--json"]].concat(), 0);
    let report = fs::read_to_string(folder.join("report.json")).unwrap();
    assert_eq!(both.stdout, report);
}
