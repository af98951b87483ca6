//! The reader and the audit against python-chess, which reads the same games.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use passant_needs::needs;
use passant_pgn::{Audit, AuditCounts, FindingKind};
use passant_test_tools::{package, tool};

use crate::suite::{MARKS, read_games};

/// Prints the moves of each game in UCI notation, and `error` for one with an illegal move.
const SCRIPT: &str = "
import io, sys, chess.pgn
stream = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8', errors='replace')
import logging
logging.disable(logging.CRITICAL)
while (game := chess.pgn.read_game(stream)) is not None:
    moves = [move.uci() for move in game.mainline_moves()]
    print(' '.join(moves + ['error'] * bool(game.errors)))
";

/// Games in every form that both read: marks, comments, variations, annotations, escapes, tags, results.
const GAMES: &str = include_str!("../data/games.pgn");

fn read_with_python(text: &str) -> Vec<String> {
    let mut process = Command::new(tool("python3"))
        .args(["-c", SCRIPT])
        .env("PYTHONPATH", package("python-chess"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = process.stdin.take().unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    drop(stdin);
    let output = process.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(str::to_owned).collect()
}

#[needs("python3", "python-chess")]
#[test]
fn reads_the_moves_that_python_chess_reads() {
    let marks = fs::read_to_string(MARKS).unwrap();
    for text in [GAMES, &marks] {
        let games = read_games(text);
        assert_eq!(games, read_with_python(text));
        assert!(10 <= games.len());
    }
}

#[needs("python3", "python-chess")]
#[test]
fn refuses_the_games_that_python_chess_refuses() {
    let expected = read_with_python(GAMES);
    let mut refused = vec![false; expected.len()];
    let mut counts = AuditCounts::default();
    Audit::default().examine(GAMES.as_bytes(), &mut counts, &mut |finding| {
        let is_refused = matches!(
            finding.kind,
            FindingKind::IllegalMove | FindingKind::IllegalEnPassant
        );
        refused[usize::try_from(finding.game).unwrap() - 1] |= is_refused;
    });
    let by_python: Vec<_> = expected.iter().map(|it| it.ends_with("error")).collect();
    assert_eq!(refused, by_python);
}
