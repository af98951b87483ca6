//! `passant diagnose` and `passant minimise`, with the engine of the oracle.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use crate::run::run_with;

/// The engine beside the binary under test; built if only this package is.
static ORACLE: LazyLock<PathBuf> = LazyLock::new(|| {
    let name = format!("passant-oracle{}", std::env::consts::EXE_SUFFIX);
    let path = PathBuf::from(env!("CARGO_BIN_EXE_passant")).with_file_name(name);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--quiet",
            "-p",
            "passant-oracle",
            "--bin",
            "passant-oracle",
        ])
        .args(["--target-dir"])
        .arg(path.ancestors().nth(2).expect("target/debug/passant"))
        .status()
        .expect("cargo runs");
    assert!(status.success() && path.is_file(), "{}", path.display());
    path
});

fn engine(options: &str) -> String {
    format!("'{}' {options}", ORACLE.display())
}

#[test]
fn a_fault_is_named() {
    let run = run_with(&["diagnose", &engine("--fault along-pin-refused")]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("fault     along-pin-refused: "),
        "{}",
        run.stdout
    );
}

#[test]
fn what_is_right_has_no_diagnosis() {
    let run = run_with(&["diagnose", &engine("")]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("no diagnosis"), "{}", run.stdout);
    let run = run_with(&["diagnose", "true"]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
}

/// The position is from owlchess issue 6: a game, and a full board.
#[test]
fn a_full_board_shrinks_to_the_five_men_that_matter() {
    let fen = "1nbqkbnr/1ppp1ppp/8/r3pP1K/p7/8/PPPPP1PP/RNBQ1BNR w k e6 0 1";
    let run = run_with(&["minimise", &engine("--fault rank-pin-ignored"), fen]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("after     5 men, depth 1: "),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("nothing more can be left out"),
        "{}",
        run.stdout
    );
    let run = run_with(&["minimise", &engine(""), fen]);
    assert!(
        run.stdout.contains("is right about this position"),
        "{}",
        run.stdout
    );
    let run = run_with(&["minimise", &engine(""), "8/8 w - -"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
}
