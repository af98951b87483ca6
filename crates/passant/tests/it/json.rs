//! The facts as JSON.

use serde_json::{Value, json};

use crate::run::run_with;

fn facts(fen: &str, moves: &str) -> Value {
    let run = run_with(&["explain", "--json", fen, moves]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("one JSON object")
}

/// The position is from the tests of rampart; the facts were written by hand.
#[test]
fn all_facts_of_a_position_are_there() {
    let fen = "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1";
    let want = json!({
        "fen": fen,
        "repairs": [],
        "game": { "san": [], "en_passant": [], "captured": { "white": [], "black": [] } },
        "side_to_move": "white",
        "right": {
            "target": "d6",
            "victim": "d5",
            "origin": "d7",
            "capturers": [
                {
                    "square": "c5",
                    "uci": "c5d6",
                    "san": null,
                    "legal": false,
                    "reason": "diagonal",
                    "sentence": "c5xd6 is illegal: the pawn on c5 is pinned on the diagonal a7-e3; once it leaves, the bishop on a7 attacks the king on e3",
                },
                {
                    "square": "e5",
                    "uci": "e5d6",
                    "san": "exd6",
                    "legal": true,
                    "reason": null,
                    "sentence": "e5xd6 is legal: nothing attacks the king on e3 after it",
                },
            ],
        },
        "conventions": { "always": fen, "pseudo_legal": fen, "legal": fen },
        "outcome": null,
    });
    assert_eq!(facts(fen, ""), want);
}

#[test]
fn a_game_is_told_with_its_captures() {
    let facts = facts("startpos", "e4 a6 e5 d5 exd6 e.p. Qxd6");
    let game = json!({
        "san": ["e4", "a6", "e5", "d5", "exd6", "Qxd6"],
        "en_passant": [5],
        "captured": { "white": ["p"], "black": ["P"] },
    });
    assert_eq!(facts["game"], game);
    assert_eq!(facts["right"], Value::Null);
    assert_eq!(
        facts["fen"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn repairs_are_facts() {
    let facts = facts("4k3/8/8/8/8/8/8/R3K3 w Q e6 0 1", "");
    let repairs = json!([{
        "field": "en passant",
        "fault": "no pawn of the other side stands on e5; the en passant square should be -",
        "remedy": "dropped",
    }]);
    assert_eq!(facts["repairs"], repairs);
}

/// One position for each reason, from the sources named in `explain.rs`.
#[test]
fn every_reason_has_its_name() {
    for (fen, reason) in [
        ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", "rank"),
        ("4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1", "file"),
        ("8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1", "diagonal"),
        ("1b6/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1", "victim"),
        ("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1", "check"),
    ] {
        assert_eq!(
            facts(fen, "")["right"]["capturers"][0]["reason"],
            reason,
            "{fen}"
        );
    }
}

#[test]
fn every_outcome_has_its_name() {
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
        assert_eq!(facts(fen, moves)["outcome"], outcome, "{fen} {moves}");
    }
}

/// The help names every key that is printed.
#[test]
fn keys_are_documented() {
    let help = run_with(&["explain", "--help"]).stdout;
    let facts = facts("7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1", "");
    let mut left = vec![facts];
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
