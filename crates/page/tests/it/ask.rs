//! Questions and answers as values.

use passant_page::Page;
use serde_json::{Value, json};

/// The whole reply.
pub(crate) fn reply(request: &Value) -> Value {
    let text = Page::default().call(&request.to_string());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The answer; there must be one.
pub(crate) fn ok(request: &Value) -> Value {
    let reply = reply(request);
    assert_eq!(reply.as_object().unwrap().len(), 1, "{reply}");
    assert!(reply["ok"].is_object(), "{request}: {reply}");
    reply["ok"].clone()
}

/// The diagnostics; the question must have been refused.
pub(crate) fn errors(request: &Value) -> Vec<Value> {
    let reply = reply(request);
    let errors = reply["error"].as_array();
    let errors = errors.unwrap_or_else(|| panic!("{request}: {reply}"));
    assert!(!errors.is_empty(), "{request}");
    errors.clone()
}

/// A game, shown after all its moves.
pub(crate) fn game(fen: &str, moves: &str) -> Value {
    ok(&json!({"ask": "game", "fen": fen, "moves": moves}))
}
