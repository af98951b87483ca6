//! Ctrl-C and `kill` while an engine hangs: every command that asks the engine ends at once. Its message says that it
//! was interrupted, and does not blame the engine.

use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;

use crate::hostile::engine;
use crate::run::{passant, send};

/// A position with a capture that uncovers the king on its rank.
const FEN: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

/// The arguments before the engine and after it, when the engine hangs, and the signal.
const RUNS: [(&[&str], &[&str], &str, Signal); 7] = [
    (&["bisect"], &[FEN, "2"], "start", Signal::SIGINT),
    (&["bisect"], &[FEN, "2"], "perft", Signal::SIGTERM),
    (&["bisect"], &[FEN, "2", "--tally"], "perft", Signal::SIGINT),
    (&["minimize"], &[FEN], "start", Signal::SIGINT),
    (&["minimize"], &[FEN], "perft", Signal::SIGTERM),
    (&["diagnose"], &["--time", "60"], "start", Signal::SIGINT),
    (&["adapter", "check"], &[], "start", Signal::SIGTERM),
];

#[test]
fn interrupts_every_command_that_asks_an_engine() {
    let runs = RUNS.map(|run| thread::spawn(move || interrupted(run)));
    for run in runs {
        run.join().unwrap();
    }
}

fn interrupted((verb, rest, when, signal): (&[&str], &[&str], &str, Signal)) {
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("hangs");
    let engine = engine("hang", when, &sign);
    let context = format!("{verb:?} {rest:?} at {when}");
    let mut command = passant(&[verb, &[&engine], rest].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = command.spawn().unwrap();
    let hangs = crate::run::within_a_minute(|| sign.exists());
    assert!(hangs, "{context}: the engine is not asked");
    send(signal, &run);
    let output = run.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{context}: {errors}");
    assert!(output.stdout.is_empty(), "{context}: {:?}", output.stdout);
    assert!(!errors.contains("engine"), "{context}: {errors}");
}

/// Commands that hardly look at the signal: they start threads, clear a large table, or are told to use far too many.
const BUSY: [&[&str]; 4] = [
    &["perft", "--fen", "startpos", "--depth", "9"],
    &[
        "perft", "--fen", "startpos", "--depth", "9", "--hash", "512MiB",
    ],
    &[
        "perft",
        "--fen",
        "startpos",
        "--depth",
        "9",
        "--tally",
        "--threads",
        "1000000",
    ],
    &["check", "ORACLE", "--jobs", "10000000", "--calibrate"],
];

/// Wherever the signal comes, the command ends, long before anything that it does would.
#[test]
fn a_signal_ends_a_command_at_any_moment() {
    let oracle = crate::oracle::command("");
    for words in BUSY {
        let words: Vec<&str> = words
            .iter()
            .map(|word| if *word == "ORACLE" { &oracle } else { *word })
            .collect();
        for milliseconds in [1, 50, 150, 400] {
            let mut command = passant(&words);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut run = command.spawn().unwrap();
            thread::sleep(Duration::from_millis(milliseconds));
            send(Signal::SIGTERM, &run);
            let ended = (0..2000).find_map(|_| {
                thread::sleep(Duration::from_millis(10));
                run.try_wait().unwrap()
            });
            let Some(status) = ended else {
                run.kill().unwrap();
                panic!("{words:?} does not end after {milliseconds} ms");
            };
            // Before it listens for signals, the system ends it.
            let signal = std::os::unix::process::ExitStatusExt::signal(&status);
            let expected = status.code() == Some(130) || signal == Some(Signal::SIGTERM as i32);
            assert!(expected, "{words:?} after {milliseconds} ms: {status}");
        }
    }
}

/// Nobody reads the report to its end: a pipe that nobody opens, and one of which only the beginning is read.
#[test]
fn a_signal_ends_a_command_that_waits_for_a_reader() {
    let oracle = crate::oracle::command("");
    for form in [["--report", "pipe"], ["--json", "--no-diagnosis"]] {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        nix::unistd::mkfifo(&here.join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let all = ["--suite", "en-passant", "--max-nodes", "300"];
        let words = [&["check", &oracle, "--junit", "junit.xml"], &all[..], &form].concat();
        let mut command = passant(&words);
        command.current_dir(here);
        let mut run = command.stdout(Stdio::piped()).spawn().unwrap();
        if form[0] == "--json" {
            let output = run.stdout.as_mut().unwrap();
            output.read_exact(&mut [0]).unwrap();
        } else {
            // It is written before.
            let is_written = || here.join("junit.xml").exists();
            assert!(crate::run::within_a_minute(is_written), "{form:?}");
        }
        send(Signal::SIGTERM, &run);
        let has_ended = crate::run::within_a_minute(|| run.try_wait().unwrap().is_some());
        if !has_ended {
            run.kill().unwrap();
        }
        assert_eq!(run.wait().unwrap().code(), Some(130), "{form:?}");
    }
}
