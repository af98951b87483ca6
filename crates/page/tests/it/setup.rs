//! The request `setup`.

use serde_json::{Value, json};

use crate::{errors, ok};

fn setup(pieces: &Value, more: &Value) -> Value {
    let mut request = json!({"ask": "setup", "pieces": pieces, "side": "white"});
    for (key, value) in more.as_object().unwrap() {
        request[key] = value.clone();
    }
    request
}

fn kings_and_pawns() -> Value {
    json!({"e1": "K", "e8": "k", "c5": "P", "d5": "p"})
}

#[test]
fn builds_a_fen_with_the_right() {
    let built = ok(&setup(
        &kings_and_pawns(),
        &json!({"target": "d6", "halfmove": 0, "fullmove": 9}),
    ));
    assert_eq!(built["fen"], "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 9");
    assert_eq!(built["diagnostics"], json!([]));
    assert_eq!(built["game"]["right"]["captures"][0]["name"], "c5xd6");
}

/// Builds a setup, which has one fault first of all, and says whether no game can begin there.
fn is_refused(pieces: &Value, more: &Value, field: &str, message: &str) -> bool {
    let built = ok(&setup(pieces, more));
    let diagnostic = &built["diagnostics"][0];
    assert_eq!(diagnostic["field"], field, "{built}");
    let found = diagnostic["message"].as_str().unwrap();
    assert!(found.contains(message), "{found}");
    assert_eq!(diagnostic["span"], Value::Null);
    assert!(built["fen"].is_string());
    built["game"].is_null()
}

#[test]
fn says_which_field_is_wrong() {
    let none = json!({});
    let cases = [
        (json!({"e1": "K"}), "pieces", "Black has no king"),
        (
            json!({"e1": "K", "e8": "k", "a1": "P"}),
            "pieces",
            "first or last rank",
        ),
    ];
    for (pieces, field, message) in cases {
        assert!(is_refused(&pieces, &none, field, message));
    }
    let cases = [
        (json!({"castling": "K"}), "castling", "no rook on h1", false),
        (
            json!({"castling": "Kx"}),
            "castling",
            "'x' means nothing",
            true,
        ),
        (
            json!({"target": "e6"}),
            "target",
            "no pawn of the other side stands on e5",
            false,
        ),
        (json!({"target": "d9"}), "target", "not a square", true),
    ];
    for (more, field, message, expected) in cases {
        let refused = is_refused(&kings_and_pawns(), &more, field, message);
        assert_eq!(refused, expected, "{more}");
    }
    let pieces = json!({"e1": "K", "e8": "k", "e2": "R"});
    assert!(is_refused(&pieces, &none, "side", "in check"));
}

#[test]
fn refuses_what_is_no_setup() {
    for (pieces, more, field) in [
        (json!("K"), json!({}), "pieces"),
        (json!({"e9": "K"}), json!({}), "pieces"),
        (json!({"e1": "KK"}), json!({}), "pieces"),
        (json!({"e1": "1"}), json!({}), "pieces"),
        (json!({}), json!({"side": "w"}), "side"),
        (json!({}), json!({"castling": "K w"}), "castling"),
        (json!({}), json!({"target": "d6 e6"}), "target"),
        (json!({}), json!({"halfmove": -1}), "halfmove"),
        (json!({}), json!({"fullmove": 1.5}), "fullmove"),
    ] {
        assert_eq!(
            errors(&setup(&pieces, &more))[0]["field"],
            field,
            "{pieces} {more}"
        );
    }
}
