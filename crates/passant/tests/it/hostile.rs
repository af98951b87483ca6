//! Engines that hang, print without end, print garbage, crash, or answer late or about another position. Every run ends,
//! and the verdict says what happened. No such engine fails for wrong moves.

use std::path::Path;
use std::thread;

use passant_test_tools::{filter, program};

use crate::adapters::rust_adapter;
use crate::json::{Case, Report};
use crate::left_behind;
use crate::oracle::oracle;
use crate::run::{Run, passant, run, run_with};

/// What the engine does, when, the verdict on the case (`None` if the engine cannot be asked), and the exit code.
type Row = (&'static str, &'static str, Option<&'static str>, i32);

/// What engines do on every system.
const KIT: [Row; 27] = [
    ("hang", "start", None, 3),
    ("hang", "handshake", None, 3),
    ("hang", "position", Some("timeout"), 3),
    ("hang", "perft", Some("timeout"), 3),
    ("die", "start", None, 3),
    ("die", "handshake", None, 3),
    ("die", "position", Some("crash"), 3),
    ("die", "perft", Some("crash"), 3),
    ("endless-line", "start", None, 3),
    ("endless-line", "perft", Some("crash"), 3),
    ("endless-lines", "handshake", None, 3),
    ("endless-lines", "perft", Some("crash"), 3),
    ("endless-errors", "handshake", None, 3),
    ("endless-errors", "perft", Some("timeout"), 3),
    ("garbage", "perft", Some("timeout"), 3),
    ("orphan", "perft", Some("crash"), 3),
    ("orphan", "start", None, 3),
    ("late", "perft", Some("timeout"), 3),
    // Its answers can be understood despite the noise, and are correct.
    ("dirt", "never", Some("pass"), 0),
    ("noisy", "start", Some("pass"), 0),
    // It answers about another position, which does not show that it is wrong about this one.
    ("deaf", "never", Some("unknown"), 6),
    ("deaf-to-moves", "never", Some("unknown"), 6),
    ("previous", "never", Some("unknown"), 6),
    ("twice", "never", Some("unknown"), 6),
    ("elsewhere", "never", Some("unknown"), 6),
    ("changing", "never", Some("unknown"), 6),
    // Its name does no harm.
    ("evil-name", "never", Some("pass"), 0),
];

/// What engines do on systems with sessions and signals.
#[cfg(unix)]
const UNIX_KIT: [Row; 8] = [
    ("stop", "start", None, 3),
    ("stop", "perft", Some("timeout"), 3),
    ("close-input", "perft", Some("timeout"), 3),
    // They answer correctly, and leave something behind.
    ("group", "start", Some("pass"), 0),
    ("session", "start", Some("pass"), 0),
    ("session", "perft", Some("pass"), 0),
    ("daemon", "start", Some("pass"), 0),
    ("daemon", "perft", Some("pass"), 0),
];

#[test]
fn ends_every_run_with_the_correct_verdict() {
    ends_with_the_correct_verdict(&KIT);
}

#[cfg(unix)]
#[test]
fn ends_every_run_whatever_an_engine_does_with_its_process() {
    ends_with_the_correct_verdict(&UNIX_KIT);
}

/// Failures without an answer are grouped by what happened.
#[test]
fn a_group_says_what_happened() {
    for (what, happened) in [
        ("die", "cases without an answer: the engine ended"),
        (
            "endless-lines",
            "cases without an answer: output without end",
        ),
    ] {
        let hostile = program("passant-hostile");
        let engine = format!(
            "'{}' '{}' {what} perft",
            hostile.display(),
            oracle().display()
        );
        let options = ["--class", "mate", "--max-nodes", "300", "--search", "0"];
        let check = ["check", &engine, "--calibrate", "--no-diagnosis"];
        let run = run_with(&[&check[..], &options].concat()).exits_with(3);
        assert!(run.stdout.contains(happened), "{}", run.stdout);
        assert!(!run.stdout.contains("same mistake"), "{}", run.stdout);
    }
}

/// In no report can the name of an engine do anything to a terminal, to the text around it, or to a log.
#[cfg(unix)]
#[test]
fn a_name_does_nothing_in_any_report() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.sh");
    let text = format!(
        "#!/bin/sh\nexec '{}' --fault rank-pin-ignored\n",
        oracle().display()
    );
    std::fs::write(&wrong, text).unwrap();
    std::fs::set_permissions(&wrong, PermissionsExt::from_mode(0o700)).unwrap();
    let hostile = program("passant-hostile");
    let engine = format!(
        "'{}' '{}' evil-name never",
        hostile.display(),
        wrong.display()
    );
    for form in [&[][..], &["--tap"], &["--verbose", "--junit"]] {
        let mut command = passant(&["check", &engine, "--filter", "rook-h5-king-a5"]);
        let files = ["junit.xml", "summary.md"].map(|name| folder.path().join(name));
        command.args(["--calibrate", "--no-diagnosis"]).args(form);
        if form.contains(&"--junit") {
            command.arg(&files[0]);
        }
        command.env("GITHUB_ACTIONS", "true");
        command.env("GITHUB_STEP_SUMMARY", &files[1]);
        let run = run(command).exits_with(1);
        let texts = files.map(|file| std::fs::read_to_string(file).unwrap_or_default());
        for text in [&run.stdout, &run.stderr, &texts[0], &texts[1]] {
            assert_harmless(text, text);
            let lines = text.lines().map(str::trim_start);
            let commands: Vec<_> = lines.filter(|line| line.starts_with("::")).collect();
            let own = |line: &&str| line.starts_with("::error title=%3A%3Aerror%3A%3Aowned");
            assert!(commands.iter().all(own), "{commands:?}");
            assert!(!text.contains("##["), "{text}");
        }
    }
}

fn assert_harmless(text: &str, context: &str) {
    let is_harmful = |letter: char| {
        letter.is_control() && letter != '\n' && letter != '\t' || letter == '\u{202e}'
    };
    assert!(!text.contains(is_harmful), "{context}");
}

/// The parent of an engine is its guard.
#[cfg(target_os = "linux")]
#[test]
fn ends_an_engine_that_turns_against_its_guard() {
    ends_with_the_correct_verdict(&[
        ("stop-parent", "perft", Some("pass"), 0),
        ("kill-parent", "perft", Some("pass"), 0),
        ("kill-parent-and-hang", "start", None, 3),
        ("kill-parent-and-hang", "handshake", None, 3),
        ("kill-parent-and-hang", "perft", Some("crash"), 3),
        ("kill-parent-and-leave", "perft", Some("crash"), 3),
    ]);
}

/// The memory of all processes of an engine counts. One that would fill the machine does not get far.
#[cfg(target_os = "linux")]
#[test]
fn ends_an_engine_that_takes_too_much_memory() {
    for (when, verdict) in [("start", None), ("perft", Some("crash"))] {
        let run = check("hog", when, &["--engine-memory", "200MiB"]).exits_with(3);
        assert!(
            run.stdout.contains("used more than 200 MiB of memory"),
            "{}",
            run.stdout
        );
        let report = Report::of(&run);
        assert_eq!(report.cases().next().map(Case::verdict), verdict);
    }
    run_with(&["check", "true", "--engine-memory", "1MiB"]).exits_with(2);
}

#[track_caller]
fn ends_with_the_correct_verdict(kit: &[Row]) {
    // They wait longer than they work.
    let runs: Vec<_> = kit
        .iter()
        .map(|&(what, when, ..)| thread::spawn(move || check(what, when, &[])))
        .collect();
    let runs: Vec<_> = runs.into_iter().map(|run| run.join().unwrap()).collect();
    for (&(what, when, verdict, code), run) in kit.iter().zip(runs) {
        let context = format!("{what} at {when}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.code, Some(code), "{context}");
        let report = Report::of(&run);
        let found = report.cases().next().map(Case::verdict);
        assert_eq!(found, verdict, "{context}");
        let calibration = report.engine().calibration();
        assert_eq!(calibration.is_some(), verdict.is_some(), "{context}");
        assert_harmless(&run.stdout, &context);
        assert_harmless(&run.stderr, &context);
    }
}

/// The engine that misbehaves, asked about one case.
fn check(what: &str, when: &str, options: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("sign");
    let engine = engine(what, when, &sign);
    // A silent engine costs this time. The others get as much as a busy machine needs.
    let silent = [
        "hang",
        "endless-errors",
        "garbage",
        "late",
        "stop",
        "close-input",
    ];
    let is_silent = silent.contains(&what);
    let (start, reply) = match (is_silent, when) {
        (true, "start" | "handshake") => ("5", "20"),
        (true, _) => ("20", "5"),
        (false, _) => ("60", "60"),
    };
    let mut command = passant(&["check", &engine, "--json", "--calibrate", "--jobs", "1"]);
    command.args([
        "--suite",
        "en-passant/plain",
        "--shard",
        "1/30",
        "--max-nodes",
        "100",
    ]);
    command.args(["--start-timeout", start, "--timeout", reply]);
    command.args(options);
    let run = run(command);
    left_behind::assert_nothing(&sign, what);
    run
}

/// The command of an engine that misbehaves. The sign is a file that is not there yet.
pub(crate) fn engine(what: &str, when: &str, sign: &Path) -> String {
    format!(
        "'{}' '{}' {what} {when} '{}'",
        program("passant-hostile").display(),
        oracle().display(),
        sign.display()
    )
}

/// A guard that starts late, after nobody waits for it any more, can find the pipe of another engine at the path that it was told.
/// It would be taken for the guard of that engine.
#[cfg(target_os = "linux")]
#[test]
fn a_guard_does_not_speak_for_another() {
    use std::io::{BufRead, BufReader, pipe};
    use std::os::fd::AsRawFd;

    let (reader, writer) = pipe().unwrap();
    let path = format!("/proc/{}/fd/{}", std::process::id(), writer.as_raw_fd());
    let name = std::fs::read_link(&path).unwrap();
    let guard = |name: &Path| {
        let mut guard = passant(&["--guard-an-engine", &path]);
        guard.arg(name);
        guard.args(["1000000000", "true"]).spawn().unwrap()
    };
    let late = guard(Path::new("pipe:[1]")).wait().unwrap();
    assert_eq!(late.code(), Some(1));
    let mut right = guard(&name);
    let mut lines = BufReader::new(reader).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.starts_with("started "), "{first}");
    drop(lines);
    assert!(right.wait().unwrap().success());
}

/// Nothing that an engine says in place of an answer is repeated at its full length.
#[cfg(unix)]
#[test]
fn long_answers_are_cut_or_refused() {
    let long = "x".repeat(60_000);
    let uci = oracle().to_str().unwrap().to_owned() + " --dialect none";
    let adapter = rust_adapter().to_str().unwrap().to_owned();
    for (engine, before, options) in [
        (&uci, "bestmove", ["--class", "only-move"]),
        (&uci, "info string", ["--class", "bogus"]),
        (&adapter, "fen", ["--suite", "state/after-moves"]),
        (&adapter, "san", ["--suite", "state/text"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine.sh");
        let filter = filter().to_str().unwrap().to_owned();
        let rule = format!("--replace '^{before} .*' '{before} {long}'");
        std::fs::write(&script, format!("exec '{filter}' {rule} -- {engine}\n")).unwrap();
        let engine = format!("sh {}", script.display());
        for format in [&[][..], &["--json"]] {
            let few = ["--no-diagnosis", "--search", "0", "--shard", "1/9"];
            let run = run_with(&[&["check", &engine], &options[..], &few, format].concat());
            assert_ne!(run.code, Some(2), "{run:?}");
            let longest = run.stdout.lines().map(str::len).max();
            assert!(longest < Some(2000), "{longest:?} {before} {format:?}");
        }
    }
}
