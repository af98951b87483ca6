//! The requests `examples`, `lessons` and `try`.

use std::collections::BTreeSet;

use passant_query::Line;
use passant_rules::{EnPassantMode, Position};
use passant_suite::Suites;
use serde_json::{Value, json};

use crate::{errors, game, reply};

fn list(ask: &str) -> Vec<Value> {
    let reply = reply(&json!({"ask": ask}));
    reply["ok"].as_array().unwrap().clone()
}

fn attempt(lesson: &str, mv: &str) -> (bool, String, String) {
    let reply = reply(&json!({"ask": "try", "lesson": lesson, "move": mv}));
    let reply = &reply["ok"];
    let text = |key: &str| reply[key].as_str().unwrap().to_owned();
    assert_eq!(reply["solved"], reply["done"]);
    (
        reply["solved"].as_bool().unwrap(),
        text("feedback"),
        text("moves"),
    )
}

/// The position of a lesson.
fn position(lesson: &Value) -> Position {
    let text = |key: &str| lesson[key].as_str().unwrap();
    let mut position = Position::from_fen(text("fen")).unwrap();
    for uci in text("moves").split_whitespace() {
        let _ = position.make(position.parse_uci(uci).unwrap());
    }
    position
}

/// The positions to which the lines of the suites lead, by address, after each move.
fn lines_of(suites: &Suites, address: &str) -> Vec<Line> {
    let plays = suites.play_cases().filter(|case| case.address == address);
    let plays = plays.map(|case| case.line.clone());
    let states = suites.state_cases().filter(|case| case.address == address);
    let states = states.flat_map(|case| case.lines().into_iter().cloned().collect::<Vec<_>>());
    plays.chain(states).collect()
}

#[test]
fn every_lesson_is_a_position_of_the_suites() {
    let suites = Suites::builtin().unwrap();
    let lessons = list("lessons");
    assert_eq!(lessons.len(), 12);
    for lesson in &lessons {
        let address = lesson["address"].as_str().unwrap();
        let position = position(lesson);
        let fen = position.fen(EnPassantMode::Always);
        if let Some(case) = suites.cases().find(|case| case.address == address) {
            assert_eq!(*case.position(), position, "{address}");
            assert_eq!(&case.fen[..], &fen[..], "{address}");
            continue;
        }
        let lines = lines_of(&suites, address);
        let moves: Vec<&str> = lesson["moves"].as_str().unwrap().split(' ').collect();
        let is_line = |line: &Line| {
            let played = line.moves().unwrap_or_default();
            let played = played.iter().map(ToString::to_string).take(moves.len());
            line.setup.fen()[..] == *lesson["fen"].as_str().unwrap() && played.eq(moves.clone())
        };
        assert!(lines.iter().any(is_line), "{address}");
    }
}

/// By a legal capture if there is one, otherwise by saying that there is none.
#[test]
fn every_lesson_has_a_solution_and_says_what_is_wrong_with_everything_else() {
    let lessons = list("lessons");
    let ids: BTreeSet<_> = lessons
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 12);
    for lesson in &lessons {
        let id = lesson["id"].as_str().unwrap();
        let position = position(lesson);
        let color = position.side_to_move();
        assert_eq!(lesson["side"], passant_report::adjective(color), "{id}");
        let captures: Vec<_> = position
            .legal_moves()
            .iter()
            .filter(|mv| mv.is_en_passant())
            .copied()
            .collect();
        for mv in position.legal_moves() {
            let uci = mv.uci().to_string();
            let (solved, feedback, moves) = attempt(id, &uci);
            assert_eq!(solved, mv.is_en_passant(), "{id} {uci}: {feedback}");
            let expected = lesson["moves"].as_str().unwrap();
            let expected = if solved {
                format!("{expected} {uci}")
            } else {
                expected.to_owned()
            };
            assert_eq!(moves, expected.trim(), "{id}");
            assert!(
                solved || feedback.contains(" is legal, but "),
                "{id}: {feedback}"
            );
        }
        let (solved, feedback, _) = attempt(id, "none");
        assert_eq!(solved, captures.is_empty(), "{id}: {feedback}");
        for text in ["", "x", "a1a8", "\u{202e}"] {
            let (solved, feedback, _) = attempt(id, text);
            assert!(!solved && feedback.ends_with('.'), "{id}: {feedback}");
        }
    }
}

/// A lesson, a try, whether it solves it, and what the feedback contains.
const TRIES: [(&str, &str, bool, &str); 10] = [
    (
        "take-the-pawn",
        "cxd6",
        true,
        "c5xd6 is legal: nothing attacks the king on a3 afterwards. The pawn on d5 is removed.",
    ),
    (
        "take-the-pawn",
        "c6",
        false,
        "c6 is legal, but the right would expire",
    ),
    (
        "take-the-pawn",
        "none",
        false,
        "En passant is possible: c5xd6 is legal",
    ),
    (
        "both-leave-the-rank",
        "c5d6",
        false,
        "uncover the rook on h5",
    ),
    (
        "both-leave-the-rank",
        "none",
        true,
        "c5xd6 is illegal: both pawns leave the fifth rank at once",
    ),
    (
        "at-once",
        "none",
        true,
        "The last move, 1... Ng8, was not a double push.",
    ),
    (
        "two-squares-only",
        "none",
        true,
        "The last move, 1. e3, was not a double push.",
    ),
    (
        "two-capturers-one-may",
        "cxd3",
        false,
        "the pawn on c4 is pinned",
    ),
    (
        "not-threefold",
        "threefold",
        false,
        "Not the same position as after 2... d5: e5xd6 was possible then.",
    ),
    (
        "not-threefold",
        "none",
        true,
        "Not the same position as after 2... d5",
    ),
];

#[test]
fn feedback_names_the_reason() {
    for (lesson, mv, is_solved, expected) in TRIES {
        let (solved, feedback, _) = attempt(lesson, mv);
        assert_eq!(solved, is_solved, "{lesson} {mv}");
        assert!(feedback.contains(expected), "{lesson} {mv}: {feedback}");
    }
    let unknown = json!({"ask": "try", "lesson": "thirteen", "move": "e4"});
    assert_eq!(errors(&unknown)[0]["field"], "lesson");
}

#[test]
fn every_example_can_be_stepped_through() {
    let examples = list("examples");
    assert_eq!(examples.len(), 8);
    let view = |id: &str| {
        let example = examples.iter().find(|it| it["id"] == id).unwrap();
        let text = |key: &str| example[key].as_str().unwrap();
        game(text("fen"), text("moves"))
    };
    let captures = |view: &Value| {
        let plies = view["plies"].as_array().unwrap().iter();
        let marked = plies.filter(|ply| ply["en_passant"] == true);
        marked
            .map(|ply| ply["marked"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    for (id, expected) in [
        ("white-captures", &["exd6 e.p."][..]),
        ("black-captures", &["dxe3 e.p."]),
        ("right-expires", &[]),
        ("isichess-arnoldus", &["axb3 e.p."]),
        ("gundersen-faul", &["hxg6 e.p.#"]),
        ("both-leave-the-rank", &[]),
        ("two-capturers-one-may", &["exd3 e.p."]),
        ("not-threefold", &[]),
    ] {
        assert_eq!(captures(&view(id)), expected, "{id}");
    }
    assert_eq!(view("gundersen-faul")["ending_word"], "checkmate");
    assert_eq!(view("not-threefold")["ending_word"], "threefold_repetition");
    let both = &view("isichess-arnoldus")["plies"][44]["log"][0];
    assert!(
        both.as_str().unwrap().contains("a4xb3 is legal")
            && both.as_str().unwrap().contains("c4xb3 is legal")
    );
}
