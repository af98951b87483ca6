//! The requests `divide_start`, `divide_next` and `printed_divide`.

use passant_count::tally;
use passant_rules::Position;
use serde_json::{Map, Value, json};

use crate::{errors, ok, reply};

/// The sum of all root moves, and what belongs to none of them.
fn summed(fen: &str, depth: u32) -> Map<String, Value> {
    let start = ok(&json!({"ask": "divide_start", "fen": fen, "depth": depth}));
    let mut sum = start["columns"].as_object().unwrap().clone();
    for uci in start["moves"].as_array().unwrap() {
        let next = ok(&json!({"ask": "divide_next", "fen": fen, "uci": uci, "depth": depth}));
        assert_eq!(next["nodes"], next["columns"]["nodes"], "{fen} {uci}");
        for (column, number) in next["columns"].as_object().unwrap() {
            let both = sum[column].as_u64().unwrap() + number.as_u64().unwrap();
            sum[column] = both.into();
        }
    }
    sum
}

#[test]
fn the_moves_add_up_to_the_tally() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        for depth in 1..=3 {
            let expected = tally(&mut Position::from_fen(fen).unwrap(), depth);
            let columns = expected.columns();
            let expected: Map<String, Value> = columns
                .map(|(column, number)| (column.name().to_owned(), number.into()))
                .collect();
            assert_eq!(summed(fen, depth), expected, "{fen} {depth}");
        }
    }
}

#[test]
fn refuses_what_cannot_be_counted() {
    let fen = "7k/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    for (request, field) in [
        (
            json!({"ask": "divide_start", "fen": "8/8", "depth": 1}),
            "fen",
        ),
        (json!({"ask": "divide_start", "fen": fen}), "depth"),
        (
            json!({"ask": "divide_start", "fen": fen, "depth": 21}),
            "depth",
        ),
        (
            json!({"ask": "divide_next", "fen": fen, "uci": "a5b5", "depth": 0}),
            "depth",
        ),
        (
            json!({"ask": "divide_next", "fen": fen, "uci": "c5d6", "depth": 1}),
            "uci",
        ),
        (
            json!({"ask": "divide_next", "fen": fen, "uci": "é", "depth": 1}),
            "uci",
        ),
    ] {
        assert_eq!(errors(&request)[0]["field"], field, "{request}");
    }
    let nothing = ok(&json!({"ask": "divide_start", "fen": fen, "depth": 0}));
    assert_eq!(nothing["moves"], json!([]));
}

#[test]
fn reads_what_engines_print() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // The forms of Stockfish, of Crafty and of a table, castling in three notations, and a move that is not legal.
    let text = "info string NNUE\ne1g1: 25\n  1     O-O-O          26        0.001s\n1. Ra2 - 1,034\ne1h1 7\na1a9: 3\n\
                1234 <Engine(0): e1e2: 8\na1b2 4\nNodes searched: 568\n";
    let request = json!({"ask": "printed_divide", "fen": fen, "text": text});
    let expected = json!([
        {"uci": "e1g1", "nodes": 25},
        {"uci": "e1c1", "nodes": 26},
        {"uci": "a1a2", "nodes": 1034},
        {"uci": "e1g1", "nodes": 7},
        {"uci": "e1e2", "nodes": 8},
        {"uci": "a1b2", "nodes": 4},
    ]);
    assert_eq!(reply(&request)["ok"], expected);
    let many = "e1e2: 1\n".repeat(5000);
    let request = json!({"ask": "printed_divide", "fen": fen, "text": many});
    assert_eq!(reply(&request)["ok"].as_array().unwrap().len(), 4096);
    let long = json!({"ask": "printed_divide", "fen": fen, "text": "x".repeat((1 << 20) + 1)});
    assert_eq!(errors(&long)[0]["field"], "text");
}
