//! A stream is read in parts, and the games are those of the whole.

use passant_pgn::{Audit, AuditCounts, FindingKind, PgnChunk, PgnChunks, PgnGame, PgnReader};
use proptest::prelude::*;

/// The moves of each game of a text.
fn games(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let (mut reader, mut game) = (PgnReader::new(text), PgnGame::default());
    let mut games = Vec::new();
    while reader.read_next(&mut game) {
        games.push(
            game.moves
                .iter()
                .map(|it| text[it.clone()].to_vec())
                .collect(),
        );
    }
    games
}

fn chunks(text: &[u8], usual: usize, longest: usize) -> Vec<PgnChunk> {
    let mut chunks = PgnChunks::with_lengths(text, usual, longest);
    let mut all = Vec::new();
    while let Some(chunk) = chunks.read_next().unwrap() {
        all.push(chunk);
    }
    all
}

/// Pieces of PGN, whole and broken.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"\n\n[Event \"x\"]\n"[..],
        b"\r\n\r\n[Event \"y\"]\r\n",
        b"[White \"a\"]\n",
        b"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
        b"\n\n",
        b"1. e4 e5 ",
        b"exd6 e.p. ",
        b"1-0 ",
        b"* ",
        b"{c} ",
        b"{",
        b"(",
        b") ",
        b"; line\n",
        b"%\n",
        b"\x00\xff ",
        "½-½ ".as_bytes(),
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn parts_have_the_games_of_the_whole(text in pieces(), usual in 1_usize..200) {
        let parts = chunks(&text, usual, 1 << 20);
        let found: Vec<_> = parts.iter().flat_map(|part| games(&part.bytes)).collect();
        prop_assert_eq!(found, games(&text));
        let bytes: Vec<_> = parts.into_iter().flat_map(|part| part.bytes).collect();
        prop_assert_eq!(bytes, text);
    }

    #[test]
    fn places_are_in_order_and_in_the_text(text in pieces()) {
        let (mut reader, mut game) = (PgnReader::new(&text), PgnGame::default());
        let mut end = 0;
        while reader.read_next(&mut game) {
            prop_assert!(end <= game.span.start);
            let mut at = game.span.start;
            for span in &game.moves {
                prop_assert!(at <= span.start && span.start < span.end);
                at = span.end;
            }
            prop_assert!(at <= game.span.end);
            end = game.span.end;
        }
        prop_assert!(end <= text.len());
    }
}

#[test]
fn a_game_that_is_too_long_costs_only_itself() {
    let long = format!("[Event \"2\"]\n\n1. e4 {{{}}} *", "x\n".repeat(5_000));
    let text = format!("[Event \"1\"]\n\n1. d4 *\n\n{long}\n\n[Event \"3\"]\n\n1. Ke3 *\n");
    let (mut counts, mut findings) = (AuditCounts::default(), Vec::new());
    for chunk in chunks(text.as_bytes(), 64, 4_096) {
        let (games, lines) = (counts.games, counts.lines);
        Audit::default().examine_chunk(&chunk, &mut counts, &mut |finding| {
            let line = lines + finding.lines_before as u64 + 1;
            findings.push((finding.kind, games + finding.game, line));
        });
    }
    let expected = [
        (FindingKind::TooLong, 2, 5),
        (FindingKind::IllegalMove, 3, 5_011),
    ];
    assert_eq!(findings, expected);
    assert_eq!(counts.lines, text.matches('\n').count() as u64);
}

/// No place is read again and again: each of these texts has a million places where something could begin.
#[test]
fn hostile_texts_take_linear_time() {
    let pieces: [&[u8]; 9] = [
        b"{",
        b"(",
        b")",
        b"[",
        b"[\n",
        b"\n\n[Event \"{",
        b"e.p. ",
        b" [",
        b"1.",
    ];
    for piece in pieces {
        let text = piece.repeat((1 << 20) / piece.len());
        let mut counts = AuditCounts::default();
        for chunk in chunks(&text, 1 << 16, 1 << 18) {
            Audit::default().examine_chunk(&chunk, &mut counts, &mut |_| {});
        }
    }
}
