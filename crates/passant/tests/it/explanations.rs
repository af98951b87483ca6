//! `passant explain`: as text, as JSON, and with `--watch` for a game that is followed over a pipe.
//!
//! The positions are from the test suites of other programs, named beside each. Those suites say which captures are
//! legal.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::json::Facts;
use crate::run::{passant, run_on, run_with};
use crate::snapshot::Page;

/// A position with moves to play, and what is true of the position after them.
struct Case {
    source: &'static str,
    fen: &'static str,
    moves: &'static str,
    /// The en passant captures, each with `legal` or the reason why it is not; `None` without the right.
    captures: Option<&'static [(&'static str, &'static str)]>,
    outcome: Option<&'static str>,
}

impl Case {
    const fn new(
        source: &'static str,
        fen: &'static str,
        moves: &'static str,
        captures: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self {
            source,
            fen,
            moves,
            captures: Some(captures),
            outcome: None,
        }
    }

    const fn without_right(source: &'static str, fen: &'static str, moves: &'static str) -> Self {
        Self {
            captures: None,
            ..Self::new(source, fen, moves, &[])
        }
    }

    const fn with_outcome(self, outcome: &'static str) -> Self {
        Self {
            outcome: Some(outcome),
            ..self
        }
    }
}

const CASES: &[Case] = &[
    Case::new(
        "python-chess issue 70: the two pawns leave the rank",
        "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        "",
        &[("d5e6", "rank")],
    ),
    Case::new(
        "dragontoothmg: the same with Black to move and a queen",
        "8/8/8/8/k1Pp3Q/8/8/2K5 b - c3 0 1",
        "",
        &[("d4c3", "rank")],
    ),
    Case::new(
        "cutechess tst_board.cpp: the same after a move",
        "b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1",
        "e7e5",
        &[("d5e6", "rank")],
    ),
    Case::new(
        "shakmaty: the capturer is pinned on its file",
        "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1",
        "",
        &[("e4d3", "file")],
    ),
    Case::new(
        "rampart: two capturers, one of them pinned on a diagonal",
        "8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1",
        "",
        &[("c4d3", "diagonal"), ("e4d3", "legal")],
    ),
    Case::new(
        "Stockfish: two capturers, both pinned",
        "k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1",
        "",
        &[("c5d6", "diagonal"), ("e5d6", "diagonal")],
    ),
    Case::new(
        "python-chess issue 70: the victim shields the king, which cannot happen in a game",
        "1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1",
        "",
        &[("d5e6", "victim")],
    ),
    Case::new(
        "lila issue 19199: check by a knight",
        "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
        "",
        &[("e5d6", "check")],
    ),
    Case::new(
        "cutechess tst_board.cpp: the push uncovers a check",
        "3b3k/3Rp3/8/r2P4/7K/8/8/NR6 b - - 0 1",
        "e7e5",
        &[("d5e6", "check")],
    ),
    Case::new(
        "PEJ: the victim gives check",
        "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
        "",
        &[("c4d3", "legal")],
    ),
    Case::new(
        "shakmaty align-ep: the capturer blocks a check by a distant piece, which cannot happen in a game",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        "",
        &[("e4d3", "legal")],
    ),
    Case::new(
        "surge issue 6: the capturer stays on the line of its pin",
        "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1",
        "",
        &[("c4b3", "legal")],
    ),
    Case::new(
        "cutechess tst_board.cpp: the capturer replaces the victim as the blocker on the file",
        "b3r2k/3Rp3/8/3P4/8/8/8/NR2K3 b - - 0 1",
        "e7e5",
        &[("d5e6", "legal")],
    ),
    Case::new(
        "rampart: two capturers, both legal",
        "7k/8/8/PpP5/8/8/8/7K w - b6 0 1",
        "",
        &[("a5b6", "legal"), ("c5b6", "legal")],
    ),
    Case::new(
        "python-chess: a right that no pawn can use",
        "3k4/8/8/K2p4/8/8/8/8 w - d6 0 1",
        "",
        &[],
    ),
    Case::without_right(
        "the last move was no double push",
        "startpos",
        "1. e4 e5 2. Nf3",
    ),
    Case::without_right("the FEN has no en passant square", "startpos", ""),
    Case::without_right(
        "Stockfish commit de269ee18: no pawn on e5",
        "rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1",
        "",
    ),
    Case::without_right(
        "python-chess: the capture mates",
        "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 2",
        "exd6 e.p.#",
    )
    .with_outcome("checkmate"),
    Case::without_right(
        "Stockfish issue 6563: positions are the same if the capture that tells them apart is illegal",
        "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
        "d7c8 f8f7 c8d7 f7f8 d7c8 f8f7 c8d7 f7f8",
    )
    .with_outcome("threefold_repetition"),
];

#[test]
fn explains_why_each_capture_is_legal_or_not() {
    let mut page = Page::new("explain");
    for case in CASES {
        let facts = run_with(&["explain", "--json", case.fen, case.moves]).exits_with(0);
        let facts = Facts::of(&facts);
        let captures = facts.has_right().then(|| facts.captures());
        let expected = case.captures.map(<[_]>::to_vec);
        assert_eq!(captures, expected, "{}", case.source);
        assert_eq!(facts.outcome(), case.outcome, "{}", case.source);
        let text = run_with(&["explain", case.fen, case.moves]).exits_with(0);
        page.run(case.source, &text);
    }
    page.check();
}

/// Both notations are accepted, with or without move numbers, suffixes and quotes.
#[test]
fn accepts_moves_in_many_notations() {
    let mut runs = Vec::new();
    for arguments in [
        &[
            "startpos", "1.", "e4", "a6", "2.", "e5", "d5", "3.", "exd6", "e.p.",
        ][..],
        &["startpos", "1.e4 a6 2.e5 d5 3.exd6"],
        &["startpos", "e2e4", "a7a6", "e4e5", "d7d5", "e5d6"],
        &["startpos moves e2e4 a7a6 e4e5 d7d5 e5d6"],
        &["startpos", "moves", "e2e4", "a6", "e4e5", "d5", "e5xd6"],
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "w",
            "KQkq",
            "-",
            "0",
            "1",
            "e4",
            "a6",
            "e5",
            "d5",
            "exd6",
        ],
    ] {
        let run = run_with(&[&["explain"], arguments].concat()).exits_with(0);
        assert_eq!(run.stderr, "", "{arguments:?}");
        runs.push(run);
    }
    assert!(runs.iter().all(|run| run.stdout == runs[0].stdout));
    runs[0].snapshot("explain-game", "1. e4 a6 2. e5 d5 3. exd6");
}

fn facts(fen: &str, moves: &str) -> Facts {
    Facts::of(&run_with(&["explain", "--json", fen, moves]).exits_with(0))
}

/// The first position is from the tests of rampart.
#[test]
fn prints_all_facts_of_a_position() {
    let two_capturers = "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1";
    assert_eq!(
        facts(two_capturers, "").captures(),
        [("c5d6", "diagonal"), ("e5d6", "legal")]
    );
    let mut page = Page::new("explain-json");
    for (heading, fen, moves) in [
        ("one capture is legal, one is not", two_capturers, ""),
        (
            "a game with an en passant capture",
            "startpos",
            "e4 a6 e5 d5 exd6 e.p. Qxd6",
        ),
        (
            "an en passant square that is dropped",
            "4k3/8/8/8/8/8/8/R3K3 w Q e6 0 1",
            "",
        ),
    ] {
        page.section(heading, &format!("{:#}", facts(fen, moves).value()));
    }
    page.check();
}

#[test]
fn lists_the_moves_and_the_captured_pieces_of_a_game() {
    let facts = facts("startpos", "e4 a6 e5 d5 exd6 e.p. Qxd6");
    let game = json!({
        "san": ["e4", "a6", "e5", "d5", "exd6", "Qxd6"],
        "en_passant": [5],
        "captured": { "white": ["p"], "black": ["P"] },
    });
    assert_eq!(facts.value()["game"], game);
    assert!(!facts.has_right());
}

/// One position for each reason, from the sources named in `explain.rs`.
#[test]
fn names_every_reason() {
    for (fen, reason) in [
        ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "rank"),
        ("4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1", "file"),
        ("8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1", "diagonal"),
        ("1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", "victim"),
        ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", "check"),
    ] {
        assert_eq!(facts(fen, "").captures()[0].1, reason, "{fen}");
    }
}

#[test]
fn names_every_outcome() {
    for (fen, moves, outcome) in [
        ("5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1", "h5g6", "checkmate"),
        (
            "8/8/8/p1p5/P1P1pP2/7p/7P/5k1K b - f3 0 1",
            "e4f3",
            "stalemate",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "insufficient_material"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "", "fifty_moves"),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 150 99",
            "",
            "seventy_five_moves",
        ),
        (
            "startpos",
            "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
            "threefold_repetition",
        ),
    ] {
        let facts = facts(fen, moves);
        assert_eq!(facts.outcome(), Some(outcome), "{fen} {moves}");
    }
}

#[test]
fn help_documents_every_key() {
    let help = run_with(&["explain", "--help"]).stdout;
    let facts = facts("7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1", "");
    let mut left = vec![facts.value().clone()];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(entries) => {
                for (key, value) in entries {
                    assert!(help.contains(&key), "--help does not say what {key} is");
                    left.push(value);
                }
            }
            Value::Array(values) => left.extend(values),
            _ => {}
        }
    }
}

/// The output while a game is followed: a heading, arguments, input.
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

const GAMES_IN_PGN: &[u8] =
    b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 a6 2. e5 d5 {now} (2... h6) 3. exd6 e.p. Qxd6 1-0\n
1. e4 d5 2. exd5 e5\n3. Ke9 *\n
[White \"C\"]\n[FEN \"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1\"]\n\n1... d5 2. Kb6 *\n";

/// A game with a wrong move is named with its line, and the games after it are read.
#[test]
fn lists_the_rights_of_every_game_in_a_file() {
    let run = run_on(&["explain", "--pgn", "-"], GAMES_IN_PGN).exits_with(2);
    run.snapshot(
        "explain-pgn",
        "three games, of which the second has a wrong move",
    );
    let third = ["explain", "--pgn", "-", "--game", "3"];
    let run = run_on(&third, GAMES_IN_PGN).exits_with(0);
    run.snapshot("explain-pgn-game", "the third game, and its last position");
    let json = run_on(&[&third[..], &["--json"]].concat(), GAMES_IN_PGN).exits_with(0);
    assert_eq!(json.json()["game"]["san"], serde_json::json!(["d5", "Kb6"]));
    let run = run_on(&["explain", "--pgn", "-", "--game", "4"], GAMES_IN_PGN).exits_with(2);
    assert!(
        run.stderr.contains("- has no game 4: it has 3"),
        "{}",
        run.stderr
    );
    run_on(&["explain", "--pgn", "-", "--json"], GAMES_IN_PGN).exits_with(2);
}

#[test]
fn skips_comments_variations_and_results_among_the_moves() {
    let moves = "1. e4 {a comment} a6 2. e5 d5 $1 (2... h6) 3. exd6 e.p. *";
    let run = run_with(&["explain", "startpos", moves]).exits_with(0);
    assert!(
        run.stdout.contains("1. e4 a6 2. e5 d5 3. exd6 e.p.\n"),
        "{}",
        run.stdout
    );
    let run = run_with(&["explain", "startpos", "1. e4 {a comment"]).exits_with(2);
    assert!(
        run.stderr.contains("this comment has no end"),
        "{}",
        run.stderr
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

#[test]
fn a_file_in_the_place_of_a_position_is_named_as_one() {
    let file = tempfile::NamedTempFile::with_suffix(".pgn").unwrap();
    let path = file.path().to_str().unwrap();
    let run = run_with(&["explain", path]).exits_with(2);
    assert_eq!(
        run.stderr,
        format!("error: {path} is a file: passant explain --pgn {path}\n")
    );
}
