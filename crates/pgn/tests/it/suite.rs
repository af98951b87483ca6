//! The games of `suites/pgn`, whose moves two programs have confirmed.

use std::collections::BTreeSet;
use std::fs;

use passant_pgn::{EnPassantMark, PgnGame, PgnReader, ReaderGame, fix_games, reader_games};
use passant_rules::{EnPassantMode, Position};
use passant_suite::READER_GAMES;

pub(crate) const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/pgn/marks.pgn");

/// The moves of each game in UCI notation, and `error` for the first that is illegal.
pub(crate) fn read_games(text: &str) -> Vec<String> {
    let (mut reader, mut game) = (PgnReader::new(text.as_bytes()), PgnGame::default());
    let mut games = Vec::new();
    while reader.read_next(&mut game) {
        games.push(play(&game, text));
    }
    games
}

fn play(game: &PgnGame, text: &str) -> String {
    let fen = game.fen.clone().map(|span| &text[span]);
    let start = fen.map(|fen| Position::from_fen_lenient(fen).unwrap().0);
    let mut position = start.unwrap_or_default();
    let mut words = Vec::new();
    for span in &game.moves {
        // The rules read neither a capture of a pawn without x nor a sign between the squares.
        let mut written = text[span.clone()].replace("ed6", "exd6");
        if !written.starts_with(['O', '0']) {
            written = written.replace('-', "");
        }
        let Ok(mv) = position.parse_move(&written) else {
            words.push("error".to_owned());
            break;
        };
        words.push(position.uci(mv).to_string());
        let _ = position.make(mv);
    }
    words.join(" ")
}

#[test]
fn finds_the_moves_of_every_game_with_and_without_its_mark() {
    let text = fs::read_to_string(MARKS).unwrap();
    let (fixed, places) = fix_games(text.as_bytes(), EnPassantMode::Legal);
    let fixed = String::from_utf8(fixed).unwrap();
    assert_eq!(places, 48);
    for text in [&text, &fixed] {
        let (mut reader, mut game) = (PgnReader::new(text.as_bytes()), PgnGame::default());
        let mut games = 0;
        while reader.read_next(&mut game) {
            let tag = |name| String::from_utf8_lossy(game.tag(name, text.as_bytes()).unwrap());
            assert_eq!(play(&game, text), tag("Moves"), "{}", tag("Event"));
            games += 1;
        }
        assert_eq!(games, 57);
    }
    let (mut reader, mut game) = (PgnReader::new(fixed.as_bytes()), PgnGame::default());
    while reader.read_next(&mut game) {
        for span in &game.moves {
            assert_eq!(EnPassantMark::find(&fixed.as_bytes()[span.clone()]), None);
        }
    }
}

#[test]
fn every_game_for_readers_is_read_and_legal() {
    let games = reader_games();
    assert_eq!(games.len(), READER_GAMES.matches("[Event ").count());
    let addresses: BTreeSet<_> = games.iter().map(ReaderGame::address).collect();
    assert_eq!(addresses.len(), games.len());
    assert!(games.is_sorted_by_key(|game| !game.is_standard));
    for game in games {
        let mut position = game.start.clone();
        for mv in &game.moves {
            let mv = position.find(*mv).unwrap();
            let _ = position.make(mv);
        }
        assert!(!game.pgn.contains("[Moves"), "{}", game.pgn);
    }
}
