//! Threads that cannot be started, and far too many of them.

use crate::oracle::command;
use crate::run::run_with;

/// More threads than any machine should start.
const FAR_TOO_MANY: &str = "10000000";

#[test]
fn far_too_many_threads_are_lowered_with_a_warning() {
    let perft = ["perft", "--fen", "startpos", "--depth", "3", "--threads"];
    let engine = command("");
    let few = ["--filter", "only-b5c6", "--max-nodes", "200"];
    let check = [&["check", &engine], &few[..], &["--jobs"]].concat();
    for words in [&perft[..], &check] {
        let run = run_with(&[words, &[FAR_TOO_MANY]].concat()).exits_with(0);
        let option = words.last().unwrap();
        let warning = format!("warning: {option} {FAR_TOO_MANY} is lowered to ");
        assert_eq!(run.stderr.matches(&warning).count(), 1, "{}", run.stderr);
    }
}

/// Each thread reserves a gibibyte, and the program may have a few. However many that are, there is no panic, and the
/// input is not to blame.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_an_error_or_there_are_fewer() {
    let engine = command("");
    let few = ["--filter", "only-b5c6", "--max-nodes", "200"];
    let position = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    let commands = [
        [&["check", &engine, "--calibrate", "--jobs", "8"], &few[..]].concat(),
        vec!["diagnose", &engine, "--time", "5"],
        vec!["minimize", &engine, position],
        vec!["bisect", &engine, position, "1"],
        vec![
            "perft",
            "--fen",
            "startpos",
            "--depth",
            "6",
            "--threads",
            "8",
        ],
        vec!["perft", "perft/standard", "--max-nodes", "200"],
        vec!["uci"],
        vec!["uci", "--fault", "rank-pin-ignored"],
    ];
    let (mut warned, mut refused) = (0, 0);
    for words in commands {
        for gibibytes in 0..12 {
            let run = limited(gibibytes, &words);
            let context = format!("{gibibytes} threads: {words:?}: {}", run.stderr);
            assert!(!run.stderr.contains("panicked"), "{context}");
            assert!(
                matches!(run.code, Some(0 | 3 | 74)),
                "{:?}: {context}",
                run.code
            );
            if run.code == Some(74) {
                assert!(run.stderr.starts_with("error: cannot "), "{context}");
                assert!(run.stderr.contains("ulimit"), "{context}");
                refused += 1;
            }
            let has_fewer = run.stderr.contains("of 8 jobs run: ");
            warned += usize::from(has_fewer);
            if run.code == Some(0) && !has_fewer {
                // It had all threads that it wanted.
                break;
            }
        }
    }
    assert_ne!(warned, 0, "no run had fewer jobs");
    assert_ne!(refused, 0, "every run had its threads");
}

/// A small tree is counted in the thread that has read the command line.
#[cfg(target_os = "linux")]
#[test]
fn a_small_tree_is_counted_where_no_thread_can_be_started() {
    let perft = ["perft", "--fen", "startpos", "--threads", "8", "--depth"];
    let count = |depth| limited(0, &[&perft[..], &[depth]].concat());
    let small = count("3").exits_with(0);
    assert!(small.stdout.contains("Nodes searched: 8902"));
    count("6").exits_with(74);
}

/// Runs the binary with addresses for so many threads and for everything else.
#[cfg(target_os = "linux")]
fn limited(gibibytes: u32, words: &[&str]) -> crate::run::Run {
    let kibibytes = (gibibytes << 20) + (700 << 10);
    let limit = format!("ulimit -v {kibibytes}; exec \"$@\"");
    let passant = crate::run::passant(words);
    let mut command = std::process::Command::new(passant_test_tools::tool("sh"));
    command
        .args(["-c", &limit, "sh"])
        .arg(passant.get_program());
    command
        .args(words)
        .env("PATH", passant_test_tools::search_path());
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.env("RUST_MIN_STACK", (1_usize << 30).to_string());
    crate::run::run(command)
}
