//! Reads any bytes as the output of an engine: as an answer to perft, as moves, and as replies in the line protocol.
//! Run with `cargo +nightly fuzz run engine_output` in `crates/engine`.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use passant_engine::dialect::notation::{Meant, meant, meant_by_all};
use passant_engine::dialect::{Answer, Counts, Reading, read};
use passant_engine::line_protocol::{Capabilities, End, Reply};
use passant_rules::{Move, Position};

/// Castling, promotions, and captures en passant to both sides: every notation means something in one of them.
static POSITIONS: LazyLock<[Position; 2]> = LazyLock::new(|| {
    [
        "r3k2r/P6P/8/3pPp2/8/8/p6p/R3K2R w KQkq d6 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ]
    .map(|fen| Position::from_fen(fen).expect("both are positions"))
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<_> = text.split(['\n', '\r']).collect();
    for line in &lines {
        believe(&read(line), line);
        let _ = Capabilities::parse(line);
    }
    let mut answer = Answer::to_depth(2);
    for line in &lines {
        answer.add(line);
    }
    if let Ok(counts) = answer.counts() {
        add_up(&counts);
        compare(&counts);
    }
    reply(&lines);
});

/// What a line says stands in the line.
fn believe(reading: &Reading, line: &str) {
    match reading {
        Reading::Move { text, .. } | Reading::MoveAlone(text) => {
            assert!((2..=8).contains(&text.len()), "{text:?} in {line:?}");
            for position in &*POSITIONS {
                if let Meant::Legal(mv) = meant(position, text) {
                    assert!(position.is_legal(mv), "{text:?} is {mv:?}");
                }
            }
        }
        Reading::Bare(_) | Reading::Total(_) | Reading::Row { .. } => {
            assert!(line.contains(|letter: char| letter.is_ascii_digit()));
        }
        _ => {}
    }
}

/// Counts that are believed do not contradict themselves.
fn add_up(counts: &Counts) {
    let sum: Option<u64> = counts
        .moves
        .iter()
        .try_fold(0, |sum: u64, (_, nodes)| sum.checked_add(*nodes));
    assert!(counts.moves.is_empty() || sum == Some(counts.total));
}

/// No line of a divide is lost, and none is taken for a legal move twice more than it is printed.
fn compare(counts: &Counts) {
    for position in &*POSITIONS {
        let expected: Vec<(Move, u64)> =
            position.legal_moves().into_iter().map(|mv| (mv, 1)).collect();
        let all = meant_by_all(position, &counts.moves, &expected);
        assert_eq!(all.len(), counts.moves.len());
    }
}

/// A reply of the line protocol, taken for the answer to every request.
fn reply(lines: &[&str]) {
    let end = lines.iter().position(|line| End::parse(line).is_some());
    let Some((at, end)) = end.and_then(|at| Some((at, End::parse(lines[at])?))) else {
        return;
    };
    let reply = Reply {
        lines: lines[..at].iter().map(|line| (*line).to_owned()).collect(),
        end,
    };
    let _ = reply.clone().into_fen();
    let _ = reply.clone().into_yes_or_no();
    let _ = reply.clone().into_key();
    if let Ok(moves) = reply.clone().into_moves() {
        assert_eq!(moves.len(), at);
    }
    if let Ok(divided) = reply.into_divide() {
        assert_eq!(divided.moves.len() + 1, at);
    }
}
