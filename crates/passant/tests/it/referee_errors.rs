//! Errors of `passant referee`: lines, runners and games that cannot be judged.

use std::fs;

use passant_needs::needs;
use passant_test_tools::tool;
use tempfile::tempdir;

use crate::referee::deviations;
use crate::run::{Run, run_with};

#[test]
fn a_line_that_cannot_work_is_refused() {
    let cases: [(&[&str], &str); 4] = [
        (&["runner"], "expected {engine} in the line"),
        (
            &["runner", "{engine}", "{pgn}"],
            "expected {epd} in the line",
        ),
        (
            &["runner", "cmd={engine}", "{book}"],
            "expected {pgn} in the line",
        ),
        (&[], "expected a runner after --"),
    ];
    for (line, message) in cases {
        let run = run_with(&[&["referee", "--"], line].concat()).exits_with(2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn a_folder_is_no_file_of_games() {
    let folder = tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let run = run_with(&["referee", "--judge", path]).exits_with(2);
    assert!(run.stderr.contains("cannot read"), "{}", run.stderr);
}

#[test]
fn a_runner_that_does_not_start_is_named() {
    let run = run_with(&[
        "referee",
        "--",
        "no-such-runner",
        "{engine}",
        "{epd}",
        "{pgn}",
    ]);
    let run = run.exits_with(3);
    assert!(
        run.stderr
            .contains("the runner could not be started: no-such-runner"),
        "{}",
        run.stderr
    );
}

/// Runs a shell script as the runner.
fn run_script(options: &[&str], script: &str) -> Run {
    let sh = tool("sh");
    let line = [
        sh.to_str().unwrap(),
        "-c",
        script,
        "{engine}",
        "{epd}",
        "{pgn}",
    ];
    run_with(&[&["referee"], options, &["--"], &line].concat())
}

#[needs("sh")]
#[test]
fn a_runner_without_games_is_quoted() {
    let cases = [
        (
            "echo 'no \u{1b}[2Jbook' >&2; exit 3",
            "saved no games",
            "exit status: 3",
        ),
        (
            "echo unreadable > $2; echo bye",
            "played none of the openings",
            "  bye",
        ),
        (
            "printf '1. e4 {cut' > $2",
            "played none of the openings, but a game from the initial position that begins with e4",
            "it ended",
        ),
        (
            "printf '' > $2",
            "saved no games that can be read",
            "It printed nothing",
        ),
        (
            "printf '{cut' > $2",
            "saved no games that can be read: this comment has no end",
            "it ended",
        ),
    ];
    for (script, message, last) in cases {
        let run = run_script(&[], script).exits_with(3);
        assert!(
            run.stderr.contains(message) && run.stderr.contains(last),
            "{script}: {}",
            run.stderr
        );
        assert!(!run.stderr.contains('\u{1b}'), "{script}: {}", run.stderr);
    }
}

#[needs("sh", "sleep")]
#[test]
fn a_runner_that_hangs_is_stopped_with_all_that_it_started() {
    let folder = tempdir().unwrap();
    let alive = folder.path().join("alive");
    let script = format!(
        "echo waiting; (sleep 5; touch '{}') & sleep 1000",
        alive.display()
    );
    let run = run_script(&["--time", "1"], &script).exits_with(3);
    let parts = ["stopped after 1 s (--time)", "  waiting"];
    assert!(
        parts.iter().all(|part| run.stderr.contains(part)),
        "{}",
        run.stderr
    );
    std::thread::sleep(std::time::Duration::from_secs(5));
    assert!(!alive.exists(), "a process of the runner has survived it");
}

/// A runner that floods its output is stopped before its time.
#[needs("sh")]
#[test]
fn a_runner_that_floods_is_stopped() {
    let script = "line=0123456789012345678901234567890123456789012345678901234567890123; \
                  line=$line$line$line$line$line$line$line$line; line=$line$line$line$line$line$line$line$line; \
                  while :; do echo $line$line$line$line; done";
    let run = run_script(&["--time", "600"], script).exits_with(3);
    assert!(run.stderr.contains("it was stopped:"), "{}", run.stderr);
}

/// The first games are there: what is missing is said, and the others are judged.
#[needs("sh")]
#[test]
fn half_of_the_games_are_judged() {
    let game =
        "[FEN \"4k3/3p3p/8/4P3/8/8/7P/4K3 b - - 0 1\"]\n\n1... d5 2. exd6 Kd7 3. Kd2 1-0\n\n";
    let cut = "[FEN \"4k3/7p/8/8/2p5/8/1P5P/4K3 w - - 0 1\"]\n\n1. b4 {cu";
    let script = format!("cat > $2 <<'END'\n{game}{cut}\nEND\nexit 1");
    let run = run_script(&["--json"], &script).exits_with(3);
    let found = deviations(&run.json());
    assert!(
        !found.contains(&"right legal/white".to_owned()),
        "{found:?}"
    );
    assert!(
        found.contains(&"unfinished legal/black".to_owned()),
        "{found:?}"
    );
    assert!(
        found.contains(&"no-game legal/first-move".to_owned()),
        "{found:?}"
    );
}

#[test]
fn games_of_others_are_refused_by_name() {
    let folder = tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    let games = games.to_str().unwrap();
    for (text, message) in [
        (
            "1. e4 e5 1-0",
            "these are other games: expected openings of passant referee --files, got a game from the initial position that begins with e4 e5",
        ),
        ("", "there are no games in this file"),
    ] {
        fs::write(games, text).unwrap();
        let run = run_with(&["referee", "--judge", games]).exits_with(2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    let run = run_with(&["referee", "--judge", "no-such-file.pgn"]).exits_with(2);
    assert!(
        run.stderr.contains("cannot read no-such-file.pgn"),
        "{}",
        run.stderr
    );
    // The moves of a person from one of the openings.
    fs::write(
        games,
        "[FEN \"4k3/3p3p/8/4P3/8/8/7P/4K3 b - - 0 1\"]\n\n1... Kf7 1-0",
    )
    .unwrap();
    let found = deviations(
        &run_with(&["referee", "--json", "--judge", games])
            .exits_with(6)
            .json(),
    );
    assert!(
        found.contains(&"other-moves legal/white".to_owned()),
        "{found:?}"
    );
}
