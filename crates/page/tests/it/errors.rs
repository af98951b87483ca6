//! Requests that cannot be answered.

use passant_page::Page;
use serde_json::{Value, json};

use crate::errors;

#[test]
fn what_is_no_request_gets_an_error() {
    for request in [
        "",
        "&",
        "=",
        "read",
        "ask",
        "ask=",
        "ask=nothing",
        "ask=game",
        "ask=%",
        "ask=read&ask=%00",
    ] {
        let reply: Value = serde_json::from_str(&Page::default().call(request)).unwrap();
        assert_eq!(reply["error"][0]["severity"], "error", "{request}");
    }
}

#[test]
fn errors_are_at_their_place_in_units_of_utf_16() {
    let fen = json!({"ask": "game", "fen": "4k3/8/8/8/8/8/8/4K3 w x e9 0 1", "moves": ""});
    let places: Vec<Value> = errors(&fen).iter().map(|it| it["span"].clone()).collect();
    assert_eq!(places, [json!([22, 23]), json!([24, 26])]);
    let moves = json!({"ask": "game", "fen": "startpos", "moves": "e4 \u{1f600}"});
    let error = &errors(&moves)[0];
    assert_eq!(
        (&error["field"], &error["span"]),
        (&json!("moves"), &json!([3, 5]))
    );
}

#[test]
fn long_texts_and_games_are_refused() {
    let long = "x".repeat((1 << 20) + 1);
    for (request, field) in [
        (json!({"ask": "read", "text": long}), "text"),
        (json!({"ask": "game", "fen": long, "moves": ""}), "fen"),
        (
            json!({"ask": "game", "fen": "startpos", "moves": long}),
            "moves",
        ),
        (
            json!({"ask": "move", "fen": "startpos", "moves": "", "text": long}),
            "text",
        ),
    ] {
        let error = &errors(&request)[0];
        assert_eq!(error["field"], field);
        assert!(
            error["message"].as_str().unwrap().contains("1 MiB"),
            "{error}"
        );
    }
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(501);
    let error = &errors(&json!({"ask": "game", "fen": "startpos", "moves": moves}))[0];
    assert!(
        error["message"].as_str().unwrap().contains("2000 plies"),
        "{error}"
    );
}

/// None of them takes time that grows faster than the text.
#[test]
fn long_texts_of_one_sign_are_read_or_refused_at_once() {
    let signs = [
        "[a]",
        "[",
        "]",
        "{",
        "{}",
        "(",
        ")",
        "()",
        ";\n",
        "%\n",
        "$1 ",
        "1.",
        "1. ",
        "e4 ",
        "8/",
        "/",
        " w",
        "*",
        "\n",
        "\u{202e}",
        "moves ",
        "[FEN \"8/8\"]\n",
        "K",
        "e.p. ",
    ];
    for sign in signs {
        let text = sign.repeat((1 << 18) / sign.len());
        for request in [
            json!({"ask": "read", "text": text}),
            json!({"ask": "game", "fen": text, "moves": ""}),
            json!({"ask": "game", "fen": "startpos", "moves": text}),
            json!({"ask": "move", "fen": "startpos", "moves": "", "text": text}),
        ] {
            let reply = Page::default().call(&request.to_string());
            assert!(
                reply.starts_with("{\"ok\":") || reply.starts_with("{\"error\":["),
                "{sign:?}"
            );
        }
    }
}
