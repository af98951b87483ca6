//! `passant explain --json`.

use serde_json::{Value, json};

use crate::json::Facts;
use crate::run::run_with;
use crate::snapshot::Page;

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
