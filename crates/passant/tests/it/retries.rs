//! Engines that crash once and answer when they are asked again, and engines that crash each time.

use std::fs;
use std::path::Path;

use passant_needs::needs;
use serde_json::Value;

use crate::oracle::oracle;
use crate::run::{Run, passant, run, run_with};

/// The position at which the engine crashes.
const CASE: &str = "en-passant/rejected-rank/rook-h5-king-a5";

/// The command of an engine that ends when it is sent a position of the case, the first `crashes` times.
fn crashing(folder: &Path, crashes: u32) -> String {
    let script = folder.join("engine.sh");
    let marks = folder.join("marks");
    fs::write(&marks, "").unwrap();
    let text = format!(
        r#"while read -r line; do
  case "$line" in
    'position fen 3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1'*)
      seen=0; while read -r _; do seen=$((seen + 1)); done < '{marks}'
      if [ "$seen" -lt {crashes} ]; then echo x >> '{marks}'; break; fi;;
  esac
  printf '%s\n' "$line"
done | exec '{oracle}'
"#,
        marks = marks.display(),
        oracle = oracle().display(),
    );
    fs::write(&script, text).unwrap();
    format!("sh '{}'", script.display())
}

fn check(engine: &str, more: &[&str]) -> Run {
    let fixed = [
        "check",
        engine,
        "--suite",
        CASE,
        "--search",
        "0",
        "--jobs",
        "1",
        "--max-nodes",
        "1000",
    ];
    run_with(&[&fixed[..], more].concat())
}

#[needs("sh")]
#[test]
fn a_crash_that_does_not_happen_again_is_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let text = check(&crashing(folder.path(), 1), &[]).exits_with(0).stdout;
    let note = "unstable: 1 question answered only after a crash and a restart, first 3k4/";
    assert!(text.contains(note), "{text}");
    assert!(text.contains("1 pass"), "{text}");

    let json = check(&crashing(folder.path(), 1), &["--json"]).exits_with(0);
    let json = json.json();
    let engine = &json["engines"][0];
    assert_eq!(engine["retries"]["count"], 1, "{engine}");
    assert_eq!(engine["cases"][0]["retries"], engine["retries"]);
}

#[needs("sh")]
#[test]
fn a_crash_that_happens_again_stays_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let text = check(&crashing(folder.path(), 1000), &["--fail-fast"]);
    let text = text.exits_with(3).stdout;
    assert!(text.contains("1 crash"), "{text}");
    assert!(!text.contains("unstable"), "{text}");
    let two = check(&crashing(folder.path(), 2), &["--retries", "2"]);
    two.exits_with(0);
}

#[needs("sh")]
#[test]
fn without_retries_every_crash_counts() {
    let folder = tempfile::tempdir().unwrap();
    let text = check(&crashing(folder.path(), 1), &["--retries", "0"]);
    let text = text.exits_with(3).stdout;
    assert!(text.contains("it answers when asked again"), "{text}");
}

/// A run that resumes does not forget the crash.
#[needs("sh")]
#[test]
fn a_journal_keeps_the_note() {
    let folder = tempfile::tempdir().unwrap();
    let engine = crashing(folder.path(), 1);
    let journal = folder.path().join("journal");
    let resume = ["--json", "--resume", journal.to_str().unwrap()];
    let first = check(&engine, &resume).exits_with(0).json();
    let again = check(&engine, &resume).exits_with(0).json();
    let retries = |report: &Value| report["engines"][0]["retries"].clone();
    assert_eq!(retries(&first)["count"], 1);
    assert_eq!(retries(&again), retries(&first));
}

#[needs("sh")]
#[test]
fn the_summary_of_github_has_the_note() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    let engine = crashing(folder.path(), 1);
    let mut command = passant(&[
        "check", &engine, "--suite", CASE, "--search", "0", "--jobs", "1", "--quiet",
    ]);
    command.env("GITHUB_ACTIONS", "true");
    command.env("GITHUB_STEP_SUMMARY", &summary);
    run(command).exits_with(0);
    let text = fs::read_to_string(summary).unwrap();
    assert!(
        text.contains("Unstable: `1 question answered only after"),
        "{text}"
    );
}
