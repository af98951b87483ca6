//! The reader and the audit against python-chess, which reads the same games.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use passant_needs::needs;
use passant_pgn::{
    Audit, AuditCounts, FindingDetail, FindingKind, PgnGame, PgnReader, VariationCounts,
};
use passant_rules::EnPassantMode;
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

/// Prints for each game the numbers of moves and of en passant captures in its variations, or the position before its first illegal move
/// and that move. After an illegal move in a variation, python-chess reads the main line from a wrong position.
const VARIATIONS: &str = "
import io, sys, chess.pgn
import logging
logging.disable(logging.CRITICAL)
stream = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8')
def walk(node, is_main):
    for index, child in enumerate(node.variations):
        is_main_child = is_main and index == 0
        if not is_main_child:
            yield node.board().is_en_passant(child.move)
        yield from walk(child, is_main_child)
while (game := chess.pgn.read_game(stream)) is not None:
    found = list(walk(game, True))
    if game.errors:
        _, san, rest = str(game.errors[0]).split(chr(39))
        print(rest.removeprefix(' in '), san)
    else:
        print(len(found), sum(found))
";

/// Games with variations, whole and broken.
const VARIED_GAMES: &str = include_str!("../data/variations.pgn");

fn read_with_python(text: &str, script: &str) -> Vec<String> {
    let mut process = Command::new(tool("python3"))
        .args(["-c", script])
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
        assert_eq!(games, read_with_python(text, SCRIPT));
        assert!(10 <= games.len());
    }
}

#[needs("python3", "python-chess")]
#[test]
fn refuses_the_games_that_python_chess_refuses() {
    let expected = read_with_python(GAMES, SCRIPT);
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

#[needs("python3", "python-chess")]
#[test]
fn judges_the_variations_as_python_chess_does() {
    let expected = read_with_python(VARIED_GAMES, VARIATIONS);
    let (mut reader, mut game) = (PgnReader::new(VARIED_GAMES.as_bytes()), PgnGame::default());
    let mut found = Vec::new();
    while reader.read_next(&mut game) {
        let (mut counts, mut refused) = (AuditCounts::default(), None);
        let text = &VARIED_GAMES[game.span.clone()];
        Audit::default().examine(text.as_bytes(), &mut counts, &mut |finding| {
            if let FindingDetail::Move { position, .. } = finding.detail {
                assert!(finding.is_in_variation);
                let fen = position.fen(EnPassantMode::Legal);
                refused.get_or_insert(format!("{fen} {}", finding.written));
            }
        });
        let VariationCounts {
            plies, en_passant, ..
        } = counts.variations;
        found.push(refused.unwrap_or(format!("{plies} {en_passant}")));
    }
    assert_eq!(found, expected);
    assert_eq!(found.len(), 12);
}
