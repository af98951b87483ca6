//! Runs that take long: killed, interrupted, gone on with, and told wrongly.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::run::{passant, run_with};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The fourth position of the chess programming wiki. Five half-moves are several seconds of work for one thread that
/// tallies by the rules, and the first checkpoint comes after one.
const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

/// A file in the folder for test files, which is not there yet.
fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Some seconds of work for one thread, with a checkpoint.
fn arguments(checkpoint: &Path) -> [&str; 13] {
    let file = checkpoint.to_str().unwrap();
    [
        "perft",
        "--fen",
        POSITION_4,
        "--depth",
        "5",
        "--tally",
        "--kernel",
        "rules",
        "--unmerged",
        "--threads",
        "1",
        "--checkpoint",
        file,
    ]
}

fn start(checkpoint: &Path) -> Child {
    let mut command = passant(&arguments(checkpoint));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the checkpoint says that something is done.
fn wait_for_progress(checkpoint: &Path) {
    for _ in 0..6000 {
        let text = std::fs::read_to_string(checkpoint).unwrap_or_default();
        if text.contains("\"done\":[[") {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no checkpoint after a minute");
}

/// Runs to the end from a checkpoint, and compares with the tallies of a run that nobody disturbed.
fn finish(checkpoint: &Path) {
    let resumed = run_with(&[&arguments(checkpoint)[..], &["--json"]].concat());
    let resumed: Value = serde_json::from_str(&resumed.stdout).unwrap();
    let done = resumed["method"]["resumed"].as_u64().unwrap();
    assert!(0 < done && done < resumed["method"]["positions"].as_u64().unwrap());
    // The chess programming wiki, "Perft Results", position 4.
    assert_eq!(resumed["nodes"], 15_833_292);
    let plain = run_with(&[
        "perft", "--fen", POSITION_4, "--depth", "5", "--tally", "--json",
    ]);
    let plain: Value = serde_json::from_str(&plain.stdout).unwrap();
    assert_eq!(resumed["tally"], plain["tally"]);
}

/// `Child::kill` is SIGKILL on Unix: the process has no say in it.
#[test]
fn a_run_that_was_killed_goes_on() {
    let checkpoint = file("killed.json");
    for _ in 0..2 {
        let mut child = start(&checkpoint);
        wait_for_progress(&checkpoint);
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
    }
    finish(&checkpoint);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_counted() {
    let checkpoint = file("interrupted.json");
    let child = start(&checkpoint);
    wait_for_progress(&checkpoint);
    let (code, stderr) = interrupted(child);
    let (beginning, end) = stderr.split_once(" % was counted, ").unwrap();
    assert!(beginning.starts_with("interrupted: "), "{stderr}");
    assert_eq!(
        (code, end),
        (
            Some(130),
            &format!("the same command goes on from {}\n", checkpoint.display())[..]
        )
    );
    finish(&checkpoint);
}

#[cfg(unix)]
#[test]
fn ctrl_c_without_a_checkpoint_says_that_all_is_lost() {
    let mut command = passant(&[
        "perft", "--fen", KIWIPETE, "--depth", "9", "--kernel", "rules",
    ]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let (code, stderr) = interrupted(child);
    assert_eq!(code, Some(130));
    assert!(
        stderr.ends_with(" % was counted, it is lost; --checkpoint FILE keeps it\n"),
        "{stderr}"
    );
}

/// Sends what Ctrl-C sends; gives the exit code and the messages, which are all there is: progress is not for files.
#[cfg(unix)]
fn interrupted(child: Child) -> (Option<i32>, String) {
    crate::run::send(nix::sys::signal::Signal::SIGINT, &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"");
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let path = file("another.json");
    let checkpoint = path.to_str().unwrap();
    let count = |depth| {
        run_with(&[
            "perft",
            "--fen",
            "startpos",
            "--depth",
            depth,
            "--checkpoint",
            checkpoint,
        ])
    };
    assert_eq!(count("5").code, Some(0));
    let other = count("6");
    let expected = format!(
        "error: {checkpoint} is the checkpoint of another run: its depth is 5, not 6; name another file, or remove \
         this one\n"
    );
    assert_eq!((other.code, other.stderr), (Some(2), expected));
}

#[test]
fn hash_tables_change_no_count() {
    let count = |options: &[&str]| {
        let words = ["perft", "--fen", KIWIPETE, "--depth", "4", "--json"];
        let run = run_with(&[&words, options].concat());
        serde_json::from_str::<Value>(&run.stdout).unwrap()
    };
    let plain = count(&["--tally"]);
    let hashed = count(&["--tally", "--hash", "10MB"]);
    assert_eq!(hashed["tally"], plain["tally"]);
    assert_eq!(plain["method"]["hash_bytes"], Value::Null);
    assert_eq!(hashed["method"]["hash_bytes"], 10_000_000);
    assert_eq!(count(&["--hash", "1KiB"])["nodes"], 4_085_603);
}

#[test]
fn options_that_cannot_be_are_refused() {
    let refusal = |options: &[&str]| {
        let run = run_with(&[&["perft", "--fen", "startpos", "--depth", "5"], options].concat());
        assert_eq!((run.code, &run.stdout[..]), (Some(2), ""));
        run.stderr
    };
    let cases: [(&[&str], &str); 7] = [
        (
            &["--hash", "much"],
            "invalid value 'much' for '--hash <SIZE>'",
        ),
        (
            &["--hash", "9"],
            "error: a hash table takes at least 80 bytes\n",
        ),
        (
            &["--hash", "8000PB"],
            "error: there is no memory for a hash table of 8000000000000000000 bytes\n",
        ),
        (
            &["--kernel", "sse9"],
            "there is no kernel \"sse9\"; it can run scalar",
        ),
        (
            &["--kernel", "rules", "--mode", "reuse"],
            "error: rules has no modes; a kernel has\n",
        ),
        (&["--mode", "guess"], "[possible values: make-all, reuse]"),
        (
            &["--checkpoint", "/dev/null/file"],
            "error: cannot read the checkpoint /dev/null/file: ",
        ),
    ];
    for (options, expected) in cases {
        let stderr = refusal(options);
        assert!(stderr.contains(expected), "{options:?}: {stderr}");
    }
    let run = run_with(&["perft", "--suite", "perft", "--hash", "1GiB"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--fen <FEN>"), "{}", run.stderr);
}

#[test]
fn the_kernel_and_its_mode_are_named() {
    let method = |options: &[&str]| {
        let words = ["perft", "--fen", KIWIPETE, "--depth", "4", "--json"];
        let run = run_with(&[&words, options].concat());
        let object: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(object["nodes"], 4_085_603, "{options:?}");
        let name = |key: &str| object["method"][key].as_str().map(str::to_owned);
        (name("kernel").unwrap(), name("mode"))
    };
    let named = |kernel: &str, mode: Option<&str>| (kernel.to_owned(), mode.map(str::to_owned));
    assert_eq!(method(&["--kernel", "rules"]), named("rules", None));
    assert_eq!(
        method(&["--kernel", "scalar", "--mode", "make-all"]),
        named("scalar", Some("make-all"))
    );
    let (_, mode) = method(&[]);
    assert_eq!(mode.as_deref(), Some("reuse"));
}
