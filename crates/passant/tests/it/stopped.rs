//! Checks that are stopped before their end, and resumed.

use crate::json::{Case, Report};
use crate::oracle::{command, script};
use crate::run::run_with;

/// A few cases that take little time.
const FEW: [&str; 6] = [
    "--suite",
    "en-passant/rejected-rank",
    "--max-nodes",
    "1000",
    "--jobs",
    "1",
];

/// A fault that shows in most of these positions.
const FAULT: &str = "rank-pin-ignored";

/// A run that is interrupted when results are on disk reports them, and does not pass.
#[cfg(unix)]
#[test]
fn reports_what_an_interrupted_check_has_found() {
    use std::process::Stdio;

    use nix::sys::signal::Signal;

    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    // The engine is slow, so that there is time to interrupt the run.
    let slow = "while read line; do case $line in *perft*) sleep 0.1;; esac; echo $line; done";
    let oracle = crate::oracle::oracle().display();
    let engine = format!("sh -c \"{slow} | {oracle}\"");
    let mut command = crate::run::passant(&["check", &engine, "--json", "--resume"]);
    command.arg(&journal).args(["--write-expected"]);
    command.arg(folder.path().join("expected"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let is_begun = crate::run::within_a_minute(|| {
        std::fs::read_to_string(&journal).is_ok_and(|text| text.contains('\n'))
    });
    assert!(is_begun, "no result after a minute");
    crate::run::send(Signal::SIGINT, &child);
    let run = crate::run::of(child.wait_with_output().unwrap()).exits_with(130);
    let mut page = crate::snapshot::Page::new("check-interrupted")
        .hide(journal.display(), "[journal]")
        .hide_pattern(r"\b\d+ cases?( was| were)?", "[cases]");
    page.section("messages", &run.stderr);
    page.check();
    let report = Report::of(&run);
    let engine = report.engine();
    assert_eq!(report.cases().next().map(Case::verdict), Some("pass"));
    assert!(0 < engine.not_asked(), "{engine}");
    // A list of some failures would look like a list of all.
    assert!(!folder.path().join("expected").exists());
}

/// While the machine pauses, as a laptop that sleeps or a runner that has no turn, no time passes: the engine that was asked
/// before may answer after it, although the pause alone was longer than an answer may take.
#[cfg(unix)]
#[test]
fn a_pause_is_no_silence_of_the_engine() {
    use std::time::Duration;

    use nix::sys::signal::Signal;

    let folder = tempfile::tempdir().unwrap();
    let (asked, may_answer) = (folder.path().join("asked"), folder.path().join("answer"));
    let wait = format!(
        "echo > '{}'; while [ ! -e '{}' ]; do sleep 0.05; done",
        asked.display(),
        may_answer.display()
    );
    let slow =
        format!("while read line; do case $line in *perft*) {wait};; esac; echo $line; done");
    // All lines of an answer have the same time, and those after the first one come late too.
    let apart = "{ n=40; while read line; do \
        case $n$line in [1-9]*:*) sleep 0.01; n=$((n - 1));; esac; echo $line; done; }";
    let oracle = crate::oracle::oracle().display();
    let engine = format!("sh -c \"{slow} | '{oracle}' | {apart}\"");
    let mut command = crate::run::passant(&["check", &engine, "--json", "--calibrate"]);
    command.args([
        "--protocol",
        "uci",
        "--start-timeout",
        "10",
        "--timeout",
        "10",
    ]);
    command.args(FEW).stdout(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    let is_asked = crate::run::within_a_minute(|| asked.exists());
    assert!(is_asked, "the engine is not asked");
    // By now it waits for the answer.
    std::thread::sleep(Duration::from_secs(1));
    crate::run::send(Signal::SIGSTOP, &child);
    std::thread::sleep(Duration::from_secs(11));
    crate::run::send(Signal::SIGCONT, &child);
    std::thread::sleep(Duration::from_millis(500));
    std::fs::write(&may_answer, "").unwrap();
    let run = crate::run::of(child.wait_with_output().unwrap()).exits_with(0);
    assert_eq!(Report::of(&run).engine().channel(), "divide");
}

/// Threads that ask at the same time add no failures.
#[test]
fn fail_fast_reports_one_failure() {
    let engine = command(&format!("--fault {FAULT}"));
    let many = ["--class", "rejected-rank", "--jobs", "6"];
    let options = ["--fail-fast", "--no-diagnosis", "--json"];
    let run = run_with(&[&["check", &engine], &many[..], &options].concat());
    let report = Report::of(&run);
    let engine = report.engine();
    assert_eq!(engine.count("fail"), 1, "{engine}");
    assert!(0 < engine.not_asked(), "{engine}");
}

/// An expected failure does not stop the run, and does not hide the failures after it.
#[test]
fn fail_fast_runs_on_after_an_expected_failure() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("expected.toml");
    let engine = command(&format!("--fault {FAULT}"));
    let options = ["--fail-fast", "--no-diagnosis", "--json"];
    let first = run_with(&[&["check", &engine], &FEW[..], &options].concat()).exits_with(1);
    let report = Report::of(&first);
    let final_case = report.cases().last().unwrap();
    assert_eq!(final_case.verdict(), "fail", "{final_case}");
    let address = final_case.address();
    let entry = format!("[[expected]]\naddress = \"{address}\"\nreason = \"known\"\n");
    std::fs::write(&list, entry).unwrap();
    let expected = ["--expected", list.to_str().unwrap()];
    let second = run_with(&[&["check", &engine], &FEW[..], &options, &expected].concat());
    let report = Report::of(&second.exits_with(1));
    let verdicts = report.cases().map(Case::verdict);
    let bad: Vec<_> = verdicts.filter(|verdict| *verdict != "pass").collect();
    assert_eq!(bad, ["xfail", "fail"]);
}

#[test]
fn resumes_only_with_the_same_engine_and_the_same_options() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let lines = || {
        std::fs::read(&file)
            .unwrap()
            .split(|it| *it == b'\n')
            .count()
            - 1
    };
    // With other options the script is another build.
    let build = |options: &str| script(folder.path(), options);
    let engine = build(&format!("--fault {FAULT}"));
    let asked = |options: &[&str]| {
        let before = if file.exists() { lines() } else { 0 };
        let file = file.to_str().unwrap();
        let words = ["check", &engine, "--no-diagnosis", "--resume", file];
        let run = run_with(&[&words, &FEW[..], options].concat());
        (run.code, lines() - before)
    };
    let (code, all) = asked(&[]);
    assert_eq!(code, Some(1));
    assert!(10 < all, "{all}");
    assert_eq!(asked(&[]), (Some(1), 0));
    // Another engine with the same name, and other depths.
    assert_eq!(build(""), engine);
    assert_eq!(asked(&[]), (Some(0), all));
    assert_eq!(asked(&["--depth", "1"]), (Some(0), all));
    assert_eq!(asked(&["--depth", "1"]), (Some(0), 0));
    // The disk was full in the middle of a character.
    let mut bytes = std::fs::read(&file).unwrap();
    let end = bytes.len() - 40;
    bytes.truncate(end);
    bytes.extend("é".bytes().take(1));
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(asked(&["--depth", "1"]), (Some(0), 2));
    assert_eq!(asked(&["--depth", "1"]), (Some(0), 0));
}
