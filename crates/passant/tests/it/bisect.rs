//! `passant bisect` with engines whose bugs do not show in the list of moves.

use crate::oracle::{command, filtered};
use crate::run::run_with;

/// The engine is correct about every position that it is given, but its own perft is wrong, because undoing a move
/// changes the position. Stockfish 15.1 counts 27 at depth 2, and 3 below d5e6.
#[test]
fn distinguishes_a_wrong_perft_from_wrong_moves() {
    let fen = "2K5/8/8/3Pp3/8/8/8/7k w - e6 0 1";
    let engine = command("--fault right-not-restored");
    let run = run_with(&["bisect", &engine, fen, "2"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    let text = run.stdout.replace('\n', " ");
    for part in [
        "below d5e6 it counts 4 where 3 is right",
        "look at make and unmake",
    ] {
        assert!(text.contains(part), "{part}: {}", run.stdout);
    }
    let case = "en-passant/plain/d5-takes-on-e6";
    let run = run_with(&["check", &engine, "--suite", case, "--max-nodes", "300"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("below d5e6 it counts 4"),
        "{}",
        run.stdout
    );
}

/// A move with two nodes at depth 1 is wrong, although the list of moves is correct.
#[test]
fn names_a_move_that_is_counted_twice() {
    let rules = [
        ["--replace", "^e2e4: 1$", "e2e4: 2"],
        ["--replace", "^Nodes searched: 20$", "Nodes searched: 21"],
    ];
    let engine = filtered(&rules.concat(), "");
    let run = run_with(&["bisect", &engine, "startpos", "1"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("e2e4 counts 2 at"), "{}", run.stdout);
}

/// A wrong count that the engine does not repeat is not a difference.
#[test]
fn reports_a_wrong_count_that_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let [divide, total] = ["divide", "total"].map(|name| folder.path().join(name));
    let [divide, total] = [&divide, &total].map(|path| path.to_str().unwrap());
    let rules = [
        ["--replace-once", divide, "^e2e4: 20$", "e2e4: 21"],
        [
            "--replace-once",
            total,
            "^Nodes searched: 400$",
            "Nodes searched: 401",
        ],
    ];
    let run = run_with(&["bisect", &filtered(&rules.concat(), ""), "startpos", "2"]);
    assert_eq!(run.code, Some(6), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("401 nodes"), "{}", run.stdout);
    assert!(run.stderr.contains("does not repeat"), "{}", run.stderr);
}

/// After a6 and c5 the engine does not capture on c6. Below the capture it cannot be queried: it cannot play the move.
#[test]
fn totals_lead_to_the_first_position_with_wrong_moves() {
    let engine = command("--dialect ethereal --fault white-capture-missed");
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let run = run_with(&["bisect", &engine, fen, "4"]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout
            .ends_with("passant explain '8/8/K2p4/1Pp4r/1R3p1k/8/4P1P1/8 w - c6 0 2'\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("at depth 1 where 18 is right"),
        "{}",
        run.stdout
    );
}

/// An adapter lists a capture that its library then refuses to play, with an error message of its own.
#[test]
fn names_a_move_that_is_listed_but_cannot_be_played() {
    let rules = [
        ["--input", "--replace", " b5c6$", " zz"],
        ["--output", "--replace", "can=[^ ]*", "can=moves"],
    ];
    let engine = filtered(&rules.concat(), "--fault rank-pin-ignored");
    let (before, after) = (
        "8/2p5/8/KP5r/8/8/8/7k b - - 0 1",
        "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
    );
    for (fen, depth) in [(after, "2"), (before, "3")] {
        let run = run_with(&["bisect", &engine, fen, depth, "--protocol", "line"]);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        let named = run
            .stdout
            .contains("extra b5c6 (illegal en passant capture");
        assert!(named, "{}", run.stdout);
    }
}
