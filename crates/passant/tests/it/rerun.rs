//! Second runs: of an engine that crashed in the first, of the commands that a report ends with, and of checks that were
//! stopped before their end.

use passant_query::{Syntax, escape};

use crate::json::{Case, Finding, Report};
use crate::oracle::{command, script};
use crate::run::{QUOTE, printed, run_with};

/// Engines with faults that show here.
const FAULTS: [&str; 2] = ["--fault rank-pin-ignored", "--fault rank-queen-ignored"];

/// A few cases that take little time.
const FEW: [&str; 5] = [
    "--suite",
    "en-passant/rejected-rank",
    "--shard",
    "1/4",
    "--no-diagnosis",
];

/// After a crash, whatever its cause, the next run uses the best channel again.
#[cfg(unix)]
#[test]
fn forgets_the_channel_that_was_found_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine.sh");
    let accident = folder.path().join("accident");
    let text = format!(
        "while read line; do case $line in *perft*) [ -e {0} ] || {{ : > {0}; exit; }};; esac; echo $line; done | {1}\n",
        accident.display(),
        crate::oracle::oracle().display()
    );
    std::fs::write(&script, text).unwrap();
    let engine = format!("sh {}", script.display());
    let without: &[&str] = &["--retries", "0"];
    let anew: &[&str] = &["--calibrate", "--retries", "1"];
    let channels = [without, without, anew].map(|more| {
        if more == anew {
            std::fs::remove_file(&accident).unwrap();
        }
        // With a single dialect the crash leaves no other way to count.
        let options = ["--protocol", "uci", "--dialect", "stockfish", "--json"];
        let run = run_with(&[&["check", &engine], &FEW[..], &options, more].concat());
        Report::of(&run).engine().channel().to_owned()
    });
    // A crash is not the end of the detection if it may be tried again.
    assert_eq!(channels, ["multi-pv", "divide", "divide"]);
}

/// Two engines have the same name, and one has a long one.
#[test]
fn every_failure_gets_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let name = "long".repeat(80);
    let described: String = ["Long", &name]
        .map(|name| {
            let command = escape(&command(FAULTS[0]), Syntax::Toml);
            format!("[[engine]]\nname = \"{name}\"\ncommand = {command}\n")
        })
        .concat();
    let file = folder.path().join("engines.toml");
    std::fs::write(&file, described).unwrap();
    let scripts = folder.path().join("scripts");
    let same_name = FAULTS.map(command);
    let mut words = vec!["check", &same_name[0], &same_name[1], "Long", &name];
    words.extend(["--engines", file.to_str().unwrap(), "--max-nodes", "100"]);
    words.extend(["--json", "--reproduce", scripts.to_str().unwrap()]);
    let run = run_with(&[&words, &FEW[..]].concat()).exits_with(1);
    let report = Report::of(&run);
    let failures: usize = report.engines().map(|engine| engine.count("fail")).sum();
    assert!(4 < failures, "{failures}");
    assert_eq!(std::fs::read_dir(scripts).unwrap().count(), failures);
}

/// The command that checks a case again compares the same counts.
#[test]
fn a_failure_is_checked_again_to_the_same_depth() {
    let engine = command(FAULTS[0]);
    let options = ["--depth", "2", "--max-nodes", "3000"];
    let run = run_with(&[&["check", &engine], &options[..], &FEW[..]].concat()).exits_with(1);
    let mut commands = run.stdout.lines();
    let again = commands.find(|line| line.contains(&format!("passant check {QUOTE}")));
    let expected = " --depth 2 --max-nodes 3000 --suite en-passant/rejected-rank/";
    assert!(again.unwrap().contains(expected), "{again:?}");
}

/// Engines with a fault, and a case that shows it, for every kind of question about moves, games, play and searches.
const KINDS: [(&str, &str, &str, &str); 13] = [
    (
        "count",
        "uci",
        "--fault rank-pin-ignored",
        "en-passant/rejected-rank",
    ),
    (
        "moves",
        "uci",
        "--dialect none --fault rank-pin-ignored",
        "en-passant/rejected-rank",
    ),
    (
        "legal",
        "xboard",
        "--dialect none --fault rank-pin-ignored",
        "en-passant/rejected-rank",
    ),
    (
        "best",
        "uci",
        "--dialect none --quirk multipv-absent --quirk searchmoves-ignored --fault capture-missed",
        "play/only-capture",
    ),
    (
        "line",
        "uci",
        "--fault line-plays-expired-right",
        "search/single-push",
    ),
    (
        "search",
        "uci",
        "--fault staged-captures-miss",
        "search/push-into-mate",
    ),
    (
        "mate",
        "uci",
        "--fault staged-evasions-miss",
        "search/refuted-mate",
    ),
    (
        "back",
        "line",
        "--fault victim-not-restored",
        "en-passant/plain",
    ),
    ("key", "line", "--fault key-not-restored", "state"),
    (
        "occurrences",
        "line",
        "--fault repetition-with-pin",
        "state",
    ),
    ("san", "line", "--fault san-without-file", "state"),
    ("parse", "line", "--fault san-capture-refused", "state"),
    ("victim", "line", "--fault victim-on-target", "state"),
];

/// The command that a failure ends with fails in the same way, whatever was asked.
#[test]
fn the_command_that_repeats_a_failure_repeats_it() {
    for (kind, protocol, options, suite) in KINDS {
        let engine = command(options);
        let words = ["check", &engine, "--protocol", protocol, "--suite", suite];
        let more = ["--no-diagnosis", "--fail-fast", "--max-nodes", "200"];
        let run = run_with(&[&words[..], &more].concat()).exits_with(1);
        let again = run
            .stdout
            .lines()
            .find_map(|line| {
                let line = line.trim().trim_start_matches("rerun").trim();
                line.strip_prefix("passant check ")
            })
            .unwrap_or_else(|| panic!("{kind}: {}", run.stdout));
        let typed = shell_words::split(again).unwrap();
        let mut words: Vec<&str> = typed.iter().map(String::as_str).collect();
        words.extend(["--json", "--no-diagnosis"]);
        let report = Report::of(&run_with(&[&["check"], &words[..]].concat()).exits_with(1));
        let failed = report
            .cases()
            .find(|case| case.verdict() == "fail")
            .unwrap_or_else(|| panic!("{kind}: {again}"));
        let presentations = failed.presentations();
        let mut findings = presentations.flat_map(|it| it.findings().collect::<Vec<_>>());
        let is_of_kind = |it: &Finding<'_>| it.question() == kind;
        assert!(findings.any(|it| is_of_kind(&it)), "{kind}: {}", run.stdout);
    }
}

/// The lines that follow a failure of a search show the same flaw to the engine alone: also where the position before the
/// double push was searched.
#[test]
fn the_lines_that_replay_a_search_show_its_flaw() {
    for suite in [
        "search/single-push/without-e3e4",
        "search/lines/plain/c5-takes-on-d6",
    ] {
        let options = "--fault line-plays-expired-right";
        let engine = command(options);
        let words = ["check", &engine, "--protocol", "uci", "--suite", suite];
        let run = run_with(&[&words[..], &["--json", "--no-diagnosis"]].concat()).exits_with(1);
        let report = Report::of(&run);
        let cases: Vec<_> = report.cases().collect();
        let findings = cases.iter().flat_map(|case| case.presentations());
        let all_findings = findings.flat_map(|it| it.findings().collect::<Vec<_>>());
        let of_lines: Vec<_> = all_findings.filter(|it| it.question() == "line").collect();
        assert_ne!(of_lines.len(), 0, "{suite}");
        for finding in of_lines {
            let (_, quoted) = finding.text().split_once('`').unwrap();
            let (quoted, _) = quoted.split_once('`').unwrap();
            let moves = quoted.split_once(" pv ").unwrap().1;
            let input = format!("uci\n{}\nquit\n", finding.commands().join("\n"));
            let options: Vec<_> = options.split(' ').collect();
            let printed = printed(crate::oracle::oracle(), &options, &input);
            let printed = String::from_utf8(printed).unwrap();
            assert!(
                printed.contains(&format!(" pv {moves}")),
                "{input}{printed}"
            );
        }
    }
}

/// A few cases that take little time.
const FEW_CASES: [&str; 6] = [
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
    // Only the first question writes a file: a busy disk can keep a program waiting for seconds.
    let wait = format!(
        "[ -e '{1}' ] || echo > '{0}'; while [ ! -e '{1}' ]; do sleep 0.05; done",
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
    command.args(FEW_CASES).stdout(std::process::Stdio::piped());
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
    let first = run_with(&[&["check", &engine], &FEW_CASES[..], &options].concat()).exits_with(1);
    let report = Report::of(&first);
    let final_case = report.cases().last().unwrap();
    assert_eq!(final_case.verdict(), "fail", "{final_case}");
    let address = final_case.address();
    let entry = format!("[[expected]]\naddress = \"{address}\"\nreason = \"known\"\n");
    std::fs::write(&list, entry).unwrap();
    let expected = ["--expected", list.to_str().unwrap()];
    let second = run_with(&[&["check", &engine], &FEW_CASES[..], &options, &expected].concat());
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
        let run = run_with(&[&words, &FEW_CASES[..], options].concat());
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
