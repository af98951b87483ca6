//! The requests of the page, and the replies.

mod divide;
mod errors;
mod game;
mod hostile;
mod judge;
mod lessons;
mod setup;

use form_urlencoded::Serializer;
use passant_page::Page;
use serde_json::{Value, json};

/// The fields of an object as a form, as the loader of the page writes it.
pub(crate) fn form(request: &Value) -> String {
    let mut form = Serializer::new(String::new());
    for (name, value) in request.as_object().expect("a request is an object") {
        match value {
            Value::Null => continue,
            Value::String(text) => form.append_pair(name, text),
            Value::Object(pieces) => {
                let pieces = pieces.iter();
                let words = pieces.map(|(at, it)| format!("{at}{}", it.as_str().unwrap()));
                form.append_pair(name, &words.collect::<Vec<_>>().join(" "))
            }
            other => form.append_pair(name, &other.to_string()),
        };
    }
    form.finish()
}

/// The whole reply.
pub(crate) fn reply(request: &Value) -> Value {
    let text = Page::default().call(&form(request));
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
    let errors = reply["error"]
        .as_array()
        .unwrap_or_else(|| panic!("{request}: {reply}"));
    assert!(!errors.is_empty(), "{request}");
    errors.clone()
}

/// A game, shown after all its moves.
pub(crate) fn game(fen: &str, moves: &str) -> Value {
    ok(&json!({"ask": "game", "fen": fen, "moves": moves}))
}
