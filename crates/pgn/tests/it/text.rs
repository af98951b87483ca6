//! Games in PGN, and the moves in a line of text.

use std::ops::Range;

use passant_pgn::{PgnGame, find_moves, read_games};

fn read(text: &str) -> (Option<&str>, Vec<&str>) {
    let game = PgnGame::read(text).unwrap();
    let moves = game.moves.into_iter().map(|span| &text[span]);
    (game.fen.map(|span| &text[span]), moves.collect())
}

#[test]
fn finds_the_moves_of_the_first_game() {
    let cases: [(&str, &[&str]); 12] = [
        ("", &[]),
        ("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *", &["e4", "e5", "Nf3"]),
        ("1.e4{a {b}1...e5", &["e4", "e5"]),
        ("1. e4 ; e5 is best\n 1... d5 1/2-1/2", &["e4", "d5"]),
        ("% escaped\n1. e4", &["e4"]),
        ("1. e4 (1. d4 (1. c4 {)} e5) d5) 1... e5", &["e4", "e5"]),
        ("1. e4 $1 e5!? $14 2. Nf3 ! ?!", &["e4", "e5!?", "Nf3"]),
        ("1. e4 e5 1-0 2. d4", &["e4", "e5"]),
        ("1. e4\n[Event \"2\"]\n1. d4", &["e4"]),
        ("5. exd6 e.p.+ {taken} Qxd6", &["exd6 e.p.+", "Qxd6"]),
        ("e2e4 e7e5", &["e2e4", "e7e5"]),
        ("1. e4 -- 2. d4", &["e4", "--", "d4"]),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), (None, expected.to_vec()), "{text:?}");
    }
}

#[test]
fn finds_the_position_at_the_start() {
    let fen = "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2";
    let text = format!("[White \"A ]\\\" b\"]\r\n[FEN \"{fen}\"]\r\n[SetUp \"1\"]\r\n\r\ncxd6 *");
    assert_eq!(read(&text), (Some(fen), vec!["cxd6"]));
}

#[test]
fn finds_every_game_with_its_tags_result_and_last_comment() {
    let text = "[Round \"1\"]\n\n1. e4 {good} e5 {mate\nnow} 1-0\n\n[Round \"2\"]\n1. d4 (1. c4) *\n\n[Round \"3\"]\n\n1. c4";
    let (games, error) = read_games(text);
    assert_eq!(error, None);
    let shown = games.iter().map(|game| {
        let word = |span: &Option<Range<usize>>| span.clone().map(|span| &text[span]);
        (
            game.tag("Round", text.as_bytes()),
            game.moves.len(),
            word(&game.result),
            word(&game.last_comment),
        )
    });
    let expected = [
        (Some(&b"1"[..]), 2, Some("1-0"), Some("mate\nnow")),
        (Some(&b"2"[..]), 1, Some("*"), None),
        (Some(&b"3"[..]), 1, None, None),
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn keeps_what_stands_before_an_error() {
    let (games, error) = read_games("1. e4 e5 1-0\n1. d4 d5 {never");
    assert_eq!(
        games.iter().map(|it| it.moves.len()).collect::<Vec<_>>(),
        [2, 2]
    );
    assert_eq!(error.unwrap().message, "this comment has no end");
    // A place that is broken is no game.
    let (games, error) = read_games("{cut");
    assert_eq!(games, []);
    assert_eq!(error.unwrap().message, "this comment has no end");
}

#[test]
fn an_error_points_at_what_has_no_end() {
    let cases = [
        ("1. e4 {never", 6, "this comment has no end"),
        ("1. e4 (1. d4 (2. c4)", 6, "this variation has no end"),
        ("1. e4 ) e5", 6, "no variation begins before this )"),
        ("[White \"A]\n1. e4", 0, "this tag has no end"),
    ];
    for (text, at, message) in cases {
        let error = PgnGame::read(text).unwrap_err();
        assert_eq!(error.message, message);
        assert_eq!(error.place.unwrap().span, at..at + 1, "{text:?}");
        assert!(error.hint.is_some());
    }
}

#[test]
fn finds_moves_between_numbers_and_suffixes() {
    let cases: [(&str, &[&str]); 9] = [
        ("", &[]),
        ("  e4\te5  ", &["e4", "e5"]),
        ("1. e4 e5 2. Nf3", &["e4", "e5", "Nf3"]),
        ("1.e4 1...e5 2… d4", &["e4", "e5", "d4"]),
        ("3. exd6 e.p. Qxd6", &["exd6 e.p.", "Qxd6"]),
        ("hxg6 e.p.# x", &["hxg6 e.p.#", "x"]),
        ("exd6 ep e2e4", &["exd6 ep", "e2e4"]),
        ("moves e2e4 e7e5", &["e2e4", "e7e5"]),
        ("0-0 1 …", &["0-0"]),
    ];
    for (line, expected) in cases {
        let found: Vec<_> = find_moves(line)
            .unwrap()
            .into_iter()
            .map(|span| &line[span])
            .collect();
        assert_eq!(found, expected, "{line:?}");
    }
}
