//! Long runs of `passant perft`: killed, interrupted and resumed from a checkpoint.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use crate::json::Counts;
use crate::run::{passant, run_with};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The fourth position of the chess programming wiki. Depth 5 is several seconds of work for one thread that tallies
/// by the rules, and the first checkpoint is written after one.
const POSITION_4: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

/// The path of a file in the folder for test files. The file does not exist yet.
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

/// Waits until the checkpoint holds a part of the result.
fn wait_for_progress(checkpoint: &Path) {
    let has_progress = crate::run::within_a_minute(|| {
        let text = std::fs::read_to_string(checkpoint).unwrap_or_default();
        text.contains("\"done\":[[")
    });
    assert!(has_progress, "no checkpoint after a minute");
}

/// Resumes from a checkpoint, and compares the tally with that of a run without interruption.
fn finish(checkpoint: &Path) {
    let resumed = run_with(&[&arguments(checkpoint)[..], &["--json"]].concat());
    let resumed = Counts::of(&resumed);
    let method = |key: &str| resumed.method()[key].as_u64().unwrap();
    assert!(0 < method("resumed") && method("resumed") < method("positions"));
    // The chess programming wiki, "Perft Results", position 4.
    assert_eq!(resumed.nodes(), 15_833_292);
    let plain = run_with(&[
        "perft", "--fen", POSITION_4, "--depth", "5", "--tally", "--json",
    ]);
    assert_eq!(resumed.tally(), Counts::of(&plain).tally());
}

/// `Child::kill` is SIGKILL on Unix: the process cannot react to it.
#[test]
fn resumes_after_it_was_killed() {
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
fn ctrl_c_keeps_what_was_counted_if_there_is_a_checkpoint() {
    let checkpoint = file("interrupted.json");
    let child = start(&checkpoint);
    wait_for_progress(&checkpoint);
    let mut page =
        crate::snapshot::Page::new("perft-interrupted").hide(checkpoint.display(), "[checkpoint]");
    page.run("with a checkpoint", &interrupted(child));
    finish(&checkpoint);

    let mut command = passant(&[
        "perft", "--fen", KIWIPETE, "--depth", "9", "--kernel", "rules",
    ]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    page.run("without a checkpoint", &interrupted(child));
    page.check();
}

/// Sends what Ctrl-C sends. The messages are all that is printed, because progress is shown only on a terminal.
#[cfg(unix)]
fn interrupted(child: Child) -> crate::run::Run {
    crate::run::send(nix::sys::signal::Signal::SIGINT, &child);
    let run = crate::run::of(child.wait_with_output().unwrap());
    assert_eq!(run.stdout, "");
    run.exits_with(130)
}

#[test]
fn hash_tables_change_no_count() {
    let count = |options: &[&str]| {
        let words = ["perft", "--fen", KIWIPETE, "--depth", "4", "--json"];
        Counts::of(&run_with(&[&words, options].concat()))
    };
    let plain = count(&["--tally"]);
    let hashed = count(&["--tally", "--hash", "10MB"]);
    assert_eq!(hashed.tally(), plain.tally());
    assert!(plain.method()["hash_bytes"].is_null());
    assert_eq!(hashed.method()["hash_bytes"], 10_000_000);
    assert_eq!(count(&["--hash", "1KiB"]).nodes(), 4_085_603);
}

#[test]
fn names_the_kernel_and_its_mode() {
    let method = |options: &[&str]| {
        let words = ["perft", "--fen", KIWIPETE, "--depth", "4", "--json"];
        let counts = Counts::of(&run_with(&[&words, options].concat()));
        assert_eq!(counts.nodes(), 4_085_603, "{options:?}");
        let name = |key: &str| counts.method()[key].as_str().map(str::to_owned);
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
