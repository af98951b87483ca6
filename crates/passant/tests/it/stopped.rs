//! Checks that stop early, and the results that they keep.

use std::path::Path;

use serde_json::Value;

use crate::oracle::{command, oracle};
use crate::run::{Run, passant, run_with};

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

/// A script that starts the engine of this workspace with these options.
fn build(folder: &Path, options: &str) -> String {
    let path = folder.join("engine.sh");
    let text = format!("exec {} {options}\n", oracle().display());
    std::fs::write(&path, text).unwrap();
    format!("sh {}", path.display())
}

fn report(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr))
}

/// An interrupted run reports the results so far, and does not claim success.
#[cfg(unix)]
#[test]
fn an_interrupted_check_says_so() {
    use std::process::Stdio;
    use std::time::Duration;

    use nix::sys::signal::Signal;

    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("journal");
    // The engine is slow enough to be interrupted.
    let slow = "while read line; do case $line in *perft*) sleep 0.1;; esac; echo $line; done";
    let engine = format!("sh -c \"{slow} | {}\"", oracle().display());
    let mut command = passant(&["check", &engine, "--json", "--resume"]);
    command.arg(&journal).args(["--write-expected"]);
    command.arg(folder.path().join("expected"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let is_begun = (0..6000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        std::fs::read_to_string(&journal).is_ok_and(|text| text.contains('\n'))
    });
    assert!(is_begun, "no result after a minute");
    crate::run::send(Signal::SIGINT, &child);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("the same command goes on from"), "{said}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let engine = &report["engines"][0];
    assert_eq!(engine["cases"][0]["verdict"], "pass", "{engine:#}");
    assert!(0 < engine["not_asked"].as_u64().unwrap(), "{engine:#}");
    // A list of a part would pass for the list of all.
    assert!(!folder.path().join("expected").exists());
}

/// Parallel threads do not add failures.
#[test]
fn the_first_failure_is_the_only_one() {
    let engine = command(&format!("--fault {FAULT}"));
    let many = ["--class", "rejected-rank", "--jobs", "6"];
    let options = ["--fail-fast", "--no-diagnosis", "--json"];
    let run = run_with(&[&["check", &engine], &many[..], &options].concat());
    let engine = report(&run)["engines"][0].take();
    let cases = engine["cases"].as_array().unwrap();
    let bad = cases.iter().filter(|case| case["verdict"] == "fail");
    assert_eq!(bad.count(), 1, "{engine:#}");
    assert!(0 < engine["not_asked"].as_u64().unwrap(), "{engine:#}");
}

/// An expected failure does not stop the run, and does not hide others.
#[test]
fn an_expected_failure_is_not_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("expected.toml");
    let engine = command(&format!("--fault {FAULT}"));
    let options = ["--fail-fast", "--no-diagnosis", "--json"];
    let first = run_with(&[&["check", &engine], &FEW[..], &options].concat());
    assert_eq!(first.code, Some(1), "{}", first.stdout);
    let cases = report(&first)["engines"][0]["cases"].take();
    let final_case = cases.as_array().unwrap().last().unwrap();
    assert_eq!(final_case["verdict"], "fail", "{final_case:#}");
    let address = &final_case["address"];
    let entry = format!("[[expected]]\naddress = {address}\nreason = \"known\"\n");
    std::fs::write(&list, entry).unwrap();
    let expected = ["--expected", list.to_str().unwrap()];
    let second = run_with(&[&["check", &engine], &FEW[..], &options, &expected].concat());
    assert_eq!(second.code, Some(1), "{}", second.stdout);
    let cases = report(&second)["engines"][0]["cases"].take();
    let verdicts = cases.as_array().unwrap().iter().map(|it| &it["verdict"]);
    let bad: Vec<_> = verdicts.filter(|verdict| *verdict != "pass").collect();
    assert_eq!(bad, ["xfail", "fail"]);
}

#[test]
fn only_the_same_engine_asked_alike_goes_on_from_its_results() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let lines = || {
        std::fs::read(&file)
            .unwrap()
            .split(|it| *it == b'\n')
            .count()
            - 1
    };
    let asked = |options: &[&str]| {
        let before = if file.exists() { lines() } else { 0 };
        let engine = format!("sh {}", folder.path().join("engine.sh").display());
        let file = file.to_str().unwrap();
        let words = ["check", &engine, "--no-diagnosis", "--resume", file];
        let run = run_with(&[&words, &FEW[..], options].concat());
        (run.code, lines() - before)
    };
    build(folder.path(), &format!("--fault {FAULT}"));
    let (code, all) = asked(&[]);
    assert_eq!(code, Some(1));
    assert!(10 < all, "{all}");
    assert_eq!(asked(&[]), (Some(1), 0));
    // Another engine under the same name, and deeper questions.
    build(folder.path(), "");
    assert_eq!(asked(&[]), (Some(0), all));
    assert_eq!(asked(&["--depth", "1"]), (Some(0), all));
    assert_eq!(asked(&["--depth", "1"]), (Some(0), 0));
    // A disk that was full in the middle of a letter.
    let mut bytes = std::fs::read(&file).unwrap();
    let end = bytes.len() - 40;
    bytes.truncate(end);
    bytes.extend("é".bytes().take(1));
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(asked(&["--depth", "1"]), (Some(0), 2));
    assert_eq!(asked(&["--depth", "1"]), (Some(0), 0));
}

/// Results that cannot be saved are reported anyway.
#[cfg(unix)]
#[test]
fn a_full_disk_does_not_lose_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let engine = command("");
    let passant = passant(&[]);
    // A file may have one block. Writing more is an error, and does not end the process.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut command = std::process::Command::new(passant_test_tools::tool("sh").unwrap());
    command
        .args(["-c", limited, "sh"])
        .arg(passant.get_program());
    command.args(["check", &engine, "--json", "--resume"]);
    command.arg(&file).args(FEW);
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let run = crate::run::run(command);
    assert_eq!(run.code, Some(74), "{}", run.stderr);
    let cases = report(&run)["engines"][0]["cases"].take();
    assert!(10 < cases.as_array().unwrap().len(), "{cases:#}");
    assert!(run.stderr.contains("File too large"), "{}", run.stderr);
    let device = run_with(&["check", "true", "--resume", "/dev/zero"]);
    assert_eq!(device.code, Some(74), "{}", device.stderr);
    assert!(
        device.stderr.contains("not a regular file"),
        "{}",
        device.stderr
    );
}
