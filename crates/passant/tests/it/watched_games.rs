//! `passant explain --watch`: a game followed over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::run::{passant, run_on};
use crate::snapshot::Page;

/// What is printed while a game is followed: a heading, arguments, input.
const GAMES: [(&str, &[&str], &str); 4] = [
    (
        "rights arise, are used and expire",
        &[],
        "e4 a6\n\n1. e5\nd7d5 exd6 e.p.\r\nb5 2. a4 bxa4 b4",
    ),
    (
        "the capture is illegal, in a position from the tests of cutechess",
        &["b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1"],
        "e7e5",
    ),
    (
        "the game starts with a right, and the capture mates",
        &["5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1"],
        "hxg6\n",
    ),
    (
        "the commands fen, board and undo",
        &["startpos", "e4", "a6", "e5", "d5"],
        "exd6\rfen\rundo\nfen\nboard\r\nundo\n",
    ),
];

#[test]
fn reports_how_rights_arise_and_expire() {
    let mut page = Page::new("watch");
    for (heading, arguments, input) in GAMES {
        let arguments = [&["explain", "--watch"], arguments].concat();
        let run = run_on(&arguments, input.as_bytes()).exits_with(0);
        assert_eq!(run.stderr, "", "{heading}");
        page.run(heading, &run);
    }
    page.check();
}

#[test]
fn reports_bad_lines_and_follows_the_game_further() {
    let long = "x".repeat(4096);
    let input = [b"undo\ne4 e5 Ke3 d4\n", long.as_bytes(), b"\n\xff\nKe2"].concat();
    let run = run_on(&["explain", "--watch"], &input).exits_with(2);
    let moves: Vec<_> = run
        .stdout
        .lines()
        .filter_map(|line| line.get(..8))
        .collect();
    assert_eq!(moves, ["1. e4   ", "1... e5 ", "2. Ke2  "]);
    run.snapshot(
        "watch-errors",
        "undo, e4 e5 Ke3 d4, too long, not UTF-8, Ke2",
    );
}

/// A user who enters one move at a time waits for each line: no line may stay in a buffer.
#[test]
fn answers_every_move_at_once() {
    let mut command = passant(&["explain", "--watch"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for (mv, answer) in [
        ("d4", "1. d4"),
        ("Nf6", "1... Nf6"),
        ("d5", "2. d5"),
        ("e5", "2... e5"),
    ] {
        writeln!(input, "{mv}").expect("the binary listens");
        let line = lines.next().expect("an answer").expect("UTF-8");
        assert!(line.starts_with(answer), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("the binary ends").success());
}
